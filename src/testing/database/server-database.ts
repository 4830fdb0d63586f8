import { type Database, openDatabase, type ServerConfig } from "../../db/client.ts";
import { sqlState } from "../../db/errors.ts";
import { migrate } from "../../db/migrate.ts";
import { randomId } from "../../shared/id.ts";

/** duplicate_database, and unique_violation, which PostgreSQL raises instead when two sessions take the name at once. */
const NAME_TAKEN = ["42P04", "23505"];
const FEW_CONNECTIONS = 10; // per test file; many run at once against one server

/** A database copied from a migrated template on the server that `TEST_POSTGRES_URL` names. */
export async function serverCopy(kind: "postgres" | "neon", migrations: string, hash: string) {
  const server = { ...serverOf(kind), maxConnections: 1 };
  const name = `rihla_test_${randomId()}`;
  await administer(server, async (db) => {
    const template = await templateOn(db, server, migrations, hash);
    await db.query(`create database ${name} template ${template}`, [], { timeoutMs: 0 });
  });
  const remove = () =>
    administer(server, async (db) => {
      await db.query(`drop database if exists ${name} with (force)`, [], { timeoutMs: 0 });
    });
  return { where: { ...at(server, name), maxConnections: FEW_CONNECTIONS }, remove };
}

function serverOf(driver: "postgres" | "neon"): ServerConfig {
  const url = process.env.TEST_POSTGRES_URL;
  const neonWsProxy = process.env.NEON_WS_PROXY;
  if (!url)
    throw new Error(`TEST_DATABASE=${driver} needs TEST_POSTGRES_URL, a server to make databases on.`);
  if (driver === "neon" && !neonWsProxy) throw new Error("TEST_DATABASE=neon needs NEON_WS_PROXY=host:port.");
  return { url, driver, neonWsProxy };
}

function at(server: ServerConfig, database: string): ServerConfig {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return { ...server, url: url.href };
}

/** Renamed once it is complete, as several test files may create it at once. */
async function templateOn(
  db: Database,
  server: ServerConfig,
  migrations: string,
  hash: string,
): Promise<string> {
  const name = `rihla_template_${hash}`;
  const found = await db.query("select from pg_database where datname = $1", [name]);
  if (found.length > 0) return name;
  const unfinished = `rihla_unfinished_${randomId()}`;
  await db.query(`create database ${unfinished}`, [], { timeoutMs: 0 });
  await administer(at(server, unfinished), (each) => migrate(each, migrations));
  try {
    await db.query(`alter database ${unfinished} rename to ${name}`);
  } catch (error) {
    if (!NAME_TAKEN.includes(sqlState(error) ?? "")) throw error;
    await db.query(`drop database ${unfinished}`, [], { timeoutMs: 0 });
  }
  return name;
}

async function administer(where: ServerConfig, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = await openDatabase(where);
  try {
    await work(db);
  } finally {
    await db.close();
  }
}
