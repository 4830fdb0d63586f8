import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { access, chmod, constants, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join, resolve } from "node:path";
import { built, PROGRAM_FOLDER, programFile } from "../env/program.ts";
import type { Settings } from "../env.ts";
import { days, hours } from "../shared/duration.ts";
import type { PagesReply, PagesRequest, Site } from "../web/build/manifest.ts";

const UNUSED_FOR = days(1);
const MARK_EVERY = hours(1);
const BUILD = /^([0-9a-f]{16}|\.new-.+)$/;

/** What the bundle reads; a test compares it with the imports of the web. */
export const SOURCES: readonly string[] = [
  "bun.lock",
  "tsconfig.json",
  "public/**/*",
  "src/web/**/*",
  "src/shared/**/*",
  "src/copy/**/*",
  "src/modules/**/*schema.ts",
];

/** Writes the pages into a folder. Replaced in tests, as it takes seconds. */
type Bundle = (directory: string, site: Site) => Promise<void>;

type PageSettings = Pick<Settings, "brand" | "publicUrl" | "dataDir">;

/**
 * The folder of the built pages. Builds them unless they were built of the same sources, packages and settings: in
 * `dist`, or in DATA_DIR where the program's folder is read-only, as in the executable.
 */
export async function findPages(
  settings: PageSettings,
  note: (sentence: string) => void,
  bundle: Bundle = built ? copyInThread(built.pages) : bundleInChildProcess,
): Promise<string> {
  const hash = hashOf(settings);
  const folders = foldersOf(settings);
  const found = builtIn(folders, hash) ?? (await build(settings, hash, note, bundle));
  await keep(found);
  return found;
}

/** Whether `findPages` has nothing to build. */
export const hasPages = (settings: PageSettings): boolean =>
  builtIn(foldersOf(settings), hashOf(settings)) !== undefined;

const siteOf = ({ brand, publicUrl }: PageSettings): Site => ({ brand, publicUrl: publicUrl.origin });

/** Of everything that the pages are made of. */
function hashOf(settings: PageSettings): string {
  const made = JSON.stringify([siteOf(settings), Bun.version, built?.sources ?? hashSources(PROGRAM_FOLDER)]);
  return new Bun.CryptoHasher("sha256").update(made).digest("hex").slice(0, 16);
}

/** Of the paths and contents of the sources in a checkout, without tests and hidden files. */
export function hashSources(root: string): string {
  const paths = SOURCES.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root })]);
  const hasher = new Bun.CryptoHasher("sha256");
  for (const path of paths.filter((each) => !/\.test\.tsx?$/.test(each)).sort()) {
    hasher.update(`${path}\0`);
    hasher.update(readFileSync(join(root, path)));
  }
  return hasher.digest("hex");
}

const DIST = programFile("dist");
const foldersOf = ({ dataDir }: PageSettings): readonly string[] => [DIST, resolve(dataDir, "pages")];

/** A build gets its name once it is whole. */
const builtIn = (folders: readonly string[], hash: string): string | undefined =>
  folders.map((folder) => join(folder, hash)).find(existsSync);

/** Any number of processes may build at once: the first one that is done names the build. */
async function build(
  settings: PageSettings,
  hash: string,
  note: (sentence: string) => void,
  bundle: Bundle,
): Promise<string> {
  note("Building the pages ...");
  const folder = await writableOf(foldersOf(settings).filter((each) => !built || each !== DIST));
  await removeUnused(folder);
  const [unfinished, path] = [mkdtempSync(join(folder, ".new-")), join(folder, hash)];
  const removeUnfinished = () => rmSync(unfinished, { recursive: true, force: true });
  process.on("exit", removeUnfinished); // a start that is stopped leaves nothing behind
  try {
    await bundle(unfinished, siteOf(settings));
    if (hashOf(settings) !== hash) throw new Error("The sources changed while they were built.");
    await chmod(unfinished, 0o755); // an image builds as root and serves as another user
    await rename(unfinished, path).catch((error: unknown) => {
      if (!existsSync(path)) throw error;
    });
  } finally {
    process.off("exit", removeUnfinished);
    removeUnfinished();
  }
  return path;
}

async function writableOf(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
      return folder;
    } catch {
      // read-only
    }
  }
  throw new Error(`The pages cannot be built: ${folders.join(" and ")} cannot be written to.`);
}

/** A running server reads files, and imports a module, long after its start. */
async function keep(pages: string): Promise<void> {
  const mark = async () => {
    const now = new Date();
    await utimes(pages, now, now).catch(() => {}); // the folder may be read-only
  };
  await mark();
  setInterval(mark, MARK_EVERY).unref();
}

async function removeUnused(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const used = (await stat(path).catch(() => null))?.mtimeMs ?? Date.now();
    if (BUILD.test(name) && Date.now() - used > UNUSED_FOR) await rm(path, { recursive: true, force: true });
  }
}

/** In a process of its own: bundling takes memory that a server would keep. It prints why it fails. */
const bundleInChildProcess: Bundle = async (directory, site) => {
  const child = Bun.spawn({
    cmd: [process.execPath, programFile("src/web/build/bundle.ts"), directory, JSON.stringify(site)],
    cwd: PROGRAM_FOLDER,
    env: { ...process.env, NODE_ENV: "production" }, // React and the router read it when they are imported
    stdio: ["ignore", "ignore", "inherit"],
  });
  const kill = () => child.kill(); // a start that fails or is stopped leaves no process behind
  process.on("exit", kill);
  const exitCode = await child.exited;
  process.off("exit", kill);
  if (exitCode !== 0) throw new Error("The web pages could not be built.");
};

/** The executable has no bundler: it writes the pages of these settings over a copy of those that it holds. */
const copyInThread =
  (from: string): Bundle =>
  async (folder, site) => {
    const thread = new Worker(programFile("src/web/build/site.worker.ts"));
    const request: PagesRequest = { from: programFile(from), program: PROGRAM_FOLDER, folder, site };
    thread.postMessage(request);
    const failed = await new Promise<PagesReply>((resolve) => {
      thread.onmessage = ({ data }: MessageEvent<PagesReply>) => resolve(data);
      thread.onerror = ({ message }) => resolve(message);
    });
    thread.terminate();
    if (failed !== null) throw new Error(`The pages could not be built: ${failed}`);
  };
