import { existsSync, rmSync } from "node:fs";
import { chmod, mkdir, mkdtemp, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../core/files/sync-folder.ts";
import { hours, minutes } from "../shared/duration.ts";
import { ROOT } from "./source-hash.ts";

const KEPT = 4; // builds beside a new one, for a way back to earlier sources or settings
const USED_WITHIN = hours(1);
const MARK_EVERY = minutes(10);
const UNFINISHED = ".new-";

/** Where a build belongs. */
export interface BuildLocation {
  /** The folder of all builds of a kind. */
  readonly folder: string;
  /** The name of this build: a hash of what it is made of. */
  readonly hash: string;
  /** A file that every complete build has. */
  readonly file: string;
}

/** The path of a complete build; undefined if there is none. It gets its name when it is done. */
export function builtAt({ folder, hash, file }: BuildLocation): string | undefined {
  const path = join(folder, hash);
  return existsSync(join(path, file)) ? path : undefined;
}

/** Keeps a build while this process runs, as it may import a module of it later, and for an hour after. */
export async function keepBuild(path: string): Promise<void> {
  const mark = async () => {
    const now = new Date();
    await utimes(path, now, now).catch(() => {}); // the folder may be read-only
  };
  await mark();
  setInterval(mark, MARK_EVERY).unref();
}

export async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await rm(await mkdtemp(join(folder, UNFINISHED)), { recursive: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes a build in a folder that is writable; returns its path. Any number of processes may make the same at once: the
 * first one that is done names it. A power cut leaves a whole build or none. Throws what `make` does, and an `Error` if
 * the sources have changed meanwhile.
 */
export async function build(
  location: BuildLocation,
  hashNow: () => string,
  make: (directory: string) => Promise<void>,
): Promise<string> {
  const { folder, hash, file } = location;
  await removeOldBuilds(folder);
  const [unfinished, path] = [await mkdtemp(join(folder, UNFINISHED)), join(folder, hash)];
  const removeUnfinished = () => rmSync(unfinished, { recursive: true, force: true });
  process.on("exit", removeUnfinished);
  try {
    await make(unfinished);
    if (hashNow() !== hash) throw new Error("The sources changed while they were built.");
    await chmod(unfinished, 0o755); // an image builds as root and serves as another user
    await syncFiles(unfinished);
    await rename(unfinished, path).catch(() => {}); // another process was first
    await syncFolder(folder);
  } finally {
    process.off("exit", removeUnfinished);
    removeUnfinished();
  }
  if (builtAt(location) === undefined) throw new Error(`The build left no ${file} in ${path}`);
  return path;
}

/** Flushes all files below a folder to the disk. */
async function syncFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const handle = await open(join(entry.parentPath, entry.name));
    await handle.sync().finally(() => handle.close());
  }
  await syncFolder(folder);
}

/** Those that no process has used within an hour, but for the newest, and what killed processes have left unfinished. */
async function removeOldBuilds(folder: string): Promise<void> {
  const entries = (await readdir(folder)).map(async (name) => {
    const path = join(folder, name);
    return { name, path, used: (await stat(path).catch(() => null))?.mtimeMs ?? Date.now() };
  });
  const newestFirst = (await Promise.all(entries)).sort((a, b) => b.used - a.used);
  const isUnfinished = ({ name }: { name: string }) => name.startsWith(UNFINISHED);
  const finished = newestFirst.filter((entry) => !isUnfinished(entry));
  const old = [...finished.slice(KEPT), ...newestFirst.filter(isUnfinished)].filter(
    ({ used }) => Date.now() - used > USED_WITHIN,
  );
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })));
}

/**
 * Runs a script that builds, in a process of its own: bundling takes memory that a server would keep. Throws an `Error`
 * with this sentence if it fails; it prints why.
 */
export async function runBuild(args: readonly string[], sentence: string): Promise<void> {
  const child = Bun.spawn({
    cmd: [process.execPath, ...args],
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production" }, // React and the router read it when they are imported
    stdio: ["ignore", "ignore", "inherit"],
  });
  const kill = () => child.kill(); // a start that fails or is stopped leaves no process behind
  process.on("exit", kill);
  const exitCode = await child.exited;
  process.off("exit", kill);
  if (exitCode !== 0) throw new Error(sentence);
}
