import { resolve } from "node:path";
import { LAND_FILE, MAP } from "../../shared/places/map.ts";
import { LAND } from "../kit/site/points.ts";
import {
  type Address,
  addressesOf,
  NOT_FOUND,
  OUTCOMES,
  type Outcome,
  type Screen,
  signInFileOf,
} from "../page-files.ts";
import {
  renderDialogFields,
  renderOutcome,
  renderPage,
  renderSignIn,
  renderWithoutScripts,
} from "../prerender.tsx";
import { NOTHING } from "../routes/places/views.ts";
import { SCREENS } from "../screens.ts";
import { buildStylesheets, compressAll, pdfDecoders, type StylesheetPaths } from "./assets.ts";
import {
  createDocument,
  headOf,
  type PageModules,
  type PreloadedModules,
  scriptless,
  withFonts,
} from "./document.ts";
import {
  MANIFEST,
  type PageFile,
  PRAYER_SCRIPT_FILE,
  SEARCH_SCRIPT_FILE,
  type Site,
  type WebManifest,
} from "./manifest.ts";
import { seoFiles } from "./seo.ts";
import { createServerPages } from "./server-pages.tsx";
import { socialCard } from "./social-card.ts";

/** The build in a child process: `bundle.ts <outDir> <site as JSON>`. */

const ROOT = resolve(import.meta.dir, "../../..");
const HASHED = "assets/[name]-[hash].[ext]";
const UNKNOWN_PATH = "/404";

interface Bundle {
  readonly template: string;
  /** Without the fonts, which come with the app's style sheets. */
  readonly signInTemplate: string;
  readonly stylesheets: StylesheetPaths;
  readonly signInModules: PreloadedModules;
  readonly modulesOfPage: (path: string) => PageModules;
  readonly assets: ReadonlyMap<string, Uint8Array>;
}

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

const SIGN_IN = { sent: "src/web/sign-in/send-early.ts", shown: "src/web/sign-in/main.tsx" };

async function bundle(): Promise<Bundle> {
  const [app, prerendered] = await Promise.all([buildModules(INDEX), buildModules(PRERENDERED, SEND_EARLY)]);
  const template = app.files.find(([path]) => path.endsWith(".html"));
  if (!template) throw new Error("The build made no page");
  const stylesheets = await buildStylesheets();
  const signInTemplate = new TextDecoder().decode(template[1]);
  return {
    template: withFonts(signInTemplate, stylesheets.paths.fonts),
    signInTemplate,
    assets: new Map([
      ...app.files.filter((file) => file !== template),
      ...prerendered.files,
      ...stylesheets.assets,
      ...(await pdfDecoders()),
    ]),
    stylesheets: stylesheets.paths,
    signInModules: signInModulesOf(app.report),
    modulesOfPage: (path) => pageModulesOf(prerendered.report, path),
  };
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

const screens: readonly Screen[] = Object.values(SCREENS);

type Files = Map<string, string>;

async function htmlFiles(made: Bundle, site: Site): Promise<Files> {
  const { app, support, tools } = made.stylesheets;
  const pageWith = (...sheets: string[]) => createDocument(made.template, headOf([app, ...sheets]), site);
  const page = pageWith();
  const ownPages = new Map<string, typeof page>([
    [SCREENS.support.path, pageWith(support)],
    [SCREENS.cities.path, pageWith(tools)],
  ]);
  const files: Files = new Map();
  for (const each of screens) {
    const toDocument = ownPages.get(each.path) ?? page;
    const options = {
      path: each.path,
      scripts: each.scripts,
      modules: each.prerendered && made.modulesOfPage(each.path),
      dialogFields: renderDialogFields(each.path),
    };
    for (const address of addressesOf(each)) {
      if (each.prerendered)
        files.set(address.file, toDocument(await renderPage(address.rendered, site.brand), options));
      else await addFrame(files, made, each, address, site);
    }
  }
  files.set(NOT_FOUND, page(await renderPage(UNKNOWN_PATH, site.brand)));
  for (const [outcome, file] of Object.entries(OUTCOMES)) {
    files.set(file, page(renderOutcome(outcome as Outcome, site.brand), { scripts: "none" }));
  }
  const serverDocument = serverTemplate(made.template, made.stylesheets.places);
  files.set(SERVER_PAGES.document, serverDocument);
  files.set(SEARCH_START.file, searchStart(serverDocument, site));
  files.set(SERVER_PAGES.module, await oneFile(resolve(import.meta.dir, "server-pages.tsx"), "bun"));
  files.set(SEARCH_SCRIPT_FILE, await oneFile(`${ROOT}/src/web/routes/places/search-box.ts`, "browser"));
  files.set(PRAYER_SCRIPT_FILE, await oneFile(`${ROOT}/src/web/routes/places/prayer/screen.ts`, "browser"));
  files.set(LAND_FILE, landPicture());
  return files;
}

/** What a screen shows while its session or data load, and its sign-in. */
async function addFrame(files: Files, made: Bundle, screen: Screen, address: Address, site: Site) {
  const { template, signInTemplate, stylesheets, signInModules } = made;
  const { session } = screen;
  const { app, tools, fonts } = stylesheets;
  const frame = createDocument(template, headOf([app, tools]), site);
  const withoutScripts = screen.withoutScripts && renderWithoutScripts(screen.withoutScripts, site.brand);
  const options = { scripts: "at once", withoutScripts } as const;
  files.set(address.file, frame(await renderPage(address.rendered, site.brand), options));
  const signInFile = signInFileOf(screen, address);
  if (!session || signInFile === undefined) return;
  const toDocument = createDocument(signInTemplate, headOf([stylesheets["sign-in"]], signInModules), site);
  const appStylesheets = [app, tools, fonts];
  const signIn = { name: session.signIn, at: session.signInAt, appStylesheets };
  files.set(signInFile, toDocument(renderSignIn(session.signIn, site.brand), { ...options, signIn }));
}

async function build(outDir: string, site: Site): Promise<void> {
  const made = await bundle();
  const pagesMade = await htmlFiles(made, site);
  const files = new Map<string, Uint8Array | string>([...made.assets, ...pagesMade, ...seoFiles(site)]);
  for (const path of publicFiles()) files.set(path, await Bun.file(`${ROOT}/public/${path}`).bytes());
  files.set("og.png", await socialCard(site.brand.name));
  const listed = screens.flatMap((screen) =>
    addressesOf(screen).map((address) => pageFileOf(screen, address)),
  );
  const manifest: WebManifest = {
    pages: [...listed, SEARCH_START],
    stylesheets: [made.stylesheets.app, made.stylesheets.fonts],
    notFound: NOT_FOUND,
    serverPages: SERVER_PAGES,
  };
  files.set(MANIFEST, JSON.stringify(manifest));
  for (const [path, content] of await compressAll(files)) await Bun.write(`${outDir}/${path}`, content);
}

function pageFileOf(screen: Screen, address: Address): PageFile {
  const { path, file } = address;
  const signInFile = signInFileOf(screen, address);
  const stored = screen.prerendered === true;
  if (!screen.session || signInFile === undefined) return { path, file, stored };
  const { cookie, exceptQuery } = screen.session;
  return { path, file, stored, signIn: { file: signInFile, cookie, exceptQuery } };
}

/** What the server renders pages with; these files have no address. */
const SERVER_PAGES = { module: "server/pages.js", document: "server/pages.html" } as const;

/** The document without scripts, with its style sheet and the marks of what `createServerPages` inserts. */
const serverTemplate = (template: string, stylesheet: string): string =>
  scriptless(template).replace("<!--head-->", () => `${headOf([stylesheet])}<!--head-->`);

/** The search before anything is typed, the same for everyone. */
const SEARCH_START: PageFile = { path: "/places", file: "places.html", stored: true };

const searchStart = (template: string, site: Site): string =>
  createServerPages(template, site).search({ asked: NOTHING, page: 1, found: null, error: null });

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

/** A gray that is seen on light and on dark ground. */
const landPicture = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP.width} ${MAP.height}"><path d="${LAND}" fill="none" ` +
  'stroke="#85928a" stroke-opacity=".55" stroke-width="3.6" stroke-linecap="round"/></svg>';

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

const [outDir, site] = process.argv.slice(2);
if (!outDir || !site) throw new Error("bundle.ts <outDir> <site as JSON>");
await build(outDir, JSON.parse(site) as Site);
process.exit();
