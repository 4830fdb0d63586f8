import { sql } from "drizzle-orm";
import { createLog } from "../../../core/logging/log.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Database } from "../../../db/client.ts";
import { connectionProblem, sqlState } from "../../../db/errors.ts";
import { inRolledBack } from "../../../db/transactions/rolled-back.ts";
import type { Settings } from "../../../env.ts";
import type { Problem } from "../../../shared/errors.ts";
import { createMainDatabase } from "./main-database.ts";
import { MainDatabaseError, withMainDatabase, withMainErrors } from "./main-errors.ts";
import { mainTableExists, prepareMainTable, prepareMainTableIn, readyShape } from "./main-table.ts";

/** What a trial of the main database showed. */
type MainDatabaseTrial =
  /** `lacking`: something that the next run adds is missing. */
  | { readonly kind: "writable"; readonly state: "ready" | "lacking" | "empty" }
  | { readonly kind: "failed"; readonly problem: Problem };

const RIGHTS =
  "Grant its role select, insert, update and delete on public.places, and create on the schema public.";
const REACH = "Check MAIN_DATABASE_URL, and that the server runs and lets this machine in.";

/** Connects, and writes a row of `places` in a transaction that is rolled back. Changes nothing. */
export async function tryMainDatabase(deps: Deps): Promise<MainDatabaseTrial> {
  try {
    return await withMainDatabase(deps, (main) =>
      withMainErrors(deps.log, async () => ({ kind: "writable", state: await tryTable(main) })),
    );
  } catch (error) {
    if (!(error instanceof MainDatabaseError)) throw error;
    const remedy = sqlState(error) === undefined ? REACH : RIGHTS;
    return { kind: "failed", problem: { sentence: error.message, remedy } };
  }
}

async function tryTable(main: Database): Promise<"ready" | "lacking" | "empty"> {
  if (!(await mainTableExists(main))) {
    await rolledBack(main, async (tx) => {
      await prepareMainTableIn(tx);
      await writeRow(tx);
    });
    return "empty";
  }
  const shape = await readyShape(main);
  await rolledBack(main, writeRow);
  return shape === null ? "lacking" : "ready";
}

type Work = Parameters<Database["transaction"]>[0];

const rolledBack = (main: Database, work: Work): Promise<unknown> =>
  inRolledBack((each) => main.transaction(each), work);

const writeRow: Work = async (tx) => {
  const id = crypto.randomUUID();
  await tx.execute(sql`insert into public.places (id, name) values (${id}, 'trial')`);
  await tx.execute(sql`update public.places set name = 'trial again' where id = ${id}`);
  await tx.execute(sql`delete from public.places where id = ${id}`);
};

/**
 * Logs a warning if the database of MAIN_DATABASE_URL cannot be used. The server runs without it: places wait for the
 * next sync that reaches it.
 */
export async function warnIfUnreachable({ ports, settings, log }: Deps): Promise<void> {
  if (settings.mainDatabaseUrl === undefined) return;
  try {
    await ports.mainDatabase.use((main) => main.ping());
  } catch (error) {
    const problem = connectionProblem(error, "MAIN_DATABASE_URL") ?? "MAIN_DATABASE_URL cannot be used.";
    log.warn(`${problem} The server runs on, and places wait for the next sync.`);
  }
}

/**
 * Creates what is missing of the table in the main database, as a run also does. An installation on a database server
 * gets an embedded main database from its first run only. Throws `MainDatabaseError`.
 */
export async function migrateMain(settings: Settings): Promise<void> {
  if (settings.databaseUrl !== undefined && settings.mainDatabaseUrl === undefined) return;
  const main = createMainDatabase(settings);
  try {
    await withMainErrors(createLog("silent"), () => main.use(prepareMainTable));
  } finally {
    await main.close();
  }
}
