import type { Command } from "commander";
import { quoted, type TableInfo, tablesOf } from "../../src/db/backup/introspect.ts";
import type { Database } from "../../src/db/client.ts";
import { migrationStatus } from "../../src/db/migrate.ts";
import { readEnv } from "../../src/env.ts";
import { CliError, EXIT, usageError } from "../errors.ts";
import { write, writeJson } from "../output/output.ts";
import { type Finish, nounOf } from "../program.ts";
import type { Globals } from "../run.ts";

interface Options extends Globals {
  readonly role: string;
  readonly reader?: boolean;
}

const MAX_BYTES = 63; // PostgreSQL cuts a longer name off, and grants to another role

/** `rihla db grants`: the rights that a role needs which cannot change the schema. */
export function addGrants(program: Command, finish: Finish): void {
  const command = nounOf(program, ["db"])
    .command("grants")
    .description("Print the SQL that lets a role run the server on the migrated database")
    .requiredOption("--role <name>", "the role that gets the rights, which must exist")
    .option("--reader", "grant only what reading needs");
  command.action(async () => finish(await printGrants(command.optsWithGlobals<Options>())));
}

async function printGrants({ role, reader = false, json, url }: Options): Promise<number> {
  const settings = readEnv();
  if (url !== undefined || settings.databaseUrl === undefined)
    throw usageError("`db grants` needs DATABASE_URL, without --url: an embedded database has no roles.");
  checkRole(role);
  const { openSettingsDatabase } = await import("../transport/in-process.ts"); // loads the whole server
  const db = await openSettingsDatabase(settings);
  try {
    const { pending } = await migrationStatus(db);
    if (pending > 0)
      throw new CliError("unavailable", "The database is not migrated: run `rihla db migrate`.");
    const statements = await grantsFor(db, quoted(role), reader);
    await (json ? writeJson({ role, statements }) : write(`${statements.join(";\n")};\n`));
    return EXIT.done;
  } finally {
    await db.close();
  }
}

/** PostgreSQL takes `public`, even in quotes, for every role. */
function checkRole(role: string): void {
  if (role === "public" || role === "none" || role.startsWith("pg_"))
    throw usageError("--role must name a role of your own: this name is reserved.");
  if (role === "" || role.includes("\0") || Buffer.byteLength(role) > MAX_BYTES)
    throw usageError(`--role must be a name of 1 to ${MAX_BYTES} bytes.`);
}

/** On exactly the tables and views that exist, and by default on those of later migrations by the same owner. */
async function grantsFor(db: Database, role: string, reader: boolean): Promise<readonly string[]> {
  const tables = await db.transaction((tx) => tablesOf(tx), { readOnly: true });
  const [facts] = await db.query<{ database: string; owner: string }>(
    `select current_database() as database, pg_get_userbyid(relowner) as owner
     from pg_class where oid = 'drizzle.__drizzle_migrations'::regclass`,
  );
  if (!facts) throw new Error("the journal of migrations has no owner");
  const views = await db.query<{ name: string }>(
    "select viewname as name from pg_views where schemaname = 'public' and viewowner = $1 order by 1",
    [facts.owner],
  );
  const rows = reader ? "select" : "select, insert, update, delete";
  const later = `alter default privileges for role ${quoted(facts.owner)} in schema public grant`;
  const database = `on database ${quoted(facts.database)} to ${role}`;
  return [
    reader ? `grant connect ${database}` : `grant connect, temporary ${database}`,
    `grant usage on schema public, drizzle to ${role}`,
    `grant select on drizzle.__drizzle_migrations to ${role}`,
    ...[...tables, ...views].map(({ name }) => `grant ${rows} on public.${quoted(name)} to ${role}`),
    `${later} ${rows} on tables to ${role}`,
    ...(reader
      ? []
      : sequencesOf(tables).map((name) => `grant usage, select on sequence ${name} to ${role}`)),
    ...(reader ? [] : [`${later} usage, select on sequences to ${role}`]),
  ];
}

const sequencesOf = (tables: readonly TableInfo[]): readonly string[] =>
  tables.flatMap(({ columns }) => columns.flatMap(({ sequence }) => (sequence === null ? [] : [sequence])));
