import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { access, chmod, constants, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { syncToDisk } from "../core/files/sync-to-disk.ts";
import { hours, minutes } from "../shared/duration.ts";
import { ROOT } from "./source-hash.ts";

const KEPT = 4; // builds beside a new one, for a way back to earlier sources or settings
const USED_WITHIN = hours(1);
const MARK_EVERY = minutes(10);
const UNFINISHED = ".new-";
const SIZES = "sizes.json";

/** Where a build belongs. */
export interface BuildLocation {
  /** The folder of all builds of a kind. */
  readonly folder: string;
  /** The name of this build: a hash of what it is made of. */
  readonly hash: string;
}

/** The sizes of a build's files in bytes. */
type Sizes = Readonly<Record<string, number>>;

/** The path of a build whose files are all there; undefined if there is none. It gets its name when it is done. */
export function builtAt({ folder, hash }: BuildLocation): string | undefined {
  const path = join(folder, hash);
  try {
    const sizes = JSON.parse(readFileSync(join(path, SIZES), "utf8")) as Sizes; // written by `build`
    const isWhole = Object.entries(sizes).every(([name, size]) => statSync(join(path, name)).size === size);
    return isWhole ? path : undefined;
  } catch {
    return undefined;
  }
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
    await access(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes a build in a folder that is writable; returns its path. Any number of processes may make the same at once: the
 * first one that is done names it. A power cut leaves a whole build or none. Throws what `make` does, and an `Error` if
 * the sources changed in the meantime.
 */
export async function build(
  location: BuildLocation,
  hashNow: () => string,
  make: (directory: string) => Promise<void>,
): Promise<string> {
  const { folder, hash } = location;
  await removeOldBuilds(folder);
  const [unfinished, path] = [mkdtempSync(join(folder, UNFINISHED)), join(folder, hash)]; // before a stop can come
  const removeUnfinished = () => rmSync(unfinished, { recursive: true, force: true });
  process.on("exit", removeUnfinished);
  try {
    await make(unfinished);
    if (hashNow() !== hash) throw new Error("The sources changed while they were built.");
    await finish(unfinished);
    if (builtAt(location) === undefined) await rm(path, { recursive: true, force: true }); // a damaged one
    await rename(unfinished, path).catch((error: unknown) => {
      if (builtAt(location) === undefined) throw error; // else another process was first
    });
    await syncToDisk(folder);
  } finally {
    process.off("exit", removeUnfinished);
    removeUnfinished();
  }
  return path;
}

/** Records the sizes of all files and flushes them to the disk. */
async function finish(unfinished: string): Promise<void> {
  await chmod(unfinished, 0o755); // an image builds as root and serves as another user
  const names = await readdir(unfinished, { recursive: true });
  const sizes = names.map((name) => [name, statSync(join(unfinished, name))] as const);
  const ofFiles = sizes.flatMap(([name, stats]) => (stats.isFile() ? [[name, stats.size]] : []));
  await Bun.write(join(unfinished, SIZES), JSON.stringify(Object.fromEntries(ofFiles) satisfies Sizes));
  for (const name of [...names, SIZES, "."]) await syncToDisk(join(unfinished, name));
}

/** Those that no process has used for an hour, except the newest ones, and what killed processes left unfinished. */
async function removeOldBuilds(folder: string): Promise<void> {
  const entries = (await readdir(folder)).map(async (name) => {
    const path = join(folder, name);
    const used = (await stat(path).catch(() => null))?.mtimeMs ?? Date.now();
    return { path, isFinished: !name.startsWith(UNFINISHED), isOld: Date.now() - used > USED_WITHIN, used };
  });
  const newestFirst = (await Promise.all(entries)).sort((a, b) => b.used - a.used);
  const kept = newestFirst.filter(({ isFinished }) => isFinished).slice(0, KEPT);
  const old = newestFirst.filter((entry) => entry.isOld && !kept.includes(entry));
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
