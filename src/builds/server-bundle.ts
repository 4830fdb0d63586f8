import { join } from "node:path";
import { type BuildLocation, build, builtAt, isWritable, keepBuild, runBuild } from "./build-folder.ts";
import { hashSources, ROOT, type Sources } from "./source-hash.ts";

const SCRIPT = join(ROOT, "src/builds/bundle-server.ts");
const FOLDER = join(ROOT, "dist/server");
const INDEX = join(ROOT, "dist/server.index.json");
/** The module of `src/program.ts`. */
const ENTRY = "program.js";

/** What the server's code is made of; a test compares it with the imports of the program. */
export const SOURCES: Sources = {
  within: [
    "src/app.ts",
    "src/brand.ts",
    "src/builds",
    "src/core",
    "src/db",
    "src/env",
    "src/env.ts",
    "src/exit-with-npm.ts",
    "src/http",
    "src/modules",
    "src/program.ts",
    "src/router.ts",
    "src/schedule.ts",
    "src/server.ts",
    "src/shared",
    "src/shutdown.ts",
    "src/start-summary.ts",
    "src/testimonials.ts",
    "bun.lock",
    "package.json",
    "tsconfig.json",
  ],
};

/** Where the bundle of these sources belongs. It contains their paths. */
function location(): BuildLocation {
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(JSON.stringify([ROOT, Bun.version, hashSources(SOURCES, INDEX)]));
  return { folder: FOLDER, hash: hasher.digest("hex").slice(0, 16) };
}

/** The module of the program in a bundle of these very sources; undefined if there is none. */
export async function findServerBundle(): Promise<string | undefined> {
  const built = builtAt(location());
  if (built === undefined) return undefined;
  await keepBuild(built);
  return join(built, ENTRY);
}

/** Bundles the server if that was not done yet. Returns false if the program's folder is read-only. */
export async function makeServerBundle(): Promise<boolean> {
  const wanted = location();
  if (builtAt(wanted) !== undefined) return true;
  if (!(await isWritable(FOLDER))) return false;
  const bundle = (directory: string) => runBuild([SCRIPT, directory], "The server could not be bundled.");
  await build(wanted, () => location().hash, bundle);
  return true;
}
