import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { derivePassphraseKey, encryptBackup, newSalt } from "../../../core/crypto/backup-encryption.ts";
import { createEncryption } from "../../../core/crypto/encryption.ts";
import { checkSecretKey } from "../../../core/crypto/secret-key.ts";
import { createBackupFile, type Encode } from "../../../db/backup/backup-file.ts";
import { MIGRATIONS } from "../../../db/migrate.ts";
import { randomId } from "../../../shared/id.ts";
import { operatorContext, type TestApp, testApp } from "../../../testing/app.ts";
import { failureOf } from "../../../testing/failure.ts";
import { restore } from "./restore.ts";
import { verifyFile } from "./verify.ts";

const PASSPHRASE_KEY = { salt: newSalt(), key: "" };
const STORED = "what is stored";

let home: string;
let app: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-hostile-"));
  app = await testApp({ DATA_DIR: join(home, "data") });
  await checkSecretKey(app.db, app.deps.encryption);
  await app.send("POST /api/waitlist", { body: { firstName: "Amina", email: "amina@example.com" } });
  PASSPHRASE_KEY.key = await derivePassphraseKey("camels cross the dunes", PASSPHRASE_KEY.salt);
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const migration = readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis;
const CREATED_AT = "2026-03-01T12:00:00.000Z";
const HEAD = { format: "rihla-backup", version: 2, migration, createdAt: CREATED_AT, references: [] };
const OF_TABLE = { types: [], required: [], sequences: {} };

/** Lines that are texts are written as they are. */
async function made(lines: readonly unknown[], encode?: Encode): Promise<string> {
  const path = join(home, randomId());
  const file = await createBackupFile(path, encode);
  for (const line of lines) await file.line(typeof line === "string" ? line : JSON.stringify(line));
  await file.finish();
  await file.close();
  return path;
}

const withPassphrase: Encode = (plain) => encryptBackup(PASSPHRASE_KEY, plain);
const withSecretKey: Encode = (plain) => encryptBackup(app.deps.encryption, plain);

const restored = (file: string, key?: string) =>
  restore(operatorContext(app.deps, "operator.maintenance.restore"), {
    file,
    replace: true,
    withoutSecrets: false,
    ...(key && { key }),
  });
const refusal = async (file: string, key?: string) =>
  (await failureOf(() => restored(file, key))) as Error & { kind: string };

const attachment = (name: string, bytes = "other bytes") => [
  { attachment: name },
  JSON.stringify(Buffer.from(bytes).toString("base64")),
];
const oneFile = (rows = {}) => ({ rows, attachments: { stored: 1, missing: 0 } });
const keyCheck = (value: string) => [
  { ...OF_TABLE, table: "installation", columns: ["name", "value"] },
  ["key-check", value],
];
const ofKey = () => keyCheck(app.deps.encryption.keyChecks[0]);
const signups = async () => (await app.db.query("select from waitlist_signups")).length;

test("a file of a backup whose name is a path is written nowhere, no matter who encrypted the backup", async () => {
  const before = await readdir(home, { recursive: true });
  const names = ["../escaped", "/tmp/rihla-escaped", ""];
  for (const name of names) {
    const path = await made(
      [HEAD, ...ofKey(), ...attachment(name), oneFile({ installation: 1 })],
      withSecretKey,
    );
    expect(await refusal(path)).toMatchObject({
      kind: "invalid",
      message: "The backup holds a file whose name is not an id.",
    });
    await rm(path);
  }
  expect(await readdir(home, { recursive: true })).toEqual(before);
  const plain = await made([HEAD, ...ofKey(), ...attachment("../escaped"), oneFile({ installation: 1 })]);
  await expect(verifyFile(plain)).rejects.toThrow("whose name is not an id");
}, 60_000);

test("a backup that is refused for its key replaces no evidence file", async () => {
  const id = randomId();
  const { files } = app.deps.ports;
  await files.put(
    id,
    (async function* () {
      yield Buffer.from(STORED);
    })(),
  );
  const plain = await made([HEAD, ...attachment(id), oneFile()]);
  expect((await refusal(plain)).message).toContain("not encrypted");
  const other = keyCheck(createEncryption("the key of another installation, 32+").keyChecks[0]);
  const lines = [HEAD, ...other, ...attachment(id), oneFile({ installation: 1 })];
  expect((await refusal(await made(lines, withPassphrase), PASSPHRASE_KEY.key)).kind).toBe("conflict");
  const late = [HEAD, ...attachment(id), ...other, oneFile({ installation: 1 })];
  expect((await refusal(await made(late, withPassphrase), PASSPHRASE_KEY.key)).kind).toBe("invalid");
  const bytes = await Array.fromAsync((await files.get(id)) ?? []);
  expect(Buffer.concat(bytes).toString()).toBe(STORED);
});

test("a restore whose file store does not answer is rolled back when its caller leaves, and a signup succeeds then", async () => {
  const asked = Promise.withResolvers<void>();
  const put = () => {
    asked.resolve();
    return new Promise<never>(() => {});
  };
  const { ports } = app.deps;
  const deps = { ...app.deps, ports: { ...ports, files: { ...ports.files, put } } };
  const file = await made(
    [HEAD, ...ofKey(), ...attachment(randomId()), oneFile({ installation: 1 })],
    withSecretKey,
  );
  const caller = new AbortController();
  const { call, ...ctx } = operatorContext(deps, "operator.maintenance.restore");
  const failed = failureOf(() =>
    restore(
      { ...ctx, call: { ...call, signal: caller.signal } },
      { file, replace: true, withoutSecrets: false },
    ),
  );
  await asked.promise;
  caller.abort();
  expect(await failed).toMatchObject({ name: "AbortError" });
  const body = { firstName: "Maryam", email: "maryam@example.com" };
  expect((await app.send("POST /api/waitlist", { body })).status).toBe(201);
  expect(await signups()).toBe(2);
  await app.db.query("delete from waitlist_signups where email = $1", [body.email]);
});

const table = (head: object, ...rows: unknown[]) => [HEAD, ...ofKey(), { ...OF_TABLE, ...head }, ...rows];

test("a complete file with lines that this program does not write is refused in one sentence, and changes nothing", async () => {
  const lists: readonly (readonly unknown[])[] = [
    ["{nope"],
    [{ ...HEAD, createdAt: "yesterday" }, { rows: {} }],
    table({ table: 'pois"; drop table pois; --', columns: ["id"] }),
    table({ table: "pois", columns: ['id") select 1; --'] }),
    table({ table: "pois", columns: ["id", "id"] }, ["a", "b"]),
    table({ table: "audit_log", columns: ["id"], sequences: { id: "1); drop table pois; --" } }),
    table({ table: "audit_log", columns: ["id"] }, ["no number"]),
    table({ table: "pois", columns: ["id"] }, "[1,2"),
  ];
  for (const lines of lists) expect((await refusal(await made(lines, withSecretKey))).kind).toBe("invalid");
  expect(await signups()).toBe(1);
}, 60_000);

test("a small file that unpacks to a huge line or a huge file is refused before it fills the memory", async () => {
  const line = await made([HEAD, "x".repeat(2 ** 26 + 1)]);
  expect((await refusal(line)).message).toContain("is not a whole backup");
  const part = JSON.stringify(Buffer.alloc(2 ** 20).toString("base64"));
  const parts = [HEAD, ...ofKey(), { attachment: randomId() }, ...Array.from({ length: 12 }, () => part)];
  const file = await made([...parts, oneFile({ installation: 1 })], withSecretKey);
  expect((await refusal(file)).message).toBe("The backup holds a file of more than 10 MiB.");
});

test("sessions and tokens in a backup are not restored", async () => {
  const rows = [["a token"]];
  const lines = [HEAD, ...ofKey(), { ...OF_TABLE, table: "api_tokens", columns: ["id"] }, ...rows];
  const file = await made([...lines, { rows: { installation: 1, api_tokens: 1 } }], withSecretKey);
  expect(await restored(file)).toMatchObject({ success: true });
  expect(await app.db.query("select from api_tokens")).toEqual([]);
});

test("a verification refuses rows that do not fit their table, and names the table", async () => {
  const head = {
    table: "pois",
    columns: ["id", "seq"],
    types: ["text", "integer"],
    required: ["id"],
    sequences: {},
  };
  const rows = { rows: { pois: 1 } };
  const refusals = [
    [["a"], "A row of pois in the backup is not one value for each column."],
    [["a", "x"], "A row of pois in the backup has no integer in seq."],
    [[null, "1"], "A row of pois in the backup has no text in id."],
    [["a", 1], "A row of pois in the backup is not one value for each column."],
  ] as const;
  for (const [row, sentence] of refusals)
    await expect(verifyFile(await made([HEAD, head, row, rows]))).rejects.toThrow(sentence);
  await expect(verifyFile(await made([HEAD, head, ["a", null], { rows: { pois: 2 } }]))).rejects.toThrow(
    "The backup holds other rows than it says.",
  );
});

test("a verification finds a row that refers to one that is missing", async () => {
  const references = [{ table: "pois", columns: ["merged_into"], to: "pois", key: ["id"] }];
  const head = { ...OF_TABLE, table: "pois", columns: ["id", "merged_into"] };
  const rows = { rows: { pois: 2 } };
  const lines = (into: string) => [head, ["a", into], ["b", null], rows];
  const known = { ...HEAD, references };
  expect((await verifyFile(await made([known, ...lines("b")]))).checked).toContain(
    "finds those that it refers to",
  );
  await expect(verifyFile(await made([known, ...lines("c")]))).rejects.toThrow(
    "A row of pois in the backup refers to one of pois that is missing.",
  );
});
