import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decryptBackup, derivePassphraseKey, newSalt } from "../../../core/crypto/backup-encryption.ts";
import { createEncryption } from "../../../core/crypto/encryption.ts";
import { checkSecretKey } from "../../../core/crypto/secret-key.ts";
import { DERIVED_TABLES, INTERNAL_TABLES, LOCAL_TABLES, writeBackup } from "../../../db/backup/backup.ts";
import { linesOf } from "../../../db/backup/backup-file.ts";
import { staff } from "../../../testing/accounts.ts";
import { operatorContext, type TestApp, testApp } from "../../../testing/app.ts";
import { failureOf } from "../../../testing/failure.ts";
import { place } from "../../../testing/places/places.ts";
import { waitlistSignups } from "../../waitlist/table.ts";
import { backup } from "./backup.ts";
import { restore } from "./restore.ts";

let home: string;
let app: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-backups-"));
  app = await testApp({ DATA_DIR: home });
  await joinWaitlist("amina@example.com");
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const joinWaitlist = (email: string) =>
  app.send("POST /api/waitlist", { body: { firstName: "Amina", email } });
const wordsOf = () =>
  app.db.query("select token, weight, key, city, category, poi from poi_words order by 1, 2, 3, 4, 5, 6");
async function countedIn(names: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) {
    const [row] = await app.db.query<{ count: number }>(`select count(*)::int from ${name}`);
    counts[name] = row?.count ?? 0;
  }
  return counts;
}
const emails = async () => (await app.db.orm.select().from(waitlistSignups)).map(({ email }) => email).sort();

type Key = Partial<Parameters<typeof backup>[1]>;

async function backedUp(name: string, key: Key = {}): Promise<string> {
  const path = join(home, name);
  const parts = await Array.fromAsync(
    await backup(operatorContext(app.deps, "operator.maintenance.backup"), { evidence: false, ...key }),
  );
  await Bun.write(path, Buffer.concat(parts));
  return path;
}

const restored = (file: string, key?: string, deps = app.deps) =>
  restore(operatorContext(deps, "operator.maintenance.restore"), {
    file,
    replace: true,
    withoutSecrets: false,
    ...(key && { key }),
  });

test("a backup is encrypted and restores with the same SECRET_KEY", async () => {
  const file = await backedUp("own");
  expect(Buffer.from(await Bun.file(file).bytes()).includes("amina")).toBe(false);
  await joinWaitlist("later@example.com");
  await restored(file);
  expect(await emails()).toEqual(["amina@example.com"]);
  expect((await readdir(home)).filter((name) => name.startsWith("spool"))).toEqual([]);
});

test("the preview of a restore counts the rows that it would replace or delete, without what belongs to processes and rate limits", async () => {
  const file = await backedUp("previewed");
  await app.db.query(
    `insert into instances (id, started_at, seen_at, key_checks) values ('gone', now(), now(), '{}')`,
  );
  await app.db.query(
    "insert into volume (key, granted, short_left, short_ends, long_left, long_ends) values ('x', 1, 1, 1, 1, 1)",
  );
  await place(app, { name: "Noor Grill" });
  expect(Object.values(await countedIn(LOCAL_TABLES)).every((count) => count > 0)).toBe(true);
  const found = (await app.operate("operator.maintenance.previewRestore", { file })) as {
    replaces: Record<string, number>;
  };
  expect(found.replaces).toMatchObject({
    pois: 1,
    waitlist_signups: (await emails()).length,
  });
  expect(INTERNAL_TABLES.filter((name) => name in found.replaces)).toEqual([]);
  await app.db.query("delete from instances");
});

test("a backup holds no row that can be derived; a restore makes them anew, so that search, counts and versions are right", async () => {
  const file = await backedUp("derived");
  const decode = (path: string) => decryptBackup(path, app.deps.encryption);
  const lines = await Array.fromAsync(linesOf(file, decode));
  expect(
    lines.filter((line) => DERIVED_TABLES.some((name) => line.startsWith(`{"table":"${name}"`))),
  ).toEqual([]);
  const names = ["poi_words", "poi_vocabulary", "poi_index_state"];
  const before = {
    words: await wordsOf(),
    version: await app.deps.state.placesVersion(),
    rows: await countedIn(names),
  };
  await joinWaitlist("uncounted@example.com");
  await place(app, { name: "Zaytouna Bakery" });
  await restored(file);
  expect(await countedIn(names)).toEqual(before.rows);
  expect(await wordsOf()).toEqual(before.words);
  expect(await app.deps.state.placesVersion()).not.toBe(before.version);
  const search = async (q: string) =>
    (await app.send(`GET /api/places?q=${q}`)).json.map(({ name }: { name: string }) => name);
  expect([await search("noor"), await search("zaytouna")]).toEqual([["Noor Grill"], []]);
  const counts = "select sum(changes)::int as count from waitlist_signup_counts";
  expect(await app.db.query(counts)).toEqual([{ count: (await emails()).length }]);
});

test("counters of each process of the database server are among the derived tables", async () => {
  const rows = await app.db.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'backend'",
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ name }) => name).filter((name) => !DERIVED_TABLES.includes(name))).toEqual([]);
});

test("a broadcast that was not finished when the backup was made is canceled by the restore", async () => {
  const body = { subject: "News", markdown: "Hello" };
  const { id, audience } = (await app.operate("admin.broadcasts.create", body)) as {
    id: string;
    audience: number;
  };
  await app.operate("admin.broadcasts.send", { id, count: audience });
  await restored(await backedUp("sending"));
  expect(await app.operate("admin.broadcasts.get", { id })).toMatchObject({ state: "cancelled" });
});

test("another SECRET_KEY or a changed byte is refused with one sentence, and nothing is written", async () => {
  const file = await backedUp("refused");
  await joinWaitlist("kept@example.com");
  const before = await emails();
  const encryption = createEncryption("the key of some other installation");
  expect(await failureOf(() => restored(file, undefined, { ...app.deps, encryption }))).toMatchObject({
    kind: "conflict",
    message: "This backup needs the SECRET_KEY that it was made with: set that one and try again",
  });
  const bytes = await Bun.file(file).bytes();
  await Bun.write(file, bytes.with(400, (bytes[400] ?? 0) ^ 1));
  expect(await failureOf(() => restored(file))).toMatchObject({
    kind: "invalid",
    message: expect.stringContaining("is not a whole backup"),
  });
  expect(await emails()).toEqual(before);
});

test("a backup with a passphrase restores with that passphrase only", async () => {
  const salt = newSalt();
  const key = await derivePassphraseKey("violet camel orbit", salt);
  const file = await backedUp("passphrase", { key, salt });
  const wrong = await derivePassphraseKey("violet camel orbits", salt);
  expect(await failureOf(() => restored(file, wrong))).toMatchObject({
    message: "This is not the passphrase that the backup was made with.",
  });
  expect(await failureOf(() => restored(file))).toMatchObject({
    message: "This backup needs its passphrase.",
  });
  const before = await emails();
  await joinWaitlist("after@example.com");
  await restored(file, key);
  expect(await emails()).toEqual(before);
});

test("an older backup, which is not encrypted, still restores where it has the key check of this SECRET_KEY", async () => {
  await checkSecretKey(app.db, app.deps.encryption);
  const file = join(home, "older");
  await writeBackup(app.db, file, app.clock.now);
  const before = await emails();
  await joinWaitlist("newest@example.com");
  await restored(file);
  expect(await emails()).toEqual(before);
});

test("a plain file that someone without SECRET_KEY wrote is refused, and nothing is written", async () => {
  const other = await testApp();
  const forged = join(home, "forged");
  await staff(other, "super_admin");
  await writeBackup(other.db, forged, app.clock.now);
  const foreign = join(home, "foreign");
  await checkSecretKey(other.db, createEncryption("the key of some other installation"));
  await writeBackup(other.db, foreign, app.clock.now);
  await other.close();
  const before = await emails();
  expect(await failureOf(() => restored(forged))).toMatchObject({
    kind: "invalid",
    message: "This backup is not encrypted and was not made by an installation with this SECRET_KEY.",
  });
  expect(await failureOf(() => restored(foreign))).toMatchObject({ kind: "conflict" });
  expect(await emails()).toEqual(before);
  expect((await app.db.query("select id from staff_users")).length).toBe(0);
});
