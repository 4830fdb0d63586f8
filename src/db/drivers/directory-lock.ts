import { Database as LockFile } from "bun:sqlite";
import { open, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeDataDirectory } from "./data-directory.ts";

// The embedded database does not lock its files, and two processes on one directory corrupt it. The operating system keeps
// this lock (a file lock, taken by SQLite) and releases it when its holder dies in any way, so that there are no stale
// locks, not even between containers that share a directory and have the same process ids.
export const LOCK = "rihla.lock"; // never open it elsewhere: closing any handle of it in this process releases the lock
const HOLDER = "rihla.pid";

/** Another process has locked the directory: one sentence that names the process. */
export class DirectoryInUse extends Error {
  override readonly name = "DirectoryInUse";
}

export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of `directory`, created with mode 0700 if it is missing. Throws `DirectoryInUse`
 * while another process owns it.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await makeDataDirectory(directory);
  await createEmpty(join(directory, LOCK));
  const lock = new LockFile(join(directory, LOCK), { readwrite: true });
  try {
    lock.run("begin exclusive");
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new DirectoryInUse(await inUse(directory)) : error;
  }
  const holder = join(directory, HOLDER);
  await rm(holder, { force: true });
  await writeFile(holder, `${process.pid}\n`, { flag: "wx", mode: 0o600 });
  return {
    async release() {
      await rm(holder, { force: true });
      lock.close();
    },
  };
}

async function createEmpty(path: string): Promise<void> {
  try {
    await (await open(path, "wx", 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

async function inUse(directory: string): Promise<string> {
  const pid = (await readFile(join(directory, HOLDER), "utf8").catch(() => "")).trim();
  const who = pid === "" ? "another process" : `process ${pid}`;
  return `The data directory ${directory} is in use by ${who}. Stop it first, or set DATA_DIR to another directory.`;
}

function isBusy(error: unknown): boolean {
  return (error as { code?: string }).code === "SQLITE_BUSY";
}
