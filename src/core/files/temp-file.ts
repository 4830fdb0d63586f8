import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../../env.ts";
import { randomId } from "../../shared/id.ts";

const TEMP_FILE = /^spool-\w+\.tmp$/;

/** Where a file may lie for the length of a call; whoever writes it makes it new and at mode 0600. */
export function tempFilePath({ databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">): string {
  return join(databaseUrl === undefined ? dataDir : tmpdir(), `spool-${randomId()}.tmp`);
}

/** Deletes what a killed process left; only for the owner of the directory, before its first call. */
export async function clearTempFiles(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (TEMP_FILE.test(name)) await rm(join(dataDir, name), { force: true });
  }
}
