import { resolve } from "node:path";
import { LAND_FILE, MAP } from "../../shared/places/map.ts";
import { LAND } from "../kit/site/points.ts";
import type { Page } from "../page-files.ts";
import { SCREENS } from "../screens.ts";
import { buildStylesheets, pdfDecoders } from "./assets.ts";
import { type PageModules, type PreloadedModules, withFonts } from "./document.ts";
import { PRAYER_SCRIPT_FILE, SEARCH_SCRIPT_FILE, type Site } from "./manifest.ts";
import { BUNDLE, type Bundle, SERVER_PAGES, writeCompressed, writeSite } from "./site.ts";

/** The build in a child process: `bundle.ts <outDir> <site as JSON>`. */

const ROOT = resolve(import.meta.dir, "../../..");
const HASHED = "assets/[name]-[hash].[ext]";

const INDEX = "src/web/index.html";
const PRERENDERED = "src/web/prerendered.tsx";
/** Sends the waitlist's form before the page has started. */
const SEND_EARLY = "src/web/routes/landing/beta/join.ts";

/** The sources of a prerendered page, of its dialog, of what shows the answer to its form, and of what sends it early. */
const PAGE_SOURCES: Readonly<Record<string, Partial<Record<keyof PageModules, string>>>> = {
  [SCREENS.landing.path]: {
    page: "src/web/routes/landing/page.tsx",
    dialog: "src/web/routes/landing/beta/partnership-dialog.tsx",
    answer: "src/web/routes/landing/beta/joined-panel.tsx",
    early: SEND_EARLY,
  },
  [SCREENS.support.path]: {
    page: "src/web/routes/support/page.tsx",
    dialog: "src/web/routes/support/gift-dialog.tsx",
  },
};

type Files = Map<string, Uint8Array | string>;

const SIGN_IN = { sent: "src/web/sign-in/send-early.ts", shown: "src/web/sign-in/main.tsx" };

async function bundle(): Promise<{ made: Bundle; files: Files }> {
  const [app, prerendered] = await Promise.all([buildModules(INDEX), buildModules(PRERENDERED, SEND_EARLY)]);
  const template = app.files.find(([path]) => path.endsWith(".html"));
  if (!template) throw new Error("The build made no page");
  const stylesheets = await buildStylesheets();
  const signInTemplate = new TextDecoder().decode(template[1]);
  const prerenderedPaths = Object.values(SCREENS)
    .filter((each: Page) => each.prerendered)
    .map(({ path }) => path);
  const made: Bundle = {
    template: withFonts(signInTemplate, stylesheets.paths.fonts),
    signInTemplate,
    stylesheets: stylesheets.paths,
    signInModules: signInModulesOf(app.report),
    pageModules: Object.fromEntries(
      prerenderedPaths.map((path) => [path, pageModulesOf(prerendered.report, path)]),
    ),
    drawnFor: null,
  };
  const files: Files = new Map([
    ...app.files.filter((file) => file !== template),
    ...prerendered.files,
    ...stylesheets.assets,
    ...(await pdfDecoders()),
  ]);
  return { made, files };
}

function pageModulesOf(report: Bun.BuildMetafile | undefined, path: string): PageModules {
  const sources = PAGE_SOURCES[path] ?? {};
  const of = (source: string | undefined) => (source === undefined ? [] : modulesOf(report, source));
  const page = [...new Set([...of(PRERENDERED), ...of(sources.page)])];
  const besides = (source: string | undefined) => of(source).filter((each) => !page.includes(each));
  return {
    page,
    dialog: besides(sources.dialog),
    answer: besides(sources.answer),
    early: of(sources.early).slice(0, 1),
  };
}

/** The modules of entries. Prerendered pages have modules of their own: what they share with the app would be cut into three times as many files. */
async function buildModules(...entries: readonly string[]) {
  const result = await Bun.build({
    entrypoints: entries.map((entry) => `${ROOT}/${entry}`),
    target: "browser",
    splitting: true,
    minChunkSize: 16_384, // bytes; a smaller chunk costs more as a request than as a part of another
    modulePreload: false, // its table of all chunks was two thirds of the boot script
    minify: true,
    sourcemap: "none",
    metafile: true,
    publicPath: "/",
    naming: { entry: entries.includes(INDEX) ? "[name].[ext]" : HASHED, chunk: HASHED, asset: HASHED },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const files = await Promise.all(
    result.outputs.map(
      async (each) => [each.path.replace(/^\.\//, ""), new Uint8Array(await each.arrayBuffer())] as const,
    ),
  );
  return { files, report: result.metafile };
}

function signInModulesOf(report: Bun.BuildMetafile | undefined): PreloadedModules {
  const first = modulesOf(report, SIGN_IN.sent);
  const later = modulesOf(report, SIGN_IN.shown).filter((path) => !first.includes(path));
  return { first, later };
}

/** Everything in `public` but the fonts, which are hashed assets already. */
function publicFiles(): string[] {
  return [...new Bun.Glob("**/*").scanSync({ cwd: `${ROOT}/public` })].filter(
    (path) => !path.endsWith(".woff2"),
  );
}

async function build(outDir: string, site: Site): Promise<void> {
  const { made, files } = await bundle();
  for (const path of publicFiles()) files.set(path, await Bun.file(`${ROOT}/public/${path}`).bytes());
  files.set(SERVER_PAGES.module, await oneFile(resolve(import.meta.dir, "server-pages.tsx"), "bun"));
  files.set(
    SEARCH_SCRIPT_FILE,
    await oneFile(`${ROOT}/src/web/routes/places/search/search-box.ts`, "browser"),
  );
  files.set(PRAYER_SCRIPT_FILE, await oneFile(`${ROOT}/src/web/routes/places/prayer/screen.ts`, "browser"));
  files.set(LAND_FILE, landPicture());
  files.set(BUNDLE, JSON.stringify({ ...made, drawnFor: site.brand.name } satisfies Bundle));
  await writeCompressed(outDir, files);
  await writeSite(made, { program: ROOT, folder: outDir, site });
}

/** A module with all that it imports. React chooses its production build when it is bundled. */
async function oneFile(entry: string, target: "bun" | "browser"): Promise<string> {
  const result = await Bun.build({
    entrypoints: [entry],
    target,
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const [module] = result.outputs;
  if (!module) throw new Error(`The build made nothing of ${entry}`);
  return module.text();
}

/** The paths of a source file's module and of all that it imports, without those that it loads on demand. */
function modulesOf(report: Bun.BuildMetafile | undefined, source: string): readonly string[] {
  const { outputs = {} } = report ?? {};
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === source);
  if (entry === undefined) throw new Error(`The build has no module of ${source}`);
  const found = new Set([entry]);
  for (const path of found) {
    const imports = outputs[path]?.imports ?? [];
    for (const each of imports) if (each.kind === "import-statement") found.add(each.path);
  }
  return [...found].map((path) => path.replace(/^\.\//, ""));
}

/** A gray that is seen on light and on dark ground. */
const landPicture = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP.width} ${MAP.height}"><path d="${LAND}" fill="none" ` +
  'stroke="#85928a" stroke-opacity=".55" stroke-width="3.6" stroke-linecap="round"/></svg>';

const [outDir, site] = process.argv.slice(2);
if (!outDir || !site) throw new Error("bundle.ts <outDir> <site as JSON>");
await build(outDir, JSON.parse(site) as Site);
process.exit();
