import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from "bun:test";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseUnavailable } from "../db/errors.ts";
import { seconds } from "../shared/duration.ts";
import { partner } from "../testing/accounts.ts";
import { secondInstance, type TestApp, testApp } from "../testing/app.ts";
import { pdf } from "../testing/evidence-files.ts";
import { createWorkerHandler } from "./health.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ MAIL_EVENTS_PROVIDER: "postmark", MAIL_EVENTS_SECRET: "hook:a long password" });
});
afterAll(() => app.close());
beforeEach(() => app.clock.forward(seconds(10)));

const ready = async () => (await app.send("GET /readyz")).status;

test("the server is not ready until the database has every migration", async () => {
  expect(await ready()).toBe(200);
  app.clock.forward(seconds(1));
  const [last] = await app.db.query<{ id: number; hash: string; created_at: number }>(
    "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning *",
  );
  const response = await app.send("GET /readyz");
  expect([response.status, response.json.code, response.headers.has("retry-after")]).toEqual([
    503,
    "UNAVAILABLE",
    true,
  ]);
  await app.db.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
    last?.hash,
    last?.created_at,
  ]);
  expect(await ready()).toBe(200);
});

test("the server is ready on a newer schema as long as no migration needs a newer program", async () => {
  const apply = (oldest: string | null) =>
    app.db.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at, oldest_program) values ('newer', 9999999999999, $1)",
      [oldest],
    );
  const answers: number[] = [];
  for (const oldest of ["", "0000_baseline", "9999_newer", null]) {
    await apply(oldest);
    app.clock.forward(seconds(1));
    answers.push(await ready());
    await app.db.query("delete from drizzle.__drizzle_migrations where hash = 'newer'");
  }
  expect(answers).toEqual([200, 200, 503, 503]);
  expect(await ready()).toBe(200);
});

test("a server that is told to stop is not ready, and still answers calls", async () => {
  const other = secondInstance(app, app.deps.encryption);
  other.deps.state.stopping.abort();
  const answers = ["GET /readyz", "GET /healthz", "GET /api/support/payment/options"] as const;
  const statuses = await Promise.all(answers.map(async (line) => (await other.send(line)).status));
  expect(statuses).toEqual([503, 200, 200]);
});

test("a worker answers probes and metrics on its socket, and nothing else", async () => {
  const answer = createWorkerHandler(app.deps);
  const ask = (path: string) => answer(new Request(`http://worker${path}`));
  const statuses = await Promise.all(["/healthz", "/readyz", "/api/waitlist"].map(ask));
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 404]);
  expect(await (await ask("/metrics")).text()).toContain("rihla_job_failures_total");
  app.clock.forward(seconds(1));
  const away = spyOn(app.db, "ping").mockRejectedValue(new DatabaseUnavailable("away"));
  const refused = await ask("/readyz");
  away.mockRestore();
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: "UNAVAILABLE" }]);
});

test("readiness reports an outage and its end at once", async () => {
  const away = spyOn(app.db, "ping").mockRejectedValue(new DatabaseUnavailable("away"));
  expect([await ready(), await ready()]).toEqual([503, 503]);
  expect((await app.send("GET /healthz")).status).toBe(200);
  away.mockRestore();
  expect(await ready()).toBe(200);
});

test("the log has the cause and the SQLSTATE of the 503 of a probe and of a call", async () => {
  const logged = spyOn(app.deps.log, "warn");
  const causes = () => logged.mock.calls.map(([facts]) => facts);
  const full = Object.assign(new Error("secret value"), { code: "53100" });
  const ping = spyOn(app.db, "ping").mockRejectedValue(full);
  expect(await ready()).toBe(503);
  expect(causes()).toMatchObject([{ sqlState: "53100", error: "DomainError < Error" }]);
  ping.mockRejectedValue(new DatabaseUnavailable("away", { cause: { code: "ECONNREFUSED" } }));
  expect(await ready()).toBe(503);
  expect(causes().at(-1)).toMatchObject({ reason: "away", code: "ECONNREFUSED" });
  ping.mockRestore();
  const query = spyOn(app.deps.sessions.staff, "validate").mockRejectedValue(full);
  const cookie = "staff_session=x; __Host-staff_session=x";
  const call = await app.send("GET /api/admin/waitlist", { headers: { cookie } });
  query.mockRestore();
  expect(call.status).toBe(503);
  expect(causes().at(-1)).toMatchObject({ sqlState: "53100", path: "admin.waitlist.list" });
  expect(JSON.stringify(causes())).not.toContain("secret value");
  logged.mockRestore();
});

test("the log has the cause and the SQLSTATE of the 503 of an upload and of a webhook", async () => {
  const owner = await partner(app);
  const upload = {
    raw: pdf(),
    headers: { ...owner.headers, "Content-Type": "application/octet-stream", "X-File-Name": "license.pdf" },
  };
  const event = {
    body: {
      RecordType: "Bounce",
      Type: "HardBounce",
      ID: 1,
      Email: "a@example.org",
      BouncedAt: "2026-01-01",
    },
    headers: { Authorization: `Basic ${btoa("hook:a long password")}` },
  };
  const logged = spyOn(app.deps.log, "warn");
  const writes = spyOn(app.db, "transaction").mockRejectedValue(FULL);
  const answers = [
    await app.send("POST /partner/api/evidence", upload),
    await app.send("POST /api/mail/events", event),
  ];
  writes.mockRestore();
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  const causes = logged.mock.calls.map(([facts]) => facts);
  logged.mockRestore();
  expect(causes).toMatchObject(answers.map(({ json }) => ({ sqlState: "53100", requestId: json.requestId })));
  expect(JSON.stringify(causes)).not.toContain("could not extend");
});

const FULL = Object.assign(new Error("could not extend file"), { code: "53100" });

const inquire = async () =>
  (await app.send("POST /api/partnership", { body: { businessName: "Noor", email: "noor@example.org" } }))
    .status;

test("a server whose writes fail for lack of space is not ready until a write succeeds", async () => {
  expect(await ready()).toBe(200); // writes again after the failure of the test above
  app.clock.forward(seconds(1));
  const writes = spyOn(app.db, "transaction").mockRejectedValue(FULL);
  expect(await ready()).toBe(200);
  expect(writes).not.toHaveBeenCalled(); // a healthy server is not asked to write
  app.clock.forward(seconds(1));
  expect(await inquire()).toBe(503);
  const tried = writes.mock.calls.length;
  expect([await ready(), await ready(), writes.mock.calls.length]).toEqual([503, 503, tried + 1]);
  app.clock.forward(seconds(1));
  expect([await ready(), writes.mock.calls.length]).toEqual([503, tried + 2]);
  writes.mockRestore();
  app.clock.forward(seconds(1));
  expect([await ready(), await inquire()]).toEqual([200, 201]);
  const later = spyOn(app.db, "transaction");
  app.clock.forward(seconds(1));
  expect([await ready(), later.mock.calls.length]).toEqual([200, 0]);
  later.mockRestore();
});

test("a full disk of the data directory makes the server unready too, and the log has the cause", async () => {
  const dir = await mkdtemp(join(tmpdir(), "rihla-health-"));
  const file = join(dir, "not-a-folder");
  const other = await testApp({ DATA_DIR: file });
  const logged = spyOn(other.deps.log, "warn");
  try {
    const look = async () => (await other.send("GET /readyz")).status;
    other.deps.state.diskSpace.report(Object.assign(new Error("no space"), { code: "EACCES" }));
    expect(await look()).toBe(200); // another failure
    await writeFile(file, ""); // writes into it fail from now on
    other.clock.forward(seconds(1));
    other.deps.state.diskSpace.report(Object.assign(new Error("no space"), { code: "ENOSPC" }));
    expect(await look()).toBe(503);
    expect(logged.mock.calls.at(-1)?.[0]).toMatchObject({ code: "ENOTDIR" });
    await rm(file);
    await mkdir(file);
    other.clock.forward(seconds(1));
    expect([await look(), await readdir(file)]).toEqual([200, []]);
  } finally {
    logged.mockRestore();
    await other.close();
    await rm(dir, { recursive: true });
  }
});

test("concurrent readiness checks cost a single database check", async () => {
  const pings = spyOn(app.db, "ping");
  expect(new Set(await Promise.all(Array.from({ length: 50 }, ready)))).toEqual(new Set([200]));
  expect(await ready()).toBe(200);
  expect(pings).toHaveBeenCalledTimes(1);
  app.clock.forward(seconds(1));
  expect(await ready()).toBe(200);
  expect(pings).toHaveBeenCalledTimes(2);
  pings.mockRestore();
});
