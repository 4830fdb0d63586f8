import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEncryption } from "../../../core/crypto/encryption.ts";
import { readEnv } from "../../../env.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { operatorContext, SECRET_KEY, type TestApp, testApp } from "../../../testing/app.ts";
import { openMain } from "../../../testing/database/main-database.ts";
import { fakeBucket } from "../../../testing/fake-bucket.ts";
import { startFakeStripe } from "../../../testing/fake-stripe.ts";
import { mailServer } from "../../../testing/mail-server.ts";
import { createFileStore } from "../../evidence/uploads/file-store.ts";
import { smtpMailer } from "../../mail/smtp.ts";
import { createGateway } from "../../payments/gateways/create-gateway.ts";
import { createMainDatabase } from "../../sync/main-database/main-database.ts";
import { prepareMainTable } from "../../sync/main-database/main-table.ts";
import * as backups from "../backups/service.ts";
import { compareEvidence, mainDatabaseFinding, tryEvidenceStore, tryGateway, tryLastBackup } from "./deep.ts";
import type { Finding } from "./schema.ts";
import { bounded, tryDisks, tryMailServer } from "./service.ts";

const SECRETS = /hidden|sk_live_|AKIA/;

const stripe = startFakeStripe();
const bucket = fakeBucket();
let home: string;
let app: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-deep-"));
  app = await testApp({ DATA_DIR: home });
  await staff(app, "super_admin");
});
afterAll(async () => {
  stripe.stop();
  bucket.stop();
  await app.close();
  await rm(home, { recursive: true, force: true });
});

type Deps = TestApp["deps"];
/** The server with other settings, and what it then talks to. */
function withEnv(environment: Record<string, string>): Deps {
  const { db, now, encryption, ports } = app.deps;
  const settings = readEnv({ LOG_LEVEL: "silent", SECRET_KEY, DATA_DIR: home, ...environment });
  const outside = {
    mailer: smtpMailer(settings),
    files: createFileStore(settings),
    mainDatabase: settings.mainDatabaseUrl === undefined ? ports.mainDatabase : createMainDatabase(settings),
    gateway: createGateway({ settings, db, encryption, now }),
  };
  return { ...app.deps, settings, ports: { ...ports, ...outside } };
}

/** A failed finding has a remedy, and none shows a secret. */
function expectSafe(findings: readonly Finding[]): void {
  expect(JSON.stringify(findings)).not.toMatch(SECRETS);
  expect(findings.every(({ state, remedy }) => (state === "ok") === (remedy === undefined))).toBe(true);
}

/** A mail server that offers to sign in, and what else it is told to. */
function signInServer(reply: string) {
  const server = Bun.listen({
    hostname: "0.0.0.0",
    port: 0,
    socket: {
      open: (socket) => void socket.write("220 here\r\n"),
      data(socket, bytes) {
        const line = bytes.toString();
        if (line.startsWith("EHLO")) socket.write("250-here\r\n250 AUTH PLAIN\r\n");
        else socket.write(line.startsWith("AUTH") ? `${reply}\r\n` : "502 no such command\r\n");
      },
    },
  });
  return { port: server.port, stop: () => server.stop(true) };
}

test("the mail server is signed in to, and its refusals are told apart", async () => {
  const plain = await mailServer();
  const [strict, kind] = [signInServer("535 5.7.8 no, hidden"), signInServer("235 welcome")];
  const cases: readonly (readonly [url: string, state: string, sentence: string])[] = [
    [plain.url, "ok", "responds"],
    [`smtp://user:hidden@127.0.0.1:${kind.port}`, "ok", "accepts the password"],
    [`smtp://user:hidden@127.0.0.1:${strict.port}`, "fail", "refuses the user name or the password (535)"],
    [`smtp://user:hidden@0.0.0.0:${kind.port}`, "fail", "offers no encryption that can be used"],
    ["smtp://user:hidden@127.0.0.1:1", "fail", "cannot be reached"],
    ["smtp://user:hidden@nowhere.invalid:587", "fail", "cannot be reached"],
  ];
  for (const [url, state, sentence] of cases) {
    const findings = await tryMailServer(withEnv({ MAIL_URL: url }));
    expectSafe(findings);
    expect(findings).toMatchObject([
      { check: "mail server", state, sentence: expect.stringContaining(sentence) },
    ]);
  }
  expect((await tryMailServer(withEnv({})))[0]?.state).toBe("ok");
  expect(plain.taken).toEqual([]);
  for (const server of [strict, kind]) server.stop();
  await plain.close();
});

test("the gateway is read with the key, its refusals have their remedy, and its clock is compared", async () => {
  const env = {
    PAYMENT_GATEWAY: "stripe",
    STRIPE_SECRET_KEY: "sk_live_hidden",
    STRIPE_WEBHOOK_SECRET: "whsec_hidden",
    STRIPE_API_URL: stripe.url,
  };
  app.clock.now = new Date();
  const well = await tryGateway(withEnv(env));
  expect(well.map(({ check, state }) => [check, state])).toEqual([
    ["payment gateway", "ok"],
    ["clock of Stripe", "ok"],
  ]);
  expect(stripe.seen.at(-1)?.authorization).toBe("Bearer sk_live_hidden");
  app.clock.forward(60_000);
  expect((await tryGateway(withEnv(env)))[1]?.state).toBe("fail");
  app.clock.now = new Date();
  const sentences = [];
  for (const mood of ["knows no such key", "forbids", "breaks", "talks nonsense"] as const) {
    stripe.state.mood = mood;
    const findings = await tryGateway(withEnv(env));
    expectSafe(findings);
    expect(findings.map(({ state }) => state)).toEqual(["fail"]);
    sentences.push(findings[0]?.sentence);
  }
  stripe.state.mood = "well";
  expect(sentences.slice(0, 2)).toEqual([
    "Stripe does not know STRIPE_SECRET_KEY.",
    "STRIPE_SECRET_KEY may not read Checkout Sessions.",
  ]);
  const away = await tryGateway(withEnv({ ...env, STRIPE_API_URL: "http://127.0.0.1:1" }));
  expect(away).toMatchObject([{ state: "fail", sentence: expect.stringContaining("cannot be reached") }]);
  expect((await tryGateway(withEnv({ PAYMENT_GATEWAY: "off" })))[0]?.state).toBe("ok");
});

test("a file is written to the evidence store, read back and deleted, in the folder and in the bucket", async () => {
  for (const env of [{}, bucket.settings]) {
    expect(await tryEvidenceStore(withEnv(env))).toMatchObject([{ check: "evidence store", state: "ok" }]);
  }
  expect([await readdir(join(home, "evidence")), bucket.objects.size]).toEqual([[], 0]);
  const wrong = {
    ...bucket.settings,
    EVIDENCE_S3_ACCESS_KEY_ID: "AKIA",
    EVIDENCE_S3_SECRET_ACCESS_KEY: "hidden",
  };
  const refused = await tryEvidenceStore(withEnv(wrong));
  expectSafe(refused);
  expect(refused).toMatchObject([
    { state: "fail", sentence: `The bucket ${wrong.EVIDENCE_S3_BUCKET} cannot be used (AccessDenied).` },
  ]);
  const away = await tryEvidenceStore(withEnv({ ...bucket.settings, EVIDENCE_S3_URL: "http://127.0.0.1:1" }));
  expect(away[0]?.state).toBe("fail");
  const file = join(home, "no-folder");
  await writeFile(file, "");
  const folder = await tryEvidenceStore(withEnv({ DATA_DIR: file }));
  expect(folder).toMatchObject([{ state: "fail", remedy: expect.stringContaining("DATA_DIR") }]);
  await rm(file);
});

test("evidence files that are missing in the store are counted and named", async () => {
  const add = (id: string, removed: boolean) =>
    app.db.query(
      `insert into evidence_files (id, name, content_type, bytes, digest, uploaded_at, removed_at)
       values ($1, 'lease.pdf', 'application/pdf', 1, 'd', now(), $2)`,
      [id, removed ? new Date() : null],
    );
  const ids = Array.from({ length: 7 }, (_, n) => `${n}`.repeat(26));
  for (const id of ids) await add(id, id.startsWith("6"));
  const deps = withEnv({});
  await deps.ports.files.put(
    ids[0] ?? "",
    (async function* () {
      yield new Uint8Array([1]);
    })(),
  );
  const missing = await compareEvidence(deps);
  expectSafe(missing);
  expect(missing).toMatchObject([
    {
      check: "evidence files",
      state: "fail",
      sentence: `Evidence files that are missing in the store: 5 of 6 (${ids.slice(1, 6).join(", ")}).`,
    },
  ]);
  await app.db.query("delete from evidence_files where id <> $1", [ids[0]]);
  expect((await compareEvidence(deps))[0]?.state).toBe("ok");
  await app.db.query("delete from evidence_files");
});

test("the main database is written to and left as it was; a missing right, a strange table and an outage fail", async () => {
  const main = await openMain();
  const env = { MAIN_DATABASE_URL: "postgres://user:hidden@127.0.0.1:1/main" };
  const away = withEnv(env);
  const deps: Deps = { ...away, ports: { ...away.ports, mainDatabase: main.port } };
  const state = async (from = deps) => {
    const [finding] = await mainDatabaseFinding(from);
    if (finding) expectSafe([finding]);
    return finding;
  };
  try {
    expect(await state(withEnv({}))).toMatchObject({
      state: "ok",
      sentence: expect.stringContaining("embedded"),
    });
    expect(await state(away)).toMatchObject({
      state: "fail",
      sentence: "The main database cannot be reached.",
    });
    expect(await state()).toMatchObject({
      state: "ok",
      sentence: expect.stringContaining("makes the table"),
    });
    expect(await main.db.query("select to_regclass('public.places') as there")).toEqual([{ there: null }]);
    await prepareMainTable(main.db);
    expect(await state()).toMatchObject({ state: "ok", sentence: "Places can be written to it." });
    expect(await main.db.query("select count(*) as count from places")).toEqual([{ count: 0 }]);
    await main.db.query("drop index places_place_id");
    expect((await state())?.state).toBe("warn");
    await main.db.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '42501'; end $$`);
    await main.db.query(
      "create trigger refuse before update on places for each row execute function refuse()",
    );
    expect(await state()).toMatchObject({
      state: "fail",
      sentence: "The main database refused the work (SQLSTATE 42501).",
      remedy: expect.stringContaining("Grant"),
    });
    await main.db.query("drop table places");
    await main.db.query("create table places (id int, name text)");
    expect(await state()).toMatchObject({
      state: "fail",
      sentence: expect.stringContaining("ids of the type integer"),
    });
  } finally {
    await main.db.close();
    await away.ports.mainDatabase.close();
  }
});

test("the last backup is there, as large as it was, and opens with the present key or passphrase", async () => {
  const settings = [{}, { BACKUP_PASSPHRASE: "violet camel orbit nine" }];
  expect(await tryLastBackup(withEnv({}))).toMatchObject([{ check: "last backup", state: "ok" }]);
  for (const env of settings) {
    app.clock.forward(60_000);
    const deps = withEnv(env);
    const { name } = await backups.create(operatorContext(deps, "admin.backups.create"), {
      evidence: false,
    });
    expect(await tryLastBackup(deps)).toMatchObject([
      { state: "ok", sentence: `${name} opens with the present key.` },
    ]);
    const path = join(home, "backups", name);
    const bytes = await readFile(path);
    const other = { ...deps, encryption: createEncryption("hidden key of another installation!") };
    const damage = async () => (await tryLastBackup(deps))[0];
    if (env.BACKUP_PASSPHRASE === undefined) {
      const [finding] = await tryLastBackup(other);
      expect(finding).toMatchObject({
        state: "fail",
        sentence: `${name} cannot be read: It was made with another key.`,
      });
    } else {
      expect((await tryLastBackup(withEnv({})))[0]?.sentence).toContain("only its size was compared");
    }
    await writeFile(path, bytes.with(300, (bytes[300] ?? 0) ^ 1));
    expect(await damage()).toMatchObject({
      state: "fail",
      sentence: expect.stringContaining("cannot be read"),
    });
    await truncate(path, bytes.length - 1);
    expect(await damage()).toMatchObject({
      state: "fail",
      sentence: expect.stringContaining("another size"),
    });
    await rm(path);
    expect(await damage()).toMatchObject({
      state: "fail",
      sentence: expect.stringContaining("is missing in"),
    });
  }
});

test("the disks are written to and nothing stays; one that cannot be written fails with its cause", async () => {
  const before = await readdir(home);
  const findings = await tryDisks({ dataDir: home });
  expect(findings.map(({ check, state }) => [check, state])).toEqual([
    ["disk write", "ok"],
    ["temp disk write", "ok"],
  ]);
  expect(await readdir(home)).toEqual(before);
  const file = join(home, "file");
  await writeFile(file, "");
  expect(await tryDisks({ dataDir: file })).toMatchObject([
    { check: "disk write", state: "fail", sentence: `${file} cannot be written (ENOTDIR).` },
    { state: "ok" },
  ]);
  await rm(file);
});

test("a trial that hangs or fails unexpectedly is a failure of its own, without the message of the error", async () => {
  const { log } = app.deps;
  const hanging = await bounded(log, "hanging", () => new Promise(() => {}), 1);
  const broken = await bounded(log, "broken", () => Promise.reject(new TypeError("hidden")));
  expectSafe([...hanging, ...broken]);
  expect([...hanging, ...broken]).toMatchObject([
    { check: "hanging", state: "fail" },
    { check: "broken", state: "fail", sentence: "This failed: TypeError." },
  ]);
});

test("the deep checks run once at a time, are recorded, and include the quick ones", async () => {
  const deep = () => app.send("POST /api/admin/health/deep", { headers: basic("super_admin") });
  const answers = await Promise.all([deep(), deep()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { json } = answers.find(({ status }) => status === 200) ?? answers[0];
  const names = json.findings.map((each: Finding) => each.check);
  expect(names).toEqual(
    expect.arrayContaining(["database", "backups", "evidence store", "main database", "last backup"]),
  );
  expect((await deep()).status).toBe(200);
  const entries = "select actor_name as actor from audit_log where action = 'admin.health.deep'";
  expect(await app.db.query(entries)).toEqual([{ actor: "super_admin" }, { actor: "super_admin" }]);
});
