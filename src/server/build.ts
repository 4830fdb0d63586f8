import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openDatabase } from "../db/client.ts";
import { KEPT } from "../db/drivers/empty-directory.ts";
import { type Built, buildInfo, PROGRAM_FOLDER, programFile } from "../env/program.ts";
import { readEnv, SettingError } from "../env.ts";
import { findPages, hashSources } from "./pages.ts";

/**
 * Builds the pages ahead of a start and prints their folder; with `--executable` also `dist/rihla`, the whole program in one
 * file: the server, its pages, the command line and the embedded database.
 */

/** The kinds of machines that it is made for, by the name that files of a release have. */
export const TARGETS = { "linux-x64": "bun-linux-x64", "linux-arm64": "bun-linux-arm64" } as const;
export type Target = keyof typeof TARGETS;

/** The command line and the threads, which are modules; the paths under which `programFile` finds them. */
export const MODULES = [
  "cli/main.ts",
  "src/db/drivers/pglite.worker.ts",
  "src/modules/directory/pages/card/render-card.worker.ts",
  "src/modules/evidence/uploads/validate-file.worker.ts",
  "src/web/build/site.worker.ts",
];

/** What the program reads while it runs, besides its pages. */
export const FILES = [
  "CHANGELOG.md",
  "LICENSE",
  "docs/**/*",
  "drizzle/*.sql",
  "drizzle/meta/_journal.json",
  "public/fonts/*.woff2",
  "public/og.png",
  "src/modules/places/gazetteer/geonames/cities.bin",
  "node_modules/@electric-sql/pglite/dist/{initdb.wasm,pglite.data,pglite.wasm}",
  "node_modules/@resvg/resvg-wasm/index_bg.wasm",
];

/** A module that imports every file as it is, so that Bun embeds it under its path. */
function embedding(patterns: readonly string[]): string {
  const paths = patterns.flatMap((pattern) => {
    const found = [...new Bun.Glob(pattern).scanSync({ cwd: PROGRAM_FOLDER, followSymlinks: true })];
    if (found.length === 0) throw new Error(`There is no ${pattern} to embed.`);
    return found;
  });
  return paths.map((path) => `import ${JSON.stringify(`./${path}`)} with { type: "file" };`).join("\n");
}

/**
 * Compiles the sources with pages that are built, for this machine if there is no target, and returns the paths of all
 * modules that are in it.
 */
export async function makeExecutable(path: string, pages: string, target?: Target): Promise<string[]> {
  const unfinished = mkdtempSync(join(dirname(path), ".new-"));
  try {
    const made = join(unfinished, basename(path)); // with source maps beside it, which it has inside, too
    const modules = await compile(made, `dist/${basename(pages)}`, target);
    renameSync(made, path); // a running executable keeps its old file
    return modules;
  } finally {
    rmSync(unfinished, { recursive: true });
  }
}

/** Creates the empty database that the executable embeds. */
async function keepEmptyDatabase(): Promise<void> {
  if (existsSync(programFile(KEPT))) return;
  const dataDir = mkdtempSync(programFile("dist/.new-"));
  try {
    const db = await openDatabase({ dataDir });
    await db.query("select 1");
    await db.close();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

async function compile(outfile: string, pages: string, target: Target | undefined): Promise<string[]> {
  const { revision } = buildInfo;
  const built: Built = { revision, sources: hashSources(PROGRAM_FOLDER), pages };
  const embedded = programFile("embedded.ts");
  await keepEmptyDatabase();
  const result = await Bun.build({
    root: PROGRAM_FOLDER,
    entrypoints: [...MODULES.map(programFile), embedded],
    files: { [embedded]: embedding([...FILES, KEPT, `${pages}/**/*`]) },
    compile: {
      outfile,
      ...(target && { target: TARGETS[target] }),
      autoloadBunfig: false, // the folder in which it is started must not decide what it loads
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
    target: "bun",
    splitting: true,
    metafile: true,
    sourcemap: "inline", // for the stacks in the log
    minify: { whitespace: true, syntax: true, identifiers: false },
    naming: { entry: "[dir]/[name].[ext]", asset: "[dir]/[name].[ext]", chunk: "[name]-[hash].[ext]" },
    define: { BUILT: JSON.stringify(built), "process.env.NODE_ENV": '"production"' },
  });
  return Object.keys(result.metafile?.inputs ?? {});
}

if (import.meta.main) {
  try {
    const [pages, path] = [await findPages(readEnv(), console.error), programFile("dist/rihla")];
    const { version, revision } = buildInfo;
    if (!process.argv.includes("--executable")) console.log(pages);
    else {
      await makeExecutable(path, pages);
      console.log(`${path}, version ${version}${revision === null ? "" : ` (${revision})`}`);
    }
  } catch (error) {
    console.error(error instanceof SettingError ? error.message : error);
    process.exit(1);
  }
}
