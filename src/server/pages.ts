import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Settings } from "../env.ts";
import type { Site } from "../web/build/manifest.ts";
import { type BuildLocation, build, builtAt, isWritable, keepBuild, runBuild } from "./build-folder.ts";
import { hashSources, ROOT, type Sources } from "./source-hash.ts";

const BUNDLE = join(ROOT, "src/web/build/bundle.ts");
const INDEX = join(ROOT, "dist/web.index.json");

/** What the bundle reads; a test compares it with the imports of the web. */
export const SOURCES: Sources = {
  within: [
    "src/web",
    "src/shared",
    "src/modules",
    "src/builds/packed-files.ts",
    "public",
    "bun.lock",
    "tsconfig.json",
  ],
  which: /^(?!src\/modules\/)|\/schema\.ts$/,
};

/** Writes the pages into a folder. Replaced in tests, as it takes seconds. */
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
  const locations = locationsOf(settings);
  const path = firstBuilt(locations) ?? (await buildPages(settings, locations, note, bundle));
  await keepBuild(path);
  return path;
}

async function buildPages(
  settings: PageSettings,
  locations: readonly BuildLocation[],
  note: (sentence: string) => void,
  bundle: Bundle,
): Promise<string> {
  note("Building the pages ...");
  const make = (location: BuildLocation) =>
    build(
      location,
      () => hashOf(settings),
      (directory) => bundle(directory, siteOf(settings), location.hash),
    );
  for (const location of locations) {
    if (await isWritable(location.folder)) return make(location);
  }
  return make(locationIn(await mkdtemp(join(tmpdir(), "rihla-pages-")), hashOf(settings)));
}

/** Whether `findPages` has nothing to build. */
export const hasPages = (settings: PageSettings): boolean => firstBuilt(locationsOf(settings)) !== undefined;

const siteOf = ({ brand, publicUrl }: PageSettings): Site => ({ brand, publicUrl: publicUrl.origin });

function hashOf(settings: PageSettings): string {
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(JSON.stringify([siteOf(settings), Bun.version, hashSources(SOURCES, INDEX)]));
  return hasher.digest("hex").slice(0, 16);
}

const locationIn = (folder: string, hash: string): BuildLocation => ({ folder, hash });

function locationsOf(settings: PageSettings): readonly BuildLocation[] {
  const hash = hashOf(settings);
  return [join(ROOT, "dist/web"), resolve(settings.dataDir, "pages")].map((folder) =>
    locationIn(folder, hash),
  );
}

const firstBuilt = (locations: readonly BuildLocation[]): string | undefined =>
  locations.map(builtAt).find((path) => path !== undefined);

const bundleInChildProcess: Bundle = (directory, site, hash) =>
  runBuild([BUNDLE, directory, JSON.stringify(site), hash], "The web pages could not be built.");
