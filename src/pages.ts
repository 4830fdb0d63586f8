import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Settings } from "./env.ts";
import { days } from "./shared/duration.ts";
import type { Site } from "./web/build/manifest.ts";

const ROOT = resolve(import.meta.dir, "..");
const MANIFEST = "manifest.json";
const BUNDLE = join(ROOT, "src/web/build/bundle.ts");

/** What the bundle reads; a test compares it with the imports of the web. */
export const INPUTS = [
  "src/web/**/*",
  "src/shared/**/*",
  "src/modules/**/schema.ts",
  "public/**/*",
  "bun.lock",
  "tsconfig.json",
];
const KEPT = 4; // builds in a folder, for a way back to earlier settings
const USED_WITHIN = days(1); // a server that has started with a build may read a module of it later

/** Writes the pages and then their manifest into a folder. Replaced in tests, as it takes seconds. */
type Bundle = (directory: string, site: Site, hash: string) => Promise<void>;

type PageSettings = Pick<Settings, "brand" | "publicUrl" | "dataDir">;

/**
 * The folder of the built pages. Builds them if none of the earlier builds was made of the same sources and settings:
 * next to the program, else in DATA_DIR, else in a temporary folder, as the program's folder may be read-only.
 */
export async function findPages(
  settings: PageSettings,
  note: (sentence: string) => void,
  bundle: Bundle = bundleInChildProcess,
): Promise<string> {
  const site = siteOf(settings);
  const hash = hashOf(site);
  const built = builtIn(foldersOf(settings), hash);
  if (built !== undefined) {
    const now = new Date();
    await utimes(built, now, now).catch(() => {}); // the folder may be read-only
    return built;
  }
  note("Building the pages ...");
  for (const folder of foldersOf(settings)) {
    if (await isWritable(folder)) return build(folder, bundle, site, hash);
  }
  return build(await mkdtemp(join(tmpdir(), "rihla-pages-")), bundle, site, hash);
}

/** Whether `findPages` has nothing to build. */
export const hasPages = (settings: PageSettings): boolean =>
  builtIn(foldersOf(settings), hashOf(siteOf(settings))) !== undefined;

const siteOf = ({ brand, publicUrl }: PageSettings): Site => ({ brand, publicUrl: publicUrl.origin });

const foldersOf = ({ dataDir }: PageSettings) => [join(ROOT, "dist/web"), resolve(dataDir, "pages")];

/** A folder with this name is complete: it got the name when the build was done. */
const builtIn = (folders: readonly string[], hash: string): string | undefined =>
  folders.map((folder) => join(folder, hash)).find((path) => existsSync(join(path, MANIFEST)));

function hashOf(site: Site): string {
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(JSON.stringify([site, Bun.version]));
  const paths = INPUTS.flatMap((input) => [...new Bun.Glob(input).scanSync({ cwd: ROOT })]);
  for (const path of paths.filter((each) => !/\.test\.tsx?$/.test(each)).sort()) {
    hasher.update(`\0${path}\0`);
    hasher.update(readFileSync(`${ROOT}/${path}`));
  }
  return hasher.digest("hex").slice(0, 16);
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await rm(await mkdtemp(join(folder, ".new-")), { recursive: true });
    return true;
  } catch {
    return false;
  }
}

/** Any number of processes may build the same at once: the first one that is done names the folder. */
async function build(folder: string, bundle: Bundle, site: Site, hash: string): Promise<string> {
  const [unfinished, path] = [await mkdtemp(join(folder, ".new-")), join(folder, hash)];
  await bundle(unfinished, site, hash).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  });
  await chmod(unfinished, 0o755); // an image builds as root and serves as another user
  await rename(unfinished, path).catch(() => rm(unfinished, { recursive: true, force: true }));
  if (!existsSync(join(path, MANIFEST))) throw new Error(`The build left no ${MANIFEST} in ${path}`);
  await removeOldBuilds(folder);
  return path;
}

/** React and the router read NODE_ENV when they are imported, so the bundle runs in a child process. */
async function bundleInChildProcess(directory: string, site: Site, hash: string): Promise<void> {
  const child = Bun.spawn({
    cmd: [process.execPath, BUNDLE, directory, JSON.stringify(site), hash],
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const kill = () => child.kill(); // a start that fails or is stopped leaves no process behind
  process.on("exit", kill);
  const exitCode = await child.exited;
  process.off("exit", kill);
  if (exitCode !== 0) throw new Error("The web pages could not be built.");
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
