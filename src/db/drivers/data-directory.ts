import { existsSync } from "node:fs";
import { access, constants, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SettingError } from "../../env.ts";
import { isDiskFull, systemErrorCode } from "../errors.ts";

/** Creates DATA_DIR with mode 0700 if it is missing. Throws `SettingError` if it cannot be created or written. */
export async function makeDataDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK);
  } catch (error) {
    throw dataDirectoryProblem(error, path);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: "it is a file",
  ENOTDIR: "a part of its path is a file",
  EROFS: "it is on a read-only disk",
};

/** Why DATA_DIR cannot be used, from the error of the system. */
export function dataDirectoryProblem(error: unknown, path: string): SettingError {
  const code = systemErrorCode(error) ?? "no cause is known";
  const reason = isDiskFull(error) ? "its disk is full" : (REASONS[code] ?? `it cannot be written (${code})`);
  return new SettingError(`DATA_DIR cannot be used: ${reason}: ${path}.`, { cause: error });
}

const MOVED = "database.moved";

/** Throws `SettingError` if the database in DATA_DIR was moved to a server: writes here would be missing there. */
export function refuseMoved(dataDir: string): void {
  const file = join(dataDir, MOVED);
  if (!existsSync(file)) return;
  throw new SettingError(
    `The database in ${dataDir} was moved to PostgreSQL: set DATABASE_URL. To use this copy again, delete ${file}.`,
  );
}

/** From now on the database in DATA_DIR cannot be opened by mistake. */
export async function markMoved(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, MOVED), "", { mode: 0o600, flush: true });
}
