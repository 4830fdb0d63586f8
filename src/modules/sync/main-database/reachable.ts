import type { Deps } from "../../../core/rpc/context.ts";
import { connectionProblem } from "../../../db/errors.ts";
import "./main-database.ts";

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
