import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../e2e/harness/postgres.ts";
import { startServer } from "../../e2e/harness/server.ts";
import { skipLine } from "../../e2e/harness/suite.ts";
import { openDatabase } from "../../src/db/client.ts";
import { PASSWORD, rihla, rihlaProcess, SLOW } from "../testing.ts";

const START = join(import.meta.dir, "../../src/main.ts");
const SECRET_KEY = "k".repeat(40);

const server = await startPostgres();
if ("missing" in server) console.log(skipLine("the command line on PostgreSQL", server.missing));
const url = "missing" in server ? "" : server.url;

let home: string;
let served: Record<string, string>;
let embedded: Record<string, string>;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-cli-postgres-"));
  served = { DATABASE_URL: url, DATA_DIR: join(home, "unused"), SECRET_KEY, RIHLA_NEW_PASSWORD: PASSWORD };
  embedded = { DATA_DIR: join(home, "data"), SECRET_KEY, RIHLA_NEW_PASSWORD: PASSWORD };
});

afterAll(async () => {
  if (!("missing" in server)) await server.remove();
  await rm(home, { recursive: true, force: true });
}, SLOW);

// Needs a PostgreSQL server, which some machines lack; the reason is printed.
const onPostgres = test.skipIf("missing" in server);
const inquiries = async (env: Record<string, string>) =>
  JSON.parse((await rihla(["partnership", "list", "--json"], env)).out) as unknown[];

onPostgres(
  "A database that does not exist or cannot be reached is named by every command, by the doctor and by the start",
  async () => {
    const cases: [string, string][] = [
      [`${url}-missing`, 'DATABASE_URL cannot be used: database "postgres-missing" does not exist.'],
      [
        "postgres://u:hidden@127.0.0.1:1/x",
        "DATABASE_URL cannot be used: the database at 127.0.0.1:1 cannot be reached.",
      ],
    ];
    for (const [address, sentence] of cases) {
      const env = { ...served, DATABASE_URL: address };
      for (const words of [
        ["waitlist", "list"],
        ["db", "migrate"],
      ]) {
        expect(await rihla(words, env)).toEqual({ exit: 7, out: "", err: `${sentence}\n` });
      }
      const doctor = await rihla(["doctor", "--json"], env);
      expect([doctor.exit, JSON.parse(doctor.out).at(-1)]).toMatchObject([
        1,
        { check: "database", state: "fail", sentence },
      ]);
      const status = await rihla(["status", "--json"], env);
      expect([status.exit, JSON.parse(status.out).problems.at(-1)]).toMatchObject([
        1,
        { check: "database", sentence },
      ]);
      const start = Bun.spawnSync([process.execPath, START], {
        env: { PATH: process.env.PATH ?? "", ...env, PORT: "0" },
      });
      expect([start.exitCode, start.stderr.toString()]).toEqual([1, `${sentence}\n`]);
    }
  },
  SLOW,
);

onPostgres(
  "An unmigrated database is reported with the remedy, and only db migrate creates the schema",
  async () => {
    const list = await rihla(["partnership", "list"], served);
    expect(list).toEqual({
      exit: 7,
      out: "",
      err: "The database is not migrated: run `rihla db migrate`.\n",
    });
    const create = await rihla(
      ["admin", "create", "--username", "amina", "--email", "a@example.org"],
      served,
    );
    expect(create.exit).toBe(7);
    expect(JSON.parse((await rihla(["db", "status", "--json"], served)).out)).toMatchObject({
      applied: 0,
      empty: null,
    });
    expect((await rihla(["doctor"], served)).exit).toBe(1);
    expect(JSON.parse((await rihlaProcess(["db", "migrate", "--json"], served)).out).applied).toBeGreaterThan(
      0,
    );
    expect((await rihla(["doctor"], served)).exit).toBe(0);
  },
  SLOW,
);

onPostgres(
  "No command on a database server creates a data directory",
  async () => {
    const folder = join(home, "commands"); // the starts of other tests have created theirs
    await mkdir(folder);
    const env = { ...served, DATA_DIR: join(folder, "unused") };
    await rihla(["db", "migrate"], env);
    await rihla(["db", "status"], env);
    await rihla(["waitlist", "list"], env);
    await rihla(["db", "backup", join(folder, "served.gz")], env);
    expect(await readdir(folder)).toEqual(["served.gz"]);
  },
  SLOW,
);

onPostgres(
  "A backup moves from PostgreSQL to an embedded database and back",
  async () => {
    const file = join(home, "backup.gz");
    const again = join(home, "again.gz");
    expect(
      (await rihla(["admin", "create", "--username", "amina", "--email", "a@example.org"], served)).exit,
    ).toBe(0);
    const create = ["partnership", "create", "--email", "b@example.org", "--business-name"];
    expect((await rihla([...create, "مخبز النور"], served)).exit).toBe(0);
    expect((await rihla(["db", "backup", file], served)).exit).toBe(0);
    const into = await rihla(["db", "restore", file, "--json"], embedded);
    expect([into.exit, into.err]).toEqual([0, ""]);
    expect(await inquiries(embedded)).toEqual(await inquiries(served));
    expect((await rihla([...create, "Zaytuna"], embedded)).exit).toBe(0);
    expect((await rihla(["db", "backup", again], embedded)).exit).toBe(0);
    expect((await rihla(["db", "restore", again], served)).exit).toBe(2);
    expect((await rihla(["db", "restore", again, "--yes"], served)).exit).toBe(0);
    expect(await inquiries(served)).toEqual(await inquiries(embedded));
    for (const noun of ["db", "backup"]) {
      const admin = await openDatabase({ url });
      await admin.query(`create database empty_for_${noun}`, [], { timeoutMs: 0 });
      await admin.close();
      const place = new URL(url);
      place.pathname = `/empty_for_${noun}`;
      const empty = { ...served, DATABASE_URL: place.href };
      const restored = await rihla([noun, "restore", again, "--json"], empty);
      expect([noun, restored.exit, restored.err]).toEqual([noun, 0, ""]);
      expect(await inquiries(empty)).toEqual(await inquiries(embedded));
    }
    expect(await inquiries(served)).toHaveLength(2);
  },
  SLOW,
);

onPostgres(
  "A backup is not restored where its encrypted secrets could not be decrypted",
  async () => {
    const other = { ...embedded, DATA_DIR: join(home, "other"), SECRET_KEY: "o".repeat(40) };
    const { exit, err } = await rihla(["db", "restore", join(home, "backup.gz")], other);
    expect([exit, err]).toEqual([6, expect.stringContaining("SECRET_KEY")]);
    expect(await inquiries(other)).toEqual([]);
    const right = await rihla(["db", "restore", join(home, "backup.gz")], { ...other, SECRET_KEY });
    expect([right.exit, right.err]).toEqual([0, ""]);
    expect(await inquiries({ ...other, SECRET_KEY })).toHaveLength(1);
  },
  SLOW,
);

onPostgres(
  "A server runs with a role that can only read and write rows of a migrated database",
  async () => {
    const db = await openDatabase({ url });
    await rihla(["db", "migrate"], served);
    for (const grant of [
      "create role clerk login",
      "grant usage on schema drizzle to clerk",
      "grant select on drizzle.__drizzle_migrations to clerk",
      "grant select, insert, update, delete on all tables in schema public to clerk",
      "grant usage, select on all sequences in schema public to clerk",
    ])
      await db.query(grant);
    const clerk = await startServer({
      DATABASE_URL: url.replace("postgres@", "clerk@"),
      DATA_DIR: join(home, "clerk"),
      SECRET_KEY,
    });
    const joined = await fetch(`${clerk.url}/api/waitlist`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ firstName: "Amina", email: "clerk@example.org" }),
    });
    expect([joined.status, (await clerk.term()).code]).toEqual([201, 0]);
    await db.query("drop owned by clerk");
    await db.query("drop role clerk");
    await db.close();
  },
  SLOW,
);

onPostgres(
  "An edited migration stops the start and fails the doctor with its name",
  async () => {
    const db = await openDatabase({ url });
    await db.query("update drizzle.__drizzle_migrations set hash = 'x' || hash where id = 1");
    const sentence = "drizzle/0000_baseline.sql has been edited since the database was migrated";
    const start = Bun.spawnSync([process.execPath, START], {
      env: { PATH: process.env.PATH ?? "", ...served, PORT: "0" },
    });
    expect([start.exitCode, start.stderr.toString()]).toEqual([1, expect.stringContaining(sentence)]);
    const doctor = await rihla(["doctor"], served);
    expect([doctor.exit, doctor.out]).toEqual([1, expect.stringContaining(sentence)]);
    await db.query("update drizzle.__drizzle_migrations set hash = substr(hash, 2) where id = 1");
    await db.close();
    expect((await rihla(["doctor"], served)).exit).toBe(0);
  },
  SLOW,
);

onPostgres(
  "A newer schema, a wrong key and an unreachable server are reported in one sentence each",
  async () => {
    const db = await openDatabase({ url });
    await db.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)",
    );
    const newer = await rihla(["partnership", "list"], served);
    expect([newer.exit, newer.err]).toEqual([1, expect.stringContaining("newer version")]);
    expect(JSON.parse((await rihla(["db", "status", "--json"], served)).out)).toMatchObject({
      newer: 1,
      compatible: false,
      range: expect.stringContaining("which may not run on it"),
    });
    expect((await rihla(["doctor"], served)).exit).toBe(1);
    await db.query("update drizzle.__drizzle_migrations set oldest_program = '' where hash = 'newer'");
    expect((await rihla(["partnership", "list"], served)).exit).toBe(0);
    const doctor = await rihla(["doctor"], served);
    expect([doctor.exit, doctor.out]).toEqual([
      0,
      expect.stringContaining("newer than this program, which may run"),
    ]);
    expect(JSON.parse((await rihla(["db", "status", "--json"], served)).out)).toMatchObject({
      newer: 1,
      compatible: true,
    });
    await db.query("delete from drizzle.__drizzle_migrations where hash = 'newer'");
    await db.close();
    const key = await rihla(["partnership", "list"], { ...served, SECRET_KEY: "o".repeat(40) });
    expect([key.exit, key.err.split("\n").length]).toEqual([2, 2]);
    const away = await rihla(["partnership", "list", "--json"], {
      ...served,
      DATABASE_URL: "postgres://x@127.0.0.1:9/x",
    });
    expect([away.exit, JSON.parse(away.err).code]).toEqual([7, "UNAVAILABLE"]);
  },
  SLOW,
);
