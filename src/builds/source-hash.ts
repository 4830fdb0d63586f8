import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { seconds } from "../shared/duration.ts";

export const ROOT = resolve(import.meta.dir, "../..");

/** A file may change again in the second of its last change, with the same size. */
const SETTLED = seconds(2);
const IS_TEST = /\.test\.tsx?$|^src\/testing\//;

/** Of a file when it was read: its size in bytes, the second of its last change, and the hash of its content. */
type Known = readonly [size: number, changedAt: number, hash: string];

interface Index {
  readonly files: Readonly<Record<string, Known>>;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

/** Files of the repository; tests are left out. */
export interface Sources {
  /** Files and folders, from the root of the repository. */
  readonly within: readonly string[];
  /** The paths that count; all of them without it. */
  readonly which?: RegExp;
}

/**
 * A hash of the paths and contents of sources. As in Git, a file is read only if its size or the time of its last change
 * is not as `indexFile` says, or if it came to its place after that was written, as from an archive that gives all files
 * one time: a start that finds everything built would read two thousand files otherwise.
 */
export function hashSources(sources: Sources, indexFile: string): string {
  const index = readIndex(indexFile);
  const found: Record<string, Known> = {};
  const hasher = new Bun.CryptoHasher("sha256");
  let isIndexed = true;
  for (const path of pathsOf(sources)) {
    const known = knownOf(path, index);
    if (!known) continue; // a folder
    found[path] = known;
    isIndexed &&= known === index.files[path];
    hasher.update(`${path}\0${known[2]}\0`);
  }
  if (!isIndexed) writeIndex(indexFile, found);
  return hasher.digest("hex");
}

const pathsOf = ({ within, which = /./ }: Sources): readonly string[] =>
  within
    .flatMap((path) => {
      const stats = statSync(resolve(ROOT, path), { throwIfNoEntry: false });
      if (!stats?.isDirectory()) return stats ? [path] : []; // a copy of the program may lack some, such as bun.lock
      return readdirSync(resolve(ROOT, path), { recursive: true }).map((inside) => `${path}/${inside}`);
    })
    .filter((path) => which.test(path) && !IS_TEST.test(path))
    .sort();

/** What is known of a file now; undefined of a folder. */
function knownOf(path: string, { files: { [path]: before }, writtenAt }: Index): Known | undefined {
  const file = resolve(ROOT, path);
  const stats = statSync(file);
  if (!stats.isFile()) return undefined;
  if (before?.[0] === stats.size && before[1] === changedAt(stats) && stats.ctimeMs <= writtenAt)
    return before;
  const hash = new Bun.CryptoHasher("sha256").update(readFileSync(file)).digest("base64url");
  return [stats.size, changedAt(stats), hash];
}

/** In whole seconds: an image of a container keeps no fractions. */
const changedAt = ({ mtimeMs }: Stats): number => Math.floor(mtimeMs / seconds(1));

function readIndex(indexFile: string): Index {
  try {
    // by the clock of the file system; in a container all sources may be newer, and are read
    const { ctimeMs } = statSync(indexFile);
    return { files: JSON.parse(readFileSync(indexFile, "utf8")) as Index["files"], writtenAt: ctimeMs };
  } catch {
    return { files: {}, writtenAt: 0 }; // none yet, or a damaged one: everything is read
  }
}

function writeIndex(indexFile: string, found: Index["files"]): void {
  const before = (Date.now() - SETTLED) / seconds(1);
  const settled = Object.entries(found).filter(([, [, changed]]) => changed < before);
  const unfinished = `${indexFile}.${process.pid}`;
  try {
    mkdirSync(dirname(indexFile), { recursive: true });
    writeFileSync(unfinished, JSON.stringify(Object.fromEntries(settled)));
    renameSync(unfinished, indexFile);
  } catch {
    // the folder is read-only: the next start reads the files again
  }
}
