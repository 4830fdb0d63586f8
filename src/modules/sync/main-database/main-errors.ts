import type { Log } from "../../../core/logging/log.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import type { Database } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import "./main-database.ts";
import { DirectoryInUse } from "../../../db/drivers/directory-lock.ts";
import { isUnavailable, sqlState } from "../../../db/errors.ts";

/** The main database cannot be used: one sentence for the person who looks at the run. */
export class MainDatabaseError extends Error {
  override readonly name = "MainDatabaseError";
}

/** Another process has taken the lease: nothing more may be written. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** Converts failures of the main database in `work` to `MainDatabaseError`; other errors pass unchanged. */
export async function withMainErrors<T>(log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MainDatabaseError || error instanceof LeaseLost) throw error;
    if (sqlState(error) === undefined && !isUnavailable(error)) throw error;
    throw toMainDatabaseError(log, error);
  }
}

function toMainDatabaseError(log: Log, error: unknown): MainDatabaseError {
  log.warn(errorLogFields(error), "the main database failed");
  return new MainDatabaseError(sentenceOf(error), { cause: error });
}

function sentenceOf(error: unknown): string {
  if (error instanceof DirectoryInUse) return "The embedded main database is in use by another process.";
  if (isUnavailable(error)) return "The main database cannot be reached.";
  const state = sqlState(error);
  if (state === undefined) return "The main database cannot be reached or refuses the sign-in.";
  return `The main database refused the work (SQLSTATE ${state}).`;
}

/** Whether the values of a row were refused: the other rows of its batch can still be written. */
export const isRejectedValue = (error: unknown): boolean => /^(22|23)/.test(sqlState(error) ?? "");

/** Opens the main database for `work`. Throws `MainDatabaseError` if it cannot be opened. */
export async function withMainDatabase<T>(
  { ports, log }: Deps,
  work: (main: Database) => Promise<T>,
): Promise<T> {
  let isOpen = false;
  const opened = (main: Database) => {
    isOpen = true;
    return work(main);
  };
  const use = () => ports.mainDatabase.use(opened);
  try {
    return await use();
  } catch (error) {
    if (isOpen) throw error;
    throw toMainDatabaseError(log, error);
  }
}

/** Reads the main database for an answer. Throws 503 with one sentence if it cannot be used. */
export async function readMain<T>(deps: Deps, work: (main: Database) => Promise<T>): Promise<T> {
  try {
    return await withMainDatabase(deps, (main) => withMainErrors(deps.log, () => work(main)));
  } catch (error) {
    if (error instanceof MainDatabaseError) throw new DomainError("unavailable", error.message);
    throw error;
  }
}
