import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { seconds } from "../shared/duration.ts";

export const ROOT = resolve(import.meta.dir, "../..");

/** A file may change again within the tick of the clock that its last change has. */
const SETTLED = seconds(2);
const IGNORED = /\.test\.tsx?$|^src\/testing\/|(^|\/)\./; // tests, and what editors and systems leave

/** Of a file when it was read: what changes if it is written or replaced, and the hash of its content. */
type Known = readonly [size: number, mtimeMs: number, ctimeMs: number, inode: number, hash: string];
type Index = Readonly<Record<string, Known>>;

/** Files of the repository; tests and hidden files are left out. */
export interface Sources {
  /** Files and folders, from the root of the repository. */
  readonly within: readonly string[];
  /** The paths that count; all of them without it. */
  readonly which?: RegExp;
}

/**
 * A hash of the paths and contents of sources. As in Git, a file is read only if it is not the same file of the same size
 * and times as in `indexFile`: a start that finds everything built would read two thousand files otherwise. `now` is in
 * milliseconds since 1970.
 */
export function hashSources(sources: Sources, indexFile: string, now: number = Date.now()): string {
  const index = readIndex(indexFile);
  const found: Record<string, Known> = {};
  const hasher = new Bun.CryptoHasher("sha256");
  let isIndexed = true;
  for (const path of pathsOf(sources)) {
    const known = knownOf(path, index[path]);
    if (!known) continue; // a folder, or a file that was just removed
    found[path] = known;
    isIndexed &&= known === index[path];
    hasher.update(`${path}\0${known[4]}\0`);
  }
  if (!isIndexed) writeIndex(indexFile, found, now);
  return hasher.digest("hex");
}

const pathsOf = ({ within, which = /./ }: Sources): readonly string[] =>
  within
    .flatMap((path) => {
      const stats = statSync(resolve(ROOT, path), { throwIfNoEntry: false });
      if (!stats?.isDirectory()) return stats ? [path] : []; // a copy of the program may lack some, such as bun.lock
      return readdirSync(resolve(ROOT, path), { recursive: true }).map((inside) => `${path}/${inside}`);
    })
    .filter((path) => which.test(path) && !IGNORED.test(path))
    .sort();

/** What is known of a file now; undefined of anything else. */
function knownOf(path: string, before: Known | undefined): Known | undefined {
  const file = resolve(ROOT, path);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const state = [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino] as const;
  if (before && state.every((value, at) => value === before[at])) return before;
  return [...state, new Bun.CryptoHasher("sha256").update(readFileSync(file)).digest("base64url")];
}

function readIndex(indexFile: string): Index {
  try {
    return JSON.parse(readFileSync(indexFile, "utf8")) as Index; // written by `writeIndex`
  } catch {
    return {}; // none yet, or a damaged one: everything is read
  }
}

function writeIndex(indexFile: string, found: Index, now: number): void {
  const settled = Object.entries(found).filter(([, [, , ctimeMs]]) => ctimeMs < now - SETTLED);
  const unfinished = `${indexFile}.new`; // if two processes write it at once, it is damaged at worst
  try {
    mkdirSync(dirname(indexFile), { recursive: true });
    writeFileSync(unfinished, JSON.stringify(Object.fromEntries(settled)));
    renameSync(unfinished, indexFile);
  } catch {
    // the folder is read-only: the next start reads the files again
  }
}
