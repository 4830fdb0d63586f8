import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { built, programFile } from "../../env/program.ts";
import { randomId } from "../../shared/id.ts";

/** The executable keeps nothing outside of DATA_DIR. */
const CACHE = built ? null : programFile("dist/database");

export interface EmptyDirectory {
  /** Of the engine: another one may not read the files. */
  readonly version: string;
  /** Creates the files in a folder, which is there and empty. */
  readonly initialize: (path: string) => Promise<void>;
  readonly cache?: string | null;
}

/**
 * Creates the files of an empty database in `path`. Initializing takes three seconds, copying a few tenths: the first
 * files that this program creates are kept for the next data directory, a demo or the verification of a backup.
 */
export async function createDirectory(
  path: string,
  { version, initialize, cache = CACHE }: EmptyDirectory,
): Promise<void> {
  if (cache !== null && existsSync(join(cache, version))) {
    if (copied(join(cache, version), path)) return;
    await discard(cache, version).catch(() => undefined); // damaged, or the disk for the copy is full
  }
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { mode: 0o700 });
  await initialize(path);
  if (cache !== null) await keep(path, cache, version).catch(() => undefined); // a program on a read-only or full disk goes without
}

/** The kept files and their hash, which shows that a file is empty after a power cut. */
const partsOf = (kept: string) => ({ files: join(kept, "files"), hash: join(kept, "hash") });

/** False if it is not the same as when it was kept. */
function copied(kept: string, path: string): boolean {
  const { files, hash } = partsOf(kept);
  try {
    cpSync(files, path, { recursive: true }); // a third of the time of the asynchronous one
    return hashOf(path) === readFileSync(hash, "utf8");
  } catch {
    return false;
  }
}

/** Of the names of all folders and files in `folder`, and of what the files contain. */
function hashOf(folder: string): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(folder, name);
    hash.update(`${name}\0`).update(statSync(path).isFile() ? readFileSync(path) : "");
  }
  return hash.digest("hex");
}

/** Of two processes that keep theirs at once the second finds it done. */
async function keep(path: string, cache: string, version: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const others = (await readdir(cache)).filter((each) => each !== version);
  await Promise.all(others.map((each) => discard(cache, each)));
  const unfinished = randomId();
  const { files, hash } = partsOf(join(cache, unfinished));
  cpSync(path, files, { recursive: true });
  await writeFile(hash, hashOf(path));
  await rename(join(cache, unfinished), join(cache, version)).catch(() => discard(cache, unfinished));
}

/** Renamed first: a process that copies from it or to it fails, and does not take a part for the whole. */
async function discard(cache: string, name: string): Promise<void> {
  const renamed = join(cache, randomId());
  await rename(join(cache, name), renamed);
  await rm(renamed, { recursive: true, force: true });
}
