import { afterAll, beforeEach, expect, test } from "bun:test";
import { startPostgres } from "../../e2e/harness/postgres.ts";
import { skipLine } from "../../e2e/harness/suite.ts";
import { migrationsFolder } from "../testing/database/migrations.ts";
import { type Database, openDatabase } from "./client.ts";
import { MigrationError, migrate, migrationStatus } from "./migrate.ts";

const START = ["create table people (name text not null)"];
const EXPAND = ["alter table people add column city text"];
const CONTRACT = ["-- oldest program: 0001_step\nalter table people drop column name"];
const TOO_NEW = "The database has a newer schema than this program";

const server = await startPostgres();
if ("missing" in server) console.log(skipLine("older programs on a newer schema", server.missing));
// Needs a PostgreSQL server, which some machines lack; the reason is printed.
const onPostgres = test.skipIf("missing" in server);

const folders: { path: string; remove(): Promise<void> }[] = [];
const programOf = async (...migrations: string[][]) => {
  const folder = await migrationsFolder(...migrations);
  folders.push(folder);
  return folder.path;
};
const first = await programOf(START);
const second = await programOf(START, EXPAND);
const third = await programOf(START, EXPAND, CONTRACT);

let count = 0;
let url: string;
let db: Database;

/** A database of its own for each test. */
beforeEach(async () => {
  if ("missing" in server) return;
  await db?.close();
  const admin = await openDatabase({ url: server.url, maxConnections: 1 });
  await admin.query(`create database range${++count}`);
  await admin.close();
  url = server.url.replace(/postgres$/, `range${count}`);
  db = await openDatabase({ url });
}, 30_000);

afterAll(async () => {
  await db?.close();
  await Promise.all(folders.map((each) => each.remove()));
  if (!("missing" in server)) await server.remove();
}, 30_000);

const refusal = async (folder: string): Promise<string> => {
  const error = await migrate(db, folder).catch((each: unknown) => each);
  return error instanceof MigrationError ? error.message : `not refused: ${error}`;
};

onPostgres(
  "an older program starts on a newer schema until a migration declares that it needs a newer one",
  async () => {
    expect(await migrate(db, second)).toBe(2);
    expect(await migrate(db, first)).toBe(0);
    expect(await migrationStatus(db, first)).toMatchObject({ pending: 0, newer: 1, compatible: true });
    expect(await migrate(db, third)).toBe(1);
    expect(await migrate(db, second)).toBe(0);
    expect(await migrationStatus(db, second)).toMatchObject({ newer: 1, compatible: true });
    expect(await refusal(first)).toContain(TOO_NEW);
    expect(await migrationStatus(db, first)).toMatchObject({ newer: 2, compatible: false });
  },
);

onPostgres(
  "an older program never changes a newer schema, even with a migration of its own to apply",
  async () => {
    const branch = await programOf(START);
    await Bun.write(
      `${branch}/meta/_journal.json`,
      (await Bun.file(`${branch}/meta/_journal.json`).text()).replace(
        "]",
        ', {"idx": 1, "version": "7", "when": 1500, "tag": "0001_fix", "breakpoints": true}]',
      ),
    );
    await Bun.write(`${branch}/0001_fix.sql`, "create table fix (id int)");
    await migrate(db, second);
    expect(await refusal(branch)).toContain(TOO_NEW);
    expect(await db.query("select to_regclass('fix')::text as fix")).toEqual([{ fix: null }]);
  },
);

onPostgres(
  "a newer schema without a recorded range is refused, and the next migration records one",
  async () => {
    await migrate(db, second);
    await db.query("update drizzle.__drizzle_migrations set oldest_program = null");
    expect(await refusal(first)).toContain(TOO_NEW);
    expect(await migrationStatus(db, first)).toMatchObject({ newer: 1, compatible: false });
    expect(await migrate(db, second)).toBe(0);
    expect(await migrate(db, third)).toBe(1);
    expect(await migrate(db, second)).toBe(0);
    expect(
      await db.query("select oldest_program from drizzle.__drizzle_migrations order by created_at"),
    ).toEqual([{ oldest_program: null }, { oldest_program: null }, { oldest_program: "0001_step" }]);
  },
);

onPostgres(
  "of versions that migrate at once the newest wins, and each older one starts or is refused by the range",
  async () => {
    const roles = [first, second, third, third, second, first];
    const ends = await Promise.all(
      roles.map(async (folder) => {
        const own = await openDatabase({ url, maxConnections: 1 });
        const result = await migrate(own, folder).catch((error: unknown) => String(error));
        await own.close();
        return result;
      }),
    );
    const refused = ends.filter((each) => typeof each === "string");
    expect(refused.filter((each) => !each.includes(TOO_NEW))).toEqual([]);
    const applied = ends.reduce<number>((sum, each) => sum + (typeof each === "number" ? each : 0), 0);
    // one may have applied the first migration and then found the schema too new
    expect(applied).toBeGreaterThanOrEqual(refused.length === 0 ? 3 : 2);
    expect(applied).toBeLessThanOrEqual(3);
    expect(ends.every((each, at) => roles[at] === first || typeof each === "number")).toBe(true);
    expect(await migrationStatus(db, third)).toMatchObject({ applied: 3, pending: 0 });
  },
);

onPostgres(
  "a declaration that names no earlier migration stops the program before it changes anything",
  async () => {
    const wrong = await programOf(START, ["-- oldest program: 0002_step\nselect 1"], EXPAND);
    await expect(migrate(db, wrong)).rejects.toThrow(
      "0001_step.sql names an oldest program that does not exist",
    );
    expect(await db.query("select to_regnamespace('drizzle')::text as there")).toEqual([{ there: null }]);
  },
);

onPostgres("writes go on while a migration waits for a table that a long read uses", async () => {
  await migrate(db, first);
  const reading = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const reader = db.transaction(async (tx) => {
    await tx.execute("select from people");
    reading.resolve();
    await release.promise;
  });
  await reading.promise;
  const migrating = migrate(db, second);
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table%'";
  while ((await db.query(waiting)).length === 0) await Bun.sleep(10);
  // queued behind the migration, it passes once that gives up for a moment
  await db.query("insert into people values ('Amina')", [], { timeoutMs: 30_000 });
  expect(await migrationStatus(db, second)).toMatchObject({ pending: 1 });
  release.resolve();
  await reader;
  expect(await migrating).toBe(1);
  expect(await db.query("select name, city from people")).toEqual([{ name: "Amina", city: null }]);
});
