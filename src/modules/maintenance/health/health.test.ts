import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClock } from "../../../core/clock.ts";
import { joinInstances } from "../../../core/jobs/instances.ts";
import { DatabaseUnavailable } from "../../../db/errors.ts";
import { readEnv } from "../../../env.ts";
import { days, hours, minutes, seconds } from "../../../shared/duration.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { operatorContext, SECRET_KEY, type TestApp, testApp } from "../../../testing/app.ts";
import { addPlaces } from "../../../testing/database/main-database.ts";
import { fakeMailer } from "../../../testing/fake-mailer.ts";
import type { Finding } from "./schema.ts";
import * as health from "./service.ts";
import { settingFindings } from "./settings.ts";

let home: string;
let app: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-health-"));
  app = await testApp({ DATA_DIR: home, BACKUP_CRON: "0 3 * * *", SYNC_CRON: "0 * * * *" });
  await staff(app, "super_admin");
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

type Deps = TestApp["deps"];
const check = (deps: Deps = app.deps) => health.check(operatorContext(deps, "admin.health.check"));
const findingOf = async (name: string, deps?: Deps): Promise<Finding | undefined> =>
  (await check(deps)).findings.find((each) => each.check === name);
const withEnv = (environment: Record<string, string>): Deps => ({
  ...app.deps,
  settings: readEnv({ RATE_LIMIT: "off", LOG_LEVEL: "silent", SECRET_KEY, DATA_DIR: home, ...environment }),
});

test("only super admins read the checks, and the worst finding is the state of all", async () => {
  for (const role of ["admin", "partner_manager"] as const) {
    await staff(app, role);
    expect((await app.send("GET /api/admin/health", { headers: basic(role) })).status).toBe(403);
    expect((await app.send("POST /api/admin/health/deep", { headers: basic(role) })).status).toBe(403);
  }
  const owner = await partner(app);
  const asOwner = await app.send("GET /api/admin/health", { headers: owner.headers });
  expect([asOwner.status, (await app.send("GET /api/admin/health")).status]).toEqual([401, 401]);
  const { status, json } = await app.send("GET /api/admin/health", { headers: basic("super_admin") });
  const states = json.findings.map(({ state }: Finding) => state);
  const worst = ["fail", "warn", "ok"].find((state) => states.includes(state));
  expect([status, json.state]).toEqual([200, worst]);
  expect(
    json.findings.every(({ state, remedy }: Finding) => (state === "ok") === (remedy === undefined)),
  ).toBe(true);
  const names = json.findings.map((each: Finding) => each.check);
  expect(new Set(names).size).toBe(names.length);
});

test("a folder of backups that cannot be read fails its check alone", async () => {
  const folder = join(home, "backups");
  await writeFile(folder, "a file, which is no folder");
  const found = await findingOf("backup keys");
  await rm(folder);
  expect(found).toMatchObject({ state: "fail", sentence: expect.stringContaining("ENOTDIR") });
});

test("jobs that fail are a warning, and that no process runs them a failure, with what to do", async () => {
  expect(await findingOf("jobs")).toMatchObject({ state: "ok" }); // nothing runs here at all, or this process does
  const table =
    "insert into jobs (name, failures, error) values ('operator.maintenance.sweep', 3, 'TypeError')";
  await app.db.query(table);
  expect(await findingOf("jobs")).toMatchObject({
    state: "warn",
    sentence: "Jobs that fail: operator.maintenance.sweep (3 in a row).",
  });
  const { json } = await app.send("GET /api/admin/health/jobs", { headers: basic("super_admin") });
  const sweep = json.find(({ id }: { id: string }) => id === "operator.maintenance.sweep");
  expect(sweep).toMatchObject({ cron: "17 * * * *", failures: 3, error: "TypeError", holder: null });
  await app.db.query("delete from jobs");
  const off = withEnv({ JOBS: "off" });
  const instance = await joinInstances(off);
  const alone = await findingOf("jobs", off);
  await instance.leave();
  expect(alone).toMatchObject({ state: "fail", remedy: "Start `rihla worker`, or a server with JOBS=on." });
});

test("a weak setting is named with its remedy, and no value of a secret is shown", () => {
  const key = "sesame-".repeat(5);
  const weak = settingFindings(
    readEnv({
      PUBLIC_URL: "http://rihla.example",
      SECRET_KEY: key,
      METRICS_TOKEN: "tokentoken",
      BACKUP_PASSPHRASE: "aaaaaaaaaaaa",
      RATE_LIMIT: "off",
      MAIL_URL: "smtp://mail.example:25",
      LOG_LEVEL: "silent",
      PAYMENT_GATEWAY: "stripe",
      STRIPE_SECRET_KEY: "sk_test_hidden",
      STRIPE_WEBHOOK_SECRET: "whsec_longenough, secret-hidden",
    }),
  ).filter(({ state }) => state === "warn");
  expect(weak.map((each) => each.check)).toEqual([
    ...["address", "staff MFA", "secret key strength", "metrics token", "backup passphrase", "rate limits"],
    ...["postal address", "mail encryption", "log level", "Stripe key", "Stripe webhook"],
  ]);
  expect(weak.every(({ remedy }) => remedy !== undefined)).toBe(true);
  expect(JSON.stringify(weak)).not.toMatch(/hidden|sesame|tokentoken|aaaa/);
  const sandbox = settingFindings(
    readEnv({ PUBLIC_URL: "https://rihla.example", PAYMENT_GATEWAY: "sandbox" }),
  );
  expect(sandbox.find((each) => each.check === "payments")?.state).toBe("warn");
});

test("an address without https, missing staff MFA and the sandbox are warnings on a local machine, too", () => {
  const states = Object.fromEntries(settingFindings(readEnv({})).map(({ check, state }) => [check, state]));
  expect(states).toMatchObject({ address: "warn", "staff MFA": "warn", payments: "warn" });
});

test("strong settings have no warning, whatever generator made the keys", () => {
  const keys = [
    "f3a91c07be52d8460a7e93bd15c2f684",
    crypto.randomUUID(),
    Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64"),
  ];
  for (const key of keys) {
    const findings = settingFindings(
      readEnv({
        PUBLIC_URL: "https://rihla.example",
        POSTAL_ADDRESS: "1 Main St, Dearborn",
        SECRET_KEY: key,
        METRICS_TOKEN: key,
        BACKUP_PASSPHRASE: "violet camel orbit nine",
        MAIL_URL: "smtp://user:password@mail.example:587",
        PAYMENT_GATEWAY: "stripe",
        STRIPE_SECRET_KEY: "sk_live_x",
        STRIPE_WEBHOOK_SECRET: "whsec_longenough",
      }),
    );
    expect(findings.filter(({ state }) => state !== "ok")).toEqual([]);
  }
});

test("the clock of this machine is compared with the database's", async () => {
  const states = [];
  for (const drift of [0, seconds(10), minutes(2)]) {
    const clock = createClock(app.db, app.deps.log, () => Date.now() + drift);
    states.push((await findingOf("clock", { ...app.deps, clock }))?.state);
  }
  expect(states).toEqual(["ok", "warn", "fail"]);
});

test("a proxy that TRUST_PROXY does not name is a warning once it was seen", async () => {
  expect((await findingOf("proxy"))?.state).toBe("ok");
  await app.send("GET /api/cities", { headers: { "X-Forwarded-For": "203.0.113.9" } });
  while ((await findingOf("proxy"))?.state === "ok") await Bun.sleep(5); // it is stored after the answer
  expect(await findingOf("proxy")).toMatchObject({
    state: "warn",
    remedy: expect.stringContaining("TRUST_PROXY"),
  });
});

test("a database that is away ends the list with its cause; the rest is checked all the same", async () => {
  const query = spyOn(app.db, "query").mockRejectedValue(new DatabaseUnavailable("away"));
  const { state, findings } = await check();
  query.mockRestore();
  expect([state, findings.at(-1)]).toEqual([
    "fail",
    expect.objectContaining({ check: "database", state: "fail" }),
  ]);
  expect(findings.map((each) => each.check)).toContain("disk");
});

test("another SECRET_KEY, a pending and an edited migration fail their checks", async () => {
  const [last] = await app.db.query<{ id: number; hash: string }>(
    "select id, hash from drizzle.__drizzle_migrations order by created_at desc limit 1",
  );
  const setHash = (hash: string) =>
    app.db.query("update drizzle.__drizzle_migrations set hash = $1 where id = $2", [hash, last?.id]);
  await setHash("edited");
  expect(await findingOf("schema")).toMatchObject({
    state: "fail",
    sentence: expect.stringContaining("edited"),
  });
  await setHash(last?.hash ?? "");
  await app.db.query("update drizzle.__drizzle_migrations set created_at = -created_at where id = $1", [
    last?.id,
  ]);
  const pending = await check();
  await app.db.query("update drizzle.__drizzle_migrations set created_at = -created_at where id = $1", [
    last?.id,
  ]);
  expect(pending.findings.find((each) => each.check === "schema")?.state).toBe("fail");
  await app.db.query("insert into installation (name, value) values ('key-check', 'of another key')");
  expect((await findingOf("secret key"))?.state).toBe("fail");
  await app.db.query("delete from installation where name = 'key-check'");
  expect((await findingOf("schema"))?.state).toBe("ok");
});

test("backups are a warning while none is scheduled, and a failure once one is overdue", async () => {
  app.clock.now = new Date("2026-03-02T05:00:00Z");
  const add = (name: string, at: string, error: string | null) =>
    app.db.query(
      "insert into backup_runs (name, started_at, seen_at, finished_at, error) values ($1, $2, $2, $2, $3)",
      [name, at, error],
    );
  const none = withEnv({});
  expect([(await findingOf("backups", none))?.state, (await findingOf("backups"))?.state]).toEqual([
    "warn",
    "warn",
  ]);
  await add("failed", "2026-03-01T03:00:00Z", "ENOSPC");
  expect(await findingOf("backups")).toMatchObject({
    state: "fail",
    sentence: "No backup has succeeded: the one of 2026-03-01 03:00 UTC failed.",
  });
  await add("made", "2026-03-02T03:00:00Z", null);
  expect([(await findingOf("backups"))?.state, (await findingOf("backups", none))?.state]).toEqual([
    "ok",
    "ok",
  ]);
  app.clock.now = new Date("2026-03-04T03:09:00Z"); // the second one may still be running
  expect((await findingOf("backups"))?.state).toBe("ok");
  app.clock.now = new Date("2026-03-04T03:11:00Z");
  expect(await findingOf("backups")).toMatchObject({
    state: "fail",
    sentence: "The last backup was made on 2026-03-02 03:00 UTC, although two more were due.",
  });
  app.clock.now = new Date("2026-03-05T04:01:00Z");
  expect((await findingOf("backups", none))?.state).toBe("warn");
});

test("mail fails once none goes out for ten minutes, and only warns while a single one is postponed", async () => {
  app.clock.now = new Date("2026-03-02T05:00:00Z");
  const deps: Deps = { ...app.deps, ports: { ...app.deps.ports, mailer: fakeMailer(async () => {}) } };
  const at = (ms: number) => new Date(app.clock.now.getTime() - ms);
  const add = (id: string, age: number, sent: boolean, waits: boolean, bulk = false) =>
    app.db.query(
      `insert into mails (id, "to", to_key, subject, text, kind, created_at, sent_at, next_try_at, bulk)
       values ($1, 'a@example.org', 'a@example.org', 's', 't', 'k', $2, $3, $4, $5)`,
      [id, at(age), sent ? at(0) : null, waits ? at(0) : null, bulk],
    );
  const states = async (from = deps) => [
    (await findingOf("mail", from))?.state,
    (await findingOf("failed mails", from))?.state,
  ];
  await app.db.query("delete from mails");
  expect([await states(), await states(app.deps)]).toEqual([
    ["ok", "ok"],
    ["ok", "ok"],
  ]);
  await add("broadcast", days(1), false, true, true);
  await add("new", minutes(9), false, true);
  expect([await states(), await states(app.deps)]).toEqual([
    ["ok", "ok"],
    ["warn", "ok"],
  ]);
  await add("old", minutes(11), false, true);
  expect(await findingOf("mail", deps)).toMatchObject({
    state: "fail",
    sentence: "The oldest mail that waits has done so for 11 minutes, and none has been sent since.",
  });
  await add("sent", minutes(5), true, false);
  expect((await states())[0]).toBe("ok");
  await add("postponed", hours(3), false, true);
  expect((await states())[0]).toBe("warn");
  await add("refused", days(6), false, false);
  await add("long ago", days(8), false, false);
  expect(await findingOf("failed mails", deps)).toMatchObject({
    state: "warn",
    sentence: expect.stringMatching(/^1 mail /),
  });
  await app.db.query(
    "insert into mail_breaker (stream, stopped_at, reason) values ('joining', $1, 'too many bounces')",
    [at(0)],
  );
  expect(await findingOf("mail", deps)).toMatchObject({
    state: "fail",
    sentence: "Joining mails are stopped: too many bounces. All other mail goes out.",
    remedy: expect.stringContaining("mail resume"),
  });
  await app.db.query("delete from mail_breaker");
  await app.db.query("delete from mails");
});

test("the sync fails if the last run failed or two runs are overdue, and places that fail are a warning", async () => {
  app.clock.now = new Date("2026-03-02T05:30:00Z");
  const run = (id: string, at: string, status: string, message: string | null) =>
    app.db.query(
      `insert into sync_runs (id, trigger, started_by, dry_run, is_full, status, message, started_at, finished_at)
       values ($1, 'schedule', 's', false, false, $3, $4, $2, $2)`,
      [id, at, status, message],
    );
  const state = async (deps?: Deps) => (await findingOf("sync", deps))?.state;
  expect([await state(), await state(withEnv({ SYNC_CRON: "off" }))]).toEqual(["ok", "ok"]);
  await addPlaces(app, [{}]);
  expect(await state()).toBe("warn");
  await run("1", "2026-03-02T04:00:00Z", "succeeded", null);
  expect([await state(), (await findingOf("places that fail"))?.state]).toEqual(["ok", "ok"]);
  app.clock.now = new Date("2026-03-02T06:30:00Z");
  expect(await state()).toBe("fail");
  await run("2", "2026-03-02T06:00:00Z", "failed", "The main database cannot be reached.");
  expect(await findingOf("sync")).toMatchObject({
    state: "fail",
    sentence: "The last sync of 2026-03-02 06:00 UTC failed: The main database cannot be reached.",
  });
  await run("3", "2026-03-02T06:10:00Z", "partial", null);
  await app.db.query("update pois set sync_state = 'error'");
  expect([await state(), (await findingOf("places that fail"))?.state]).toEqual(["ok", "warn"]);
});

test("writes that fail for lack of space are a failure", async () => {
  expect(await findingOf("disk space")).toBeUndefined();
  app.deps.state.diskSpace.report({ code: "53100" });
  expect((await findingOf("disk space"))?.state).toBe("fail");
  expect((await app.send("GET /readyz")).status).toBe(200); // tries a write
  expect(await findingOf("disk space")).toBeUndefined();
});
