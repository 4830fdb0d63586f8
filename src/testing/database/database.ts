import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, type EmbeddedConfig, openDatabase, type ServerConfig } from "../../db/client.ts";
import { MIGRATIONS, migrate } from "../../db/migrate.ts";
import { days } from "../../shared/duration.ts";
import { randomId } from "../../shared/id.ts";
import { serverCopy } from "./server-database.ts";

const CACHE = join(import.meta.dir, "../../../.cache");
const UNUSED_AFTER = days(1);

/** A database of the test's own; `close` deletes it. */
export interface TestDatabase extends Database {
  readonly where: EmbeddedConfig | ServerConfig;
}

export interface DataDir {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * A migrated and otherwise empty database. `TEST_DATABASE` says which kind: `pglite` (default), or `postgres` and
 * `neon`, on the server that `TEST_POSTGRES_URL` names (and, for `neon`, through `NEON_WS_PROXY`).
 */
export async function testDatabase(migrations: string = MIGRATIONS): Promise<TestDatabase> {
  const kind = process.env.TEST_DATABASE ?? "pglite";
  if (kind === "postgres" || kind === "neon") {
    const { where, remove } = await serverCopy(kind, migrations, hashOf(migrations));
    return open(where, remove);
  }
  if (kind !== "pglite") throw new Error(`TEST_DATABASE must be pglite, postgres or neon, not "${kind}".`);
  const { path, remove } = await freshDataDir({ migrations });
  return open({ dataDir: path }, remove);
}

/** A data directory for a server that the test starts: with a migrated database, or `empty`: not created yet. */
export async function freshDataDir(options: { empty?: boolean; migrations?: string } = {}): Promise<DataDir> {
  const parent = await mkdtemp(join(tmpdir(), "rihla-test-"));
  const path = join(parent, "data");
  // a third of the time of the asynchronous one
  if (!options.empty) cpSync(await template(options.migrations ?? MIGRATIONS), path, { recursive: true });
  return { path, remove: () => rm(parent, { recursive: true, force: true }) };
}

async function open(
  where: EmbeddedConfig | ServerConfig,
  remove: () => Promise<void>,
): Promise<TestDatabase> {
  const db = await openDatabase(where);
  const close = async () => {
    await db.close();
    await remove();
  };
  // not a copy: `orm` is a getter that checks its caller
  return Object.assign(Object.create(db), { where, close });
}

/** Created once per state of the migrations: creating a database takes seconds, copying one does not. */
async function template(migrations: string): Promise<string> {
  const made = join(CACHE, `database-${hashOf(migrations)}`);
  if (await isThere(made)) {
    await utimes(made, new Date(), new Date());
    return made;
  }
  const unfinished = join(CACHE, `unfinished-${randomId()}`);
  await mkdir(CACHE, { recursive: true });
  const db = await openDatabase({ dataDir: unfinished });
  await migrate(db, migrations);
  await db.close();
  // the second of two that run at the same time finds it created
  await rename(unfinished, made).catch(() => rm(unfinished, { recursive: true, force: true }));
  await deleteOldTemplates();
  return made;
}

async function deleteOldTemplates(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const path = join(CACHE, name);
    const found = /^(database|unfinished)-/.test(name) ? await stat(path).catch(() => null) : null;
    if (found && Date.now() - found.mtimeMs > UNUSED_AFTER) await rm(path, { recursive: true, force: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

function hashOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith(".sql"))
    .sort()) {
    hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash
    .update(readFileSync(join(folder, "meta/_journal.json")))
    .digest("hex")
    .slice(0, 16);
}
