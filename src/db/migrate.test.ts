import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPostgres } from "../../e2e/harness/postgres.ts";
import { skipLine } from "../../e2e/harness/suite.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";
import { migrationsFolder } from "../testing/database/migrations.ts";
import { openDatabase } from "./client.ts";
import { directUrl, editedMigrations, MigrationError, migrate, migrationStatus } from "./migrate.ts";

const FIRST = ["create table first (id int)", "insert into first values (1)"];
const SECOND = ["create table second (id int)", "insert into first values (2)"];
const BROKEN = ["create table third (id int)", "insert into nowhere values (1)"];

const server = await startPostgres();
if ("missing" in server) console.log(skipLine("migrators on one PostgreSQL at once", server.missing));
// Needs a PostgreSQL server, which some machines lack; the reason is printed.
const onPostgres = test.skipIf("missing" in server);

const folders: { path: string; remove(): Promise<void> }[] = [];
const folderOf = async (...migrations: string[][]) => {
  const folder = await migrationsFolder(...migrations);
  folders.push(folder);
  return folder.path;
};
let db: TestDatabase;
let older: string;
let newer: string;

beforeAll(async () => {
  older = await folderOf(FIRST);
  newer = await folderOf(FIRST, SECOND);
  db = await testDatabase(older);
}, 60_000);

afterAll(async () => {
  await db.close();
  await Promise.all(folders.map((each) => each.remove()));
  if (!("missing" in server)) await server.remove();
}, 30_000);

test("the status lists applied and pending migrations, and migrating again changes nothing", async () => {
  expect(await migrationStatus(db, newer)).toMatchObject({ applied: 1, pending: 1, newer: 0 });
  expect([await migrate(db, newer), await migrate(db, newer)]).toEqual([1, 0]);
  expect(await migrationStatus(db, newer)).toMatchObject({ applied: 2, pending: 0, newer: 0 });
  expect(await db.query("select id from first order by id")).toEqual([{ id: 1 }, { id: 2 }]);
});

test("an applied migration whose file was edited stops the program and is named, and no other is", async () => {
  const edited = await folderOf([...FIRST, "select 1"], SECOND);
  await migrate(db, newer);
  expect(await editedMigrations(db, edited)).toEqual(["0000_step.sql"]);
  const error = await migrate(db, edited).catch((each: unknown) => each);
  expect(error).toBeInstanceOf(MigrationError);
  expect(String(error)).toContain("drizzle/0000_step.sql has been edited");
  const pending = await folderOf([...FIRST, "select 1"], SECOND, ["create table third (id int)"]);
  expect(await migrate(db, pending).catch(String)).toContain("drizzle/0000_step.sql has been edited");
  expect(await editedMigrations(db, newer)).toEqual([]);
  expect(await migrate(db, newer)).toBe(0);
});

test("a failed migration is rolled back, and earlier ones remain", async () => {
  const broken = await folderOf(FIRST, SECOND, BROKEN);
  await expect(migrate(db, broken)).rejects.toThrow();
  expect(await migrationStatus(db, broken)).toMatchObject({ applied: 2, pending: 1, newer: 0 });
  expect(await db.query("select to_regclass('third')::text as third")).toEqual([{ third: null }]);
});

test("Neon's pooled host is replaced by the direct one, other hosts are unchanged", () => {
  expect(directUrl("postgres://u:p@ep-cool-1-pooler.eu-central-1.aws.neon.tech/db?sslmode=require")).toBe(
    "postgres://u:p@ep-cool-1.eu-central-1.aws.neon.tech/db?sslmode=require",
  );
  for (const url of ["postgres://u:p@my-pooler.example.org/db", "postgres://u:x-pooler.y@ep.neon.tech/db"]) {
    expect(directUrl(url)).toBe(url);
  }
});

/** Another process, like a second instance of the server; a slow migration leaves time to kill it. */
function migrator(url: string, folder: string) {
  const script = `
    import { openDatabase } from ${JSON.stringify(`${import.meta.dir}/client.ts`)};
    import { migrate } from ${JSON.stringify(`${import.meta.dir}/migrate.ts`)};
    const db = await openDatabase({ url: ${JSON.stringify(url)}, maxConnections: 1 });
    await migrate(db, ${JSON.stringify(folder)});
    await db.close();`;
  return Bun.spawn([process.execPath, "-e", script], { stdout: "ignore", stderr: "pipe" });
}

async function emptyDatabase(name: string): Promise<string> {
  if ("missing" in server) return "";
  const admin = await openDatabase({ url: server.url, maxConnections: 1 });
  await admin.query(`create database ${name}`);
  await admin.close();
  return server.url.replace(/postgres$/, name);
}

onPostgres(
  "five instances that start at once on an empty database all come up",
  async () => {
    const url = await emptyDatabase("five");
    const five = Array.from({ length: 5 }, () => migrator(url, newer));
    const ends = await Promise.all(five.map((each) => each.exited));
    const problems = await Promise.all(five.map((each) => new Response(each.stderr).text()));
    expect({ ends, problems }).toEqual({ ends: [0, 0, 0, 0, 0], problems: ["", "", "", "", ""] });
    const after = await openDatabase({ url });
    expect(await migrationStatus(after, newer)).toMatchObject({ applied: 2, pending: 0, newer: 0 });
    expect(await after.query("select id from first order by id")).toEqual([{ id: 1 }, { id: 2 }]);
    await after.close();
  },
  60_000,
);

onPostgres(
  "a role that cannot change the schema finds a migrated database ready, and is told what is missing on any other",
  async () => {
    const url = await emptyDatabase("granted");
    const owner = await openDatabase({ url, maxConnections: 1 });
    await owner.query("create role reader login");
    const limited = await openDatabase({ url: url.replace("postgres@", "reader@"), maxConnections: 1 });
    const refusal = async (folder: string) => String(await migrate(limited, folder).catch((each) => each));
    expect(await refusal(newer)).toContain("may not change the schema");
    await migrate(owner, older);
    expect(await refusal(older)).toContain("needs the right to read drizzle.__drizzle_migrations");
    await owner.query("grant usage on schema drizzle to reader");
    await owner.query("grant select on drizzle.__drizzle_migrations to reader");
    expect(await migrate(limited, older)).toBe(0);
    expect(await refusal(newer)).toContain("may not change the schema");
    await limited.close();
    await owner.close();
  },
  60_000,
);

onPostgres(
  "a migrator killed in the middle leaves the rest to the next one",
  async () => {
    const url = await emptyDatabase("killed");
    const slow = await folderOf(FIRST, [...SECOND, "select pg_sleep(5)"]);
    const victim = migrator(url, slow);
    const watcher = await openDatabase({ url });
    const sleeping =
      "select from pg_stat_activity where query ~ 'pg_sleep' and datname = 'killed' and pid <> pg_backend_pid()";
    while ((await watcher.query(sleeping)).length === 0) await Bun.sleep(20);
    victim.kill("SIGKILL");
    await victim.exited;
    expect(await migrate(watcher, newer)).toBe(1);
    expect(await watcher.query("select id from first order by id")).toEqual([{ id: 1 }, { id: 2 }]);
    await watcher.close();
  },
  60_000,
);
