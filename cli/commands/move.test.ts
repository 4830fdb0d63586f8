import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { startPostgres } from "../../e2e/harness/postgres.ts";
import { startServer } from "../../e2e/harness/server.ts";
import { skipLine } from "../../e2e/harness/suite.ts";
import { openDatabase } from "../../src/db/client.ts";
import { type DataDir, freshDataDir } from "../../src/testing/database/database.ts";
import { importPlaces, PASSWORD, rihla, SLOW } from "../testing.ts";

const server = await startPostgres();
if ("missing" in server) console.log(skipLine("moving to a PostgreSQL server", server.missing));
// Needs a PostgreSQL server, which some machines lack; the reason is printed.
const onPostgres = test.skipIf("missing" in server);
const url = "missing" in server ? "" : server.url;

let dir: DataDir;
let embedded: Record<string, string>;
beforeAll(async () => {
  dir = await freshDataDir();
  embedded = { DATA_DIR: dir.path, RIHLA_NEW_PASSWORD: PASSWORD };
  await importPlaces(dir.path, ["A Mosque,1 Main St,Boston,MA,mosque"]);
  const aisha = ["--username", "aisha", "--email", "aisha@example.com", "--role", "super_admin"];
  expect((await rihla(["admin", "create", ...aisha], embedded)).exit).toBe(0);
}, SLOW);
afterAll(async () => {
  if (!("missing" in server)) await server.remove();
  await dir?.remove();
}, SLOW);

const move = (to: string, env = embedded, ...options: string[]) =>
  rihla(["db", "move", ...options], { ...env, RIHLA_NEW_DATABASE_URL: to });

const tableOf = async (words: string[], env: Record<string, string>) =>
  JSON.parse((await rihla([...words, "--json"], env)).out) as Record<string, unknown>[];

/** An empty database on the server. */
async function emptyDatabase(name: string): Promise<string> {
  const admin = await openDatabase({ url, maxConnections: 1 });
  await admin.query(`create database ${name}`);
  await admin.close();
  return url.replace(/postgres$/, name);
}

onPostgres(
  "A move is refused while a server runs, onto a database with data, without an address and to one that cannot be reached",
  async () => {
    const used = await emptyDatabase("used");
    const other = await openDatabase({ url: used, maxConnections: 1 });
    await other.query("create table notes (id int)");
    await other.close();
    const token = ["token", "create", "--name", "CI", "--scopes", "places:read", "--username", "aisha"];
    const running = await startServer({ DATA_DIR: dir.path });
    const beside = await move(url);
    await running.term();
    expect([beside.exit, beside.err]).toEqual([
      6,
      "A server is still running here: stop it first, so that nothing is left behind\n",
    ]);
    const cases: [string, number, string][] = [
      [used, 6, "The database has tables of another program"],
      ["mysql://127.0.0.1/x", 2, "Database URL must be a postgres://"],
      ["postgres://u:hidden@127.0.0.1:1/x", 7, "The new database cannot be used"],
    ];
    for (const [to, exit, sentence] of cases) {
      const refused = await move(to);
      expect([to, refused.exit]).toEqual([to, exit]);
      expect(refused.err).toContain(sentence);
      expect(refused.err).not.toContain("hidden");
    }
    expect((await rihla(token, embedded)).exit).toBe(0); // the embedded database is still in use
  },
  SLOW,
);

onPostgres(
  "A move takes every row with it, tokens too, and the embedded database no longer opens by mistake",
  async () => {
    const to = await emptyDatabase("moved");
    const list = ["token", "list"];
    const before = [await tableOf(["poi", "list"], embedded), await tableOf(list, embedded)];
    const moved = await move(to, embedded, "--json");
    const counts = JSON.parse(moved.out) as { total: number; rows: Record<string, number> };
    expect(counts.rows).toMatchObject({ pois: 1, staff_users: 1, api_tokens: 1 });
    expect(counts.total).toBe(Object.values(counts.rows).reduce((sum, count) => sum + count, 0));
    const served = {
      DATA_DIR: dir.path,
      DATABASE_URL: to,
      SECRET_KEY_FILE: join(dir.path, "secret.key"),
    };
    expect([await tableOf(["poi", "list"], served), await tableOf(list, served)]).toEqual(before);
    const [entry] = await tableOf(["audit", "list", "--limit", "1"], served);
    expect(entry).toMatchObject({ action: "operator.maintenance.move" });
    const again = await move(await emptyDatabase("twice"));
    expect(again.err).toContain("was moved to PostgreSQL: set DATABASE_URL");
    const mistaken = await rihla(["poi", "list"], embedded);
    expect(mistaken.err).toContain(`delete ${join(dir.path, "database.moved")}`);
    const twice = await move(url, served);
    expect([twice.exit, twice.err]).toEqual([
      6,
      "DATABASE_URL is set: unset it, so that DATA_DIR is what is moved\n",
    ]);
  },
  SLOW,
);
