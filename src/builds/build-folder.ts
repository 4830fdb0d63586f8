import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { days } from "../shared/duration.ts";
import { ROOT } from "./source-hash.ts";

const KEPT = 4; // builds in a folder, for a way back to earlier sources or settings
const USED_WITHIN = days(1); // a server that has started with a build may read a module of it later

/** Where a build belongs. */
export interface Place {
  /** The folder of all builds of a kind. */
  readonly folder: string;
  /** The name of this build: a hash of what it is made of. */
  readonly hash: string;
  /** A file that every complete build has. */
  readonly file: string;
}

/** The path of a complete build; undefined if there is none. It gets its name when it is done. */
export function builtAt({ folder, hash, file }: Place): string | undefined {
  const path = join(folder, hash);
  return existsSync(join(path, file)) ? path : undefined;
}

/** Keeps a build for a day more. */
export async function markUsed(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => {}); // the folder may be read-only
}

export async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await rm(await mkdtemp(join(folder, ".new-")), { recursive: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes a build in a folder that is writable; returns its path. Any number of processes may make the same at once: the
 * first one that is done names it. Throws what `make` does, and if the hash is another one by then.
 */
export async function build(
  place: Place,
  hashNow: () => string,
  make: (directory: string) => Promise<void>,
): Promise<string> {
  const { folder, hash, file } = place;
  const [unfinished, path] = [await mkdtemp(join(folder, ".new-")), join(folder, hash)];
  try {
    await make(unfinished);
    if (hashNow() !== hash) throw new Error("The sources changed while they were built.");
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  await chmod(unfinished, 0o755); // an image builds as root and serves as another user
  await rename(unfinished, path).catch(() => rm(unfinished, { recursive: true, force: true }));
  if (builtAt(place) === undefined) throw new Error(`The build left no ${file} in ${path}`);
  await removeOldBuilds(folder);
  return path;
}

/** Also those that a process has left unfinished. */
async function removeOldBuilds(folder: string): Promise<void> {
  const entries = (await readdir(folder)).map(async (name) => {
    const path = join(folder, name);
    return { path, used: (await stat(path).catch(() => null))?.mtimeMs ?? Date.now() };
  });
  const newestFirst = (await Promise.all(entries)).sort((a, b) => b.used - a.used);
  const old = newestFirst.slice(KEPT).filter(({ used }) => Date.now() - used > USED_WITHIN);
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
