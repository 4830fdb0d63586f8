/** Bundles the server in a child process: `bundle-server.ts <outDir>`. */
import { setPriority } from "node:os";
import { dirname, join } from "node:path";
import { installedPackage, lockedPackages } from "../dependencies/lock-file.ts";
import { ROOT } from "./source-hash.ts";

const LOW_PRIORITY = 10; // a server that has just started answers its first visitors

/**
 * Modules find files such as migrations, workers and the list of cities by their own path, which in a bundle would be
 * another one. Workers run from their sources.
 */
const ownPaths: Bun.BunPlugin = {
  name: "own paths",
  setup(build) {
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => ({
      loader: "ts",
      contents: (await Bun.file(path).text())
        .replaceAll(/import\.meta\.dir\b/g, () => JSON.stringify(dirname(path)))
        .replaceAll(/import\.meta\.url\b/g, () => JSON.stringify(Bun.pathToFileURL(path).href)),
    }));
  },
};

/** A package that is imported later stays outside, as most servers never need it. */
const laterPackages: Bun.BunPlugin = {
  name: "later packages",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};

/** The bundle is known by `bun.lock`, so it must not contain other versions. */
function requireLockedVersions(): void {
  const other = lockedPackages().filter((each) => {
    const installed = each.production ? installedPackage(each) : null;
    return installed !== null && installed.version !== each.version;
  });
  if (other.length === 0) return;
  const names = other.map(({ name, version }) => `${name} ${version}`).join(", ");
  throw new Error(`bun.lock names other versions than those installed: ${names}. Run \`bun install\`.`);
}

/**
 * Stack traces name the sources through source maps. The engine reads a map when it loads the module, so the texts of the
 * sources, which are at hand, only make the start slower.
 */
async function withoutSourceTexts(file: Bun.BunFile): Promise<void> {
  const map = (await file.json()) as { readonly sources: readonly string[] };
  await Bun.write(file, JSON.stringify({ ...map, sourcesContent: map.sources.map(() => null) }));
}

async function bundle(outDir: string): Promise<void> {
  requireLockedVersions();
  const { outputs } = await Bun.build({
    entrypoints: [join(ROOT, "src/program.ts")],
    outdir: outDir,
    target: "bun",
    splitting: true,
    minify: { whitespace: true, syntax: true },
    sourcemap: "linked",
    plugins: [ownPaths, laterPackages],
  });
  const maps = outputs.filter(({ kind }) => kind === "sourcemap");
  await Promise.all(maps.map(({ path }) => withoutSourceTexts(Bun.file(path))));
}

const [outDir] = process.argv.slice(2);
if (!outDir) throw new Error("bundle-server.ts <outDir>");
try {
  setPriority(LOW_PRIORITY);
} catch {
  // a service manager may forbid it
}
try {
  await bundle(outDir);
} catch (error) {
  console.error(error instanceof AggregateError ? error.errors.join("\n") : String(error));
  process.exit(1);
}
