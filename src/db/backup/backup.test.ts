import { afterAll, beforeAll, expect, test } from "bun:test";
import { cp, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { freshDataDir, type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { addMigration } from "../../testing/database/migrations.ts";
import { openDatabase } from "../client.ts";
import { MIGRATIONS, migrationStatus } from "../migrate.ts";
import { EXCLUDED_TABLES, verifyBackup, writeBackup } from "./backup.ts";
import { linesOf } from "./backup-file.ts";
import { tablesOf } from "./introspect.ts";
import { isEmpty, type RestoreSteps, restoreBackup } from "./restore.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const NOTHING: RestoreSteps = { before: async () => {}, after: async () => {} };

/** Cases of a future schema: every type of column, a self-referencing table, an append-only table. */
const LATER = `
  create table "Odd ""names""" (id bigint generated always as identity primary key, parent bigint references "Odd ""names""",
    "select" text, real double precision, exact numeric(30, 10), at timestamptz, day date, span interval, bytes bytea,
    facts jsonb, words text[], doubled bigint generated always as (id * 2) stored, flag boolean not null default true);
  create table journal (id int primary key, odd bigint not null references "Odd ""names""", word text);
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'append only'; end $$;
  create trigger append_only before update or delete or truncate on journal for each statement execute function refuse();
  create trigger guarded before insert on journal for each statement when (current_setting('test.open', true) is null)
    execute function refuse();
  create trigger sleeping before insert on journal for each statement execute function refuse();
  alter table journal disable trigger sleeping`;

const ROWS = `
  insert into "Odd ""names""" (parent, "select", real, exact, at, day, span, bytes, facts, words) values
    (2, E'line\\nbreak, "quote", tab\\t, \\u0645\\u062e\\u0628\\u0632 \\U0001F54C', 0.1 + 0.2, 12345678901234567890.0123456789,
      '2026-02-28 23:59:59.987654+05:30', '0044-03-15 BC', '1 mon -2 days 03:04:05.6', '\\x00ff5c', 'null', '{"a,b",NULL,"\\""}'),
    (null, '', 'NaN', null, 'infinity', null, null, '', '{"big": 123456789012345678901234567890, "text": "\\\\"}', '{}'),
    (1, null, '-Infinity', 0, null, null, null, null, null, null);
  set test.open = 'yes'; insert into journal values (1, 3, 'kept'); reset test.open`;

let source: TestDatabase;
let target: TestDatabase;
let home: string;

const run = async (db: TestDatabase, script: string) => {
  for (const statement of script.split(/;\s*\n|; (?=insert|reset)/)) await db.query(statement);
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-backup-test-"));
  source = await testDatabase();
  target = await testDatabase();
  for (const db of [source, target]) await run(db, LATER);
  await run(source, ROWS);
  const staff = `insert into staff_users (id, username, username_key, email, password_hash, role, created_at, updated_at)
    select 'u' || n, 'u' || n, 'u' || n, 'e', 'h', 'admin', now(), now() from generate_series(1, $1::int) n`;
  await source.query(staff, [12_345]);
  await target.query(staff, [2]);
  const session = `insert into staff_sessions (id, user_id, expires_at, created_at, last_seen_at, authenticated_at)
    values ('s', 'u1', now(), now(), now(), now())`;
  for (const db of [source, target]) await db.query(session);
}, 120_000);

afterAll(async () => {
  await source?.close();
  await target?.close();
  await rm(home, { recursive: true, force: true });
});

/** `expect().rejects` blocks the event loop, on which the thread of the database responds. */
const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => expect.unreachable(),
    (error: unknown) => String(error),
  );

const backedUp = async (name: string) => {
  const path = join(home, name);
  await writeBackup(source, path, NOW);
  return path;
};

/** The content of a database as text, without what a backup omits. */
const contentsOf = (db: TestDatabase) =>
  db.transaction(async (tx) => {
    const contents: Record<string, unknown> = {};
    for (const { name } of await tablesOf(tx)) {
      if (EXCLUDED_TABLES.includes(name)) continue;
      const table = sql.identifier(name);
      const { rows } = await tx.execute(sql`select t::text as row from ${table} t order by t::text`);
      contents[name] = rows;
    }
    return contents;
  });

test("a restored database has the content of the backup, without sessions", async () => {
  const path = await backedUp("whole");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const rows = await restoreBackup(target, path, NOTHING);
  expect(rows).toMatchObject({ staff_users: 12_345, journal: 1, 'Odd "names"': 3 });
  expect(await contentsOf(target)).toEqual(await contentsOf(source));
  expect(await target.query("select from staff_sessions")).toEqual([]);
  expect(await target.query(`select jsonb_typeof(facts) as type from "Odd ""names""" where id = 1`)).toEqual([
    { type: "null" },
  ]);
}, 60_000);

test("after a restore sequences continue, and triggers and foreign keys are active", async () => {
  const [row] = await target.query<{ id: number }>(
    `insert into "Odd ""names""" (parent) values (1) returning id`,
  );
  expect(row?.id).toBe(4);
  expect(await failureOf(target.query("truncate journal"))).toContain("append only");
  expect(await failureOf(target.query("insert into journal values (2, 3, 'refused')"))).toContain(
    "append only",
  );
  expect(await failureOf(target.query(`delete from "Odd ""names""" where id = 3`))).toContain("foreign key");
  const state = "select tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1";
  expect(await target.query(state)).toEqual(await source.query(state));
  const keys = "select conname, condeferrable, condeferred from pg_constraint where contype = 'f' order by 1";
  expect(await target.query(keys)).toEqual(await source.query(keys));
});

test("a backup is JSON lines that any tool can read, with the row counts at the end", async () => {
  const lines = await Array.fromAsync(linesOf(await backedUp("readable")));
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ format: "rihla-backup", createdAt: NOW.toISOString() });
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ rows: { staff_users: 12_345 } });
  expect(lines.some((line) => EXCLUDED_TABLES.some((table) => line.startsWith(`{"table":"${table}"`)))).toBe(
    false,
  );
});

test("a damaged backup changes nothing", async () => {
  const path = await backedUp("damaged");
  await Bun.write(path, (await Bun.file(path).bytes()).slice(0, -1));
  const before = await contentsOf(target);
  expect(await failureOf(restoreBackup(target, path, NOTHING))).toContain("not a whole backup");
  expect(await contentsOf(target)).toEqual(before);
}, 60_000);

test("a restore that fails halfway is rolled back", async () => {
  const path = await backedUp("undone");
  const before = await contentsOf(target);
  const after = () => Promise.reject(new Error("thought better of it"));
  expect(await failureOf(restoreBackup(target, path, { ...NOTHING, after }))).toContain(
    "thought better of it",
  );
  expect(await contentsOf(target)).toEqual(before);
}, 60_000);

test("a backup is a consistent snapshot: a concurrent transaction is in it as a whole or not at all", async () => {
  const writing = { going: true };
  const writer = (async () => {
    for (let n = 0; writing.going; n++) {
      await source.transaction(async (tx) => {
        await tx.execute(sql`insert into installation (name, value) values (${`pair-${n}`}, 'a')`);
        await tx.execute(sql`update staff_users set email = ${`pair-${n}`} where id = 'u1'`);
      });
    }
  })();
  const path = await backedUp("under-load");
  writing.going = false;
  await writer;
  await restoreBackup(target, path, NOTHING);
  const [held] = await target.query<{ pairs: number; last: string }>(
    "select count(*) as pairs, (select email from staff_users where id = 'u1') as last from installation where value = 'a'",
  );
  expect(held?.last).toBe(held?.pairs === 0 ? "e" : `pair-${Number(held?.pairs) - 1}`);
}, 60_000);

test("a failed backup leaves an older file unchanged", async () => {
  const path = await backedUp("standing");
  expect(await failureOf(writeBackup(source, path, NOW))).toContain("EEXIST");
  await verifyBackup(path);
  expect(await readdir(home)).toContain("standing");
});

test("a backup that cannot be written to its end fails with the cause", async () => {
  const full = () => Promise.reject(new Error("the disk is full"));
  for (const parts of [0, 1, 2]) {
    async function* failing(plain: AsyncIterable<Uint8Array>) {
      let count = 0;
      for await (const part of plain) {
        if (count === parts) await full();
        count += 1;
        yield part;
      }
      await full();
    }
    const path = join(home, `unfinished-${parts}`);
    expect(await failureOf(writeBackup(source, path, NOW, { encode: failing }))).toContain(
      "the disk is full",
    );
  }
});

test("only an unused database is empty", async () => {
  const fresh = await testDatabase();
  const empty = () => fresh.transaction(async (tx) => isEmpty(tx, await tablesOf(tx)));
  expect(await empty()).toBe(true);
  await fresh.query("insert into installation (name, value) values ('key-check', 'x')");
  expect(await empty()).toBe(true);
  await fresh.query("insert into audit_log (at, actor_kind, action) values (now(), 'operator', 'x')");
  expect(await empty()).toBe(false);
  await fresh.close();
}, 60_000);

test("a backup of an older schema is restored into a database without one, as it was, and migrated", async () => {
  const [older, fresh] = [await freshDataDir(), await freshDataDir({ empty: true })];
  const later = join(home, "later-migrations");
  await cp(MIGRATIONS, later, { recursive: true });
  await addMigration(later, "renamed", [
    "alter table waitlist_signups rename column first_name to given_name",
  ]);
  const db = await openDatabase({ dataDir: older.path });
  await db.query(`insert into waitlist_signups
    (id, first_name, email, email_key, is_beta_tester, consent_wording, created_at)
    values ('w', 'Amina', 'a@b.example', 'a@b.example', true, 'v1', now())`);
  const path = join(home, "older-schema");
  await writeBackup(db, path, NOW);
  await db.close();
  const into = await openDatabase({ dataDir: fresh.path });
  const seen: string[] = [];
  const before = async () => void seen.push("before");
  const after = async () => void seen.push("after");
  expect(await restoreBackup(into, path, { before, after, migrations: later })).toMatchObject({
    waitlist_signups: 1,
  });
  expect(seen).toEqual(["after"]);
  expect(await migrationStatus(into, later)).toMatchObject({
    program: expect.stringMatching(/_renamed$/),
    pending: 0,
  });
  expect(await into.query("select given_name, email from waitlist_signups")).toEqual([
    { given_name: "Amina", email: "a@b.example" },
  ]);
  await into.close();
  await Promise.all([older.remove(), fresh.remove()]);
}, 60_000);
