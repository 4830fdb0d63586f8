import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../../env.ts";
import { randomId } from "../../shared/id.ts";

const TEMP_FILE = /^spool-\w+\.tmp$/;

/** A path for a file that exists for one call only. The caller must create it exclusively, with mode 0600. */
export function tempFilePath({ databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">): string {
  return join(databaseUrl === undefined ? dataDir : tmpdir(), `spool-${randomId()}.tmp`);
}

/** Deletes files that a killed process left. Only for the process that holds the data directory, before its first call. */
export async function clearTempFiles(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (TEMP_FILE.test(name)) await rm(join(dataDir, name), { force: true });
  }
}
