import { existsSync, rmSync } from "node:fs";
import { link, open, realpath, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { syncToDisk } from "../../src/core/files/sync-to-disk.ts";
import { randomId } from "../../src/shared/id.ts";
import { CliError, usageError } from "../errors.ts";
import { onInterrupt } from "../interrupt.ts";
import { write } from "../output/output.ts";
import { createProgress } from "../output/progress.ts";

type Chunks = AsyncIterable<Uint8Array>;

export async function writeToStdout(parts: Chunks): Promise<void> {
  for await (const part of parts) await write(part);
}

interface FileOptions {
  /** May throw to reject the file. */
  readonly check?: (tempPath: string) => Promise<void>;
  /** Whether a file that exists is replaced, and not refused. */
  readonly replace?: boolean;
}

/**
 * Writes a file atomically with mode 0600, because it may hold personal data: an existing file stays until the new one is
 * complete and flushed. Throws as `writablePath` does, before anything is downloaded.
 */
export async function writeToFile(
  path: string,
  startDownload: () => Promise<Chunks>,
  { check = async () => {}, replace = false }: FileOptions = {},
): Promise<void> {
  const target = await writablePath(path, replace);
  const unfinished = `${target}.${randomId()}.tmp`;
  const remove = () => rmSync(unfinished, { force: true });
  const unregister = onInterrupt(remove);
  try {
    await save(unfinished, await startDownload());
    await check(unfinished);
    await (replace ? rename(unfinished, target) : linkAs(unfinished, target));
    await syncToDisk(dirname(target));
  } finally {
    remove();
    unregister();
  }
}

/**
 * The path with links followed. Throws a usage error if it is there and not a regular file, such as a device, 409 if it
 * is a file that may not be replaced, and a failure if its folder is missing.
 */
export async function writablePath(path: string, replace: boolean): Promise<string> {
  const target = await realpath(path).catch(ifMissing(path));
  const found = await stat(target).catch(ifMissing(null));
  if (found === null) {
    if (!existsSync(dirname(target))) throw noFolder(dirname(target));
    return target;
  }
  if (!found.isFile()) throw usageError(`${path} is not a regular file.`);
  if (!replace) throw alreadyThere(path);
  return target;
}

const ifMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === "ENOENT") return value;
    throw error;
  };

const alreadyThere = (path: string) =>
  new CliError("conflict", `${path} already exists: add --force to replace it.`);

/** Unlike a rename, it fails if a file has taken the name since. */
async function linkAs(unfinished: string, target: string): Promise<void> {
  await link(unfinished, target).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? alreadyThere(target) : error;
  });
}

async function save(path: string, parts: Chunks): Promise<void> {
  const file = await open(path, "wx", 0o600);
  const progress = createProgress("bytes");
  try {
    for await (const part of parts) {
      await file.writeFile(part);
      progress.add(part.length);
    }
    await file.sync();
  } finally {
    progress.end();
    await file.close();
  }
}

const noFolder = (path: string) =>
  new CliError("internal", `There is no folder ${path}: no such file or directory.`);
