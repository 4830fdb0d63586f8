import { cpSync, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { randomId } from "../../shared/id.ts";

const CACHE = join(import.meta.dir, "../../../dist/database");

export interface EmptyDirectory {
  /** Of the engine: another one may not read the files. */
  readonly version: string;
  /** Creates the files in a folder, which is there and empty. */
  readonly initialize: (path: string) => Promise<void>;
  readonly cache?: string;
}

/**
 * Creates the files of an empty database in `path`. Initializing takes three seconds, copying a few tenths: the first
 * files that this program creates are kept for the next data directory, a demo or the verification of a backup.
 */
export async function createDirectory(
  path: string,
  { version, initialize, cache = CACHE }: EmptyDirectory,
): Promise<void> {
  const kept = join(cache, version);
  if (existsSync(kept) && copied(kept, path)) return;
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { mode: 0o700 });
  await initialize(path);
  await keep(path, cache, version).catch(() => undefined); // a program on a read-only or full disk goes without
}

function copied(from: string, to: string): boolean {
  try {
    cpSync(from, to, { recursive: true }); // a third of the time of the asynchronous one
    return true;
  } catch {
    return false; // initializing says what is wrong with the disk, or replaces a damaged copy
  }
}

/** Of two processes that keep theirs at once the second finds it done. */
async function keep(path: string, cache: string, version: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const others = (await readdir(cache)).filter((each) => each !== version);
  await Promise.all(others.map((each) => discard(cache, each)));
  const unfinished = randomId();
  cpSync(path, join(cache, unfinished), { recursive: true });
  await rename(join(cache, unfinished), join(cache, version)).catch(() => discard(cache, unfinished));
}

/** Renamed first: a process that copies from it or to it fails, and does not take a part for the whole. */
async function discard(cache: string, name: string): Promise<void> {
  const renamed = join(cache, randomId());
  await rename(join(cache, name), renamed);
  await rm(renamed, { recursive: true, force: true });
}
