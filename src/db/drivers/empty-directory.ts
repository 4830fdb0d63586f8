import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { deserialize, serialize } from "node:v8";
import packageFile from "../../../package.json" with { type: "json" };
import { built, programFile } from "../../env/program.ts";
import { randomId } from "../../shared/id.ts";

/** Named after the version of the engine, as another one may not read the files. The executable has it inside. */
export const KEPT = `dist/database/${packageFile.dependencies["@electric-sql/pglite"]}.zst`;

export interface EmptyDirectory {
  /** Creates the files in a folder, which is there and empty. */
  readonly initialize: (path: string) => Promise<void>;
  /** Where they are kept. */
  readonly kept?: string;
}

/** The names of folders and files, a folder before what is in it; a folder has no content. */
type Entries = readonly (readonly [name: string, content: Uint8Array | null])[];

/**
 * Creates the files of an empty database in `path`. Initializing takes three seconds and 1 GB of memory, unpacking a few
 * tenths: the first files that this program creates are kept for the next data directory, a demo or the verification of a
 * backup.
 */
export async function createDirectory(
  path: string,
  { initialize, kept = programFile(KEPT) }: EmptyDirectory,
): Promise<void> {
  if (unpacked(kept, path)) return;
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { mode: 0o700 });
  await initialize(path);
  if (!built) await keep(path, kept).catch(() => undefined); // a program on a read-only or full disk goes without
}

/** False if there are none, if they are damaged, as after a power cut, or if the disk is full. */
function unpacked(kept: string, path: string): boolean {
  try {
    const bytes = readFileSync(kept);
    const packed = bytes.subarray(HASH_BYTES);
    if (!hashOf(packed).equals(bytes.subarray(0, HASH_BYTES))) return false;
    mkdirSync(path, { mode: 0o700 });
    for (const [name, content] of deserialize(Bun.zstdDecompressSync(packed)) as Entries) {
      if (content === null) mkdirSync(join(path, name));
      else writeFileSync(join(path, name), content);
    }
    return true;
  } catch {
    return false;
  }
}

const HASH_BYTES = 32;
const hashOf = (packed: Uint8Array): Buffer => new Bun.CryptoHasher("sha256").update(packed).digest();

/** Of processes that keep theirs at once the last one wins. What others left, or older versions, is deleted. */
async function keep(path: string, kept: string): Promise<void> {
  const folder = dirname(kept);
  await mkdir(folder, { recursive: true });
  const others = (await readdir(folder)).filter((name) => name !== basename(kept));
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  const packed = Bun.zstdCompressSync(serialize(entriesOf(path)));
  const unfinished = join(folder, randomId());
  await writeFile(unfinished, Buffer.concat([hashOf(packed), packed]));
  await rename(unfinished, kept);
}

function entriesOf(folder: string): Entries {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const entries = found.map((each) => {
    const path = join(each.parentPath, each.name);
    return [relative(folder, path), each.isFile() ? new Uint8Array(readFileSync(path)) : null] as const;
  });
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}
