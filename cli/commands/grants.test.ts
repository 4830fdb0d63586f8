import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../e2e/harness/postgres.ts";
import { startServer } from "../../e2e/harness/server.ts";
import { skipLine } from "../../e2e/harness/suite.ts";
import { openDatabase } from "../../src/db/client.ts";
import { createFirstAdmin, PASSWORD, rihla, rihlaProcess, SLOW } from "../testing.ts";

const ROLE = `rihla's "app"; drop table pois --\nrole`;
const READER = "rihla reader";
const SECRET_KEY = "k".repeat(40);

const server = await startPostgres();
if ("missing" in server)
  console.log(skipLine("grants of a role without rights on the schema", server.missing));
// Needs a PostgreSQL server, which some machines lack; the reason is printed.
const onPostgres = test.skipIf("missing" in server);

let home: string;

const urlOf = (role: string): string => {
  const url = new URL("missing" in server ? "postgres://x/x" : server.url);
  url.username = encodeURIComponent(role);
  url.pathname = "/site";
  return url.href;
};
const envOf = (role: string) => ({
  DATABASE_URL: urlOf(role),
  DATA_DIR: join(home, "data"),
  MAIN_DATABASE_URL: "missing" in server ? "" : server.url,
  SECRET_KEY,
  RIHLA_NEW_PASSWORD: PASSWORD,
});

const query = async (role: string, ...texts: string[]): Promise<unknown[]> => {
  const db = await openDatabase({ url: urlOf(role), maxConnections: 1 });
  try {
    let rows: unknown[] = [];
    for (const text of texts) rows = await db.query(text);
    return rows;
  } finally {
    await db.close();
  }
};
const refusal = (role: string, text: string): Promise<string> =>
  query(role, text).then(() => "allowed", String);

/** Runs what `db grants` prints, as the role that migrates. */
async function grant(...flags: string[]): Promise<void> {
  const { exit, out, err } = await rihla(["db", "grants", ...flags, "--json"], envOf("migrator"));
  expect([exit, err]).toEqual([0, ""]);
  await query("migrator", ...(JSON.parse(out) as { statements: string[] }).statements);
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-grants-"));
  if ("missing" in server) return;
  const admin = await openDatabase({ url: server.url, maxConnections: 1 });
  for (const role of ["migrator", ROLE, READER])
    await admin.query(`create role "${role.replaceAll('"', '""')}" login`);
  await admin.query("create database site owner migrator");
  await admin.query("revoke all on database site from public");
  await admin.close();
  await query("postgres", "alter schema public owner to migrator", "revoke all on schema public from public");
}, SLOW);

afterAll(async () => {
  if (!("missing" in server)) await server.remove();
  await rm(home, { recursive: true, force: true });
}, SLOW);

onPostgres(
  "The grants of one role are enough for a server and its commands, and for tables of later migrations",
  async () => {
    expect((await rihla(["db", "grants", "--role", "app"], envOf("migrator"))).err).toContain("not migrated");
    expect((await rihlaProcess(["db", "migrate"], envOf("migrator"))).exit).toBe(0);
    await grant("--role", ROLE);
    const env = envOf(ROLE);
    await createFirstAdmin(env);
    const site = await startServer(env);
    const call = async (path: string, body: object) =>
      (
        await fetch(`${site.url}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        })
      ).status;
    const partner = {
      email: "owner@example.org",
      password: PASSWORD,
      businessName: "Noor",
      contactName: "Layla",
    };
    expect([
      await call("/api/waitlist", { firstName: "Amina", email: "a@example.org" }),
      await call("/api/partnership", { businessName: "Noor", email: "b@example.org" }),
      await call("/api/admin/login", { username: "amina", password: PASSWORD }),
      await call("/partner/api/register", partner),
      await call("/partner/api/login", partner),
    ]).toEqual([201, 201, 200, 201, 200]);
    const place = ["--name", "Noor Grill", "--address", "12 Main St", "--city", "Dearborn", "--state", "MI"];
    const list = join(home, "people.csv");
    await Bun.write(
      list,
      "firstName,email,consentSource,consentAt\nOmar,o@example.org,fair,2026-01-01T00:00:00Z\n",
    );
    const places = join(home, "places.geojson");
    for (const words of [
      ["poi", "add", ...place, "--latitude", "42.3", "--longitude", "-83.2", "--category", "restaurant"],
      ["poi", "export", "--out", places],
      ["poi", "import", places],
      ["poi", "reindex"],
      ["waitlist", "import", list],
      ["waitlist", "delete", "--yes", await idOfSignup(env)],
      ["sync", "run", "--wait"],
      ["sync", "run", "--full", "--wait"],
      ["mail", "deliver"],
      ["evidence", "expire"],
      ["city", "rank"],
      ["person", "erase", "a@example.org", "--yes"],
      ["backup", "create", join(home, "site.backup")],
      ["db", "sweep"],
      ["doctor"],
    ]) {
      const { exit, err } = await rihla(words, env);
      expect({ words, exit, denied: /permission|privilege/.test(err) ? err : "" }).toEqual({
        words,
        exit: 0,
        denied: "",
      });
    }
    expect((await site.term()).code).toBe(0);
    await query("migrator", "create table later (id serial primary key, name text)");
    expect(await query(ROLE, "insert into later (name) values ('x')", "select id, name from later")).toEqual([
      { id: 1, name: "x" },
    ]);
    for (const text of ["drop table later", "alter table pois add column x int", "create table own (id int)"])
      expect(await refusal(ROLE, text)).toMatch(/permission denied|must be owner/);
    expect(await refusal(ROLE, "delete from drizzle.__drizzle_migrations")).toContain("permission denied");
  },
  SLOW,
);

onPostgres(
  "The grants of a reader let it read every table and change none",
  async () => {
    await rihlaProcess(["db", "migrate"], envOf("migrator"));
    await grant("--role", READER, "--reader");
    await query("migrator", "create table newest (id int)");
    expect(
      await query(
        READER,
        "select * from newest",
        "select count(*) as count from drizzle.__drizzle_migrations",
      ),
    ).toEqual([{ count: expect.any(Number) }]);
    for (const text of [
      "insert into newest values (1)",
      "delete from waitlist_signups",
      "update pois set name = ''",
    ])
      expect(await refusal(READER, text)).toContain("permission denied");
  },
  SLOW,
);

onPostgres(
  "Names that PostgreSQL reserves or cuts off, and an embedded database, are refused with exit code 2",
  async () => {
    for (const name of ["public", "none", "pg_monitor", "", "x".repeat(64)]) {
      const { exit, out } = await rihla(["db", "grants", "--role", name], envOf("migrator"));
      expect([name, exit, out]).toEqual([name, 2, ""]);
    }
    const embedded = await rihla(["db", "grants", "--role", "app"], { DATA_DIR: join(home, "none") });
    expect([embedded.exit, embedded.err]).toEqual([2, expect.stringContaining("needs DATABASE_URL")]);
  },
  SLOW,
);

async function idOfSignup(env: Record<string, string>): Promise<string> {
  const { out } = await rihla(["waitlist", "list", "--json"], env);
  return (JSON.parse(out) as { id: string }[]).at(-1)?.id ?? "";
}
