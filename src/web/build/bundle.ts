/** The build in a child process: `bundle.ts <outDir> <site as JSON>`. */
import { resolve } from "node:path";
import { type Address, addressesOf, NOT_FOUND, OUTCOMES, type Outcome, signInFileOf } from "../page-files.ts";
import { renderOutcome, renderPage, renderSignIn, renderWithoutScripts } from "../prerender.tsx";
import type { Screen } from "../screen.ts";
import { SCREENS } from "../screens.ts";
import { compressAll } from "./compress.ts";
import { createDocument, headOf, type PreloadedModules, withFonts } from "./document.ts";
import { MANIFEST, type PageFile, type Site, type WebManifest } from "./manifest.ts";
import { modulesOf } from "./modules.ts";
import { pdfDecoders } from "./pdf-decoders.ts";
import { PLACES, placeDocuments, placeTemplate, SEARCH_START, searchStart } from "./place-bundle.ts";
import { seoFiles } from "./seo.ts";
import { buildStylesheets, type StylesheetPaths } from "./stylesheet.ts";

const ROOT = resolve(import.meta.dir, "../../..");
const HASHED = "assets/[name]-[hash].[ext]";
const UNKNOWN_PATH = "/404";

interface Bundle {
  readonly template: string;
  /** Without the fonts, which come with the app's style sheets. */
  readonly signInTemplate: string;
  readonly stylesheets: StylesheetPaths;
  readonly signInModules: PreloadedModules;
  readonly assets: ReadonlyMap<string, Uint8Array>;
}

const SIGN_IN = { sent: "src/web/sign-in/send-early.ts", shown: "src/web/sign-in/main.tsx" };

async function bundle(): Promise<Bundle> {
  const result = await Bun.build({
    entrypoints: [`${ROOT}/src/web/index.html`],
    target: "browser",
    splitting: true,
    minChunkSize: 2_048, // bytes; a smaller chunk costs more as a request than as a part of another
    modulePreload: false, // its table of all chunks was two thirds of the boot script
    minify: true,
    sourcemap: "none",
    metafile: true,
    publicPath: "/",
    naming: { entry: "[name].[ext]", chunk: HASHED, asset: HASHED },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const files = await Promise.all(
    result.outputs.map(
      async (each) => [each.path.replace(/^\.\//, ""), new Uint8Array(await each.arrayBuffer())] as const,
    ),
  );
  const template = files.find(([path]) => path.endsWith(".html"));
  if (!template) throw new Error("The build made no page");
  const stylesheets = await buildStylesheets();
  const signInTemplate = new TextDecoder().decode(template[1]);
  return {
    template: withFonts(signInTemplate, stylesheets.paths.fonts),
    signInTemplate,
    assets: new Map([
      ...files.filter((file) => file !== template),
      ...stylesheets.assets,
      ...(await pdfDecoders()),
    ]),
    stylesheets: stylesheets.paths,
    signInModules: signInModulesOf(result.metafile),
  };
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
    const options = { path: each.path, scripts: each.scripts };
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
  const placeDocument = placeTemplate(made.template, made.stylesheets.places);
  files.set(PLACES.document, placeDocument);
  files.set(SEARCH_START.file, searchStart(placeDocument, site));
  files.set(PLACES.module, await placeDocuments());
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
  const listed = screens.flatMap((screen) =>
    addressesOf(screen).map((address) => pageFileOf(screen, address)),
  );
  const manifest: WebManifest = {
    pages: [...listed, SEARCH_START],
    stylesheets: [made.stylesheets.app, made.stylesheets.fonts],
    notFound: NOT_FOUND,
    places: PLACES,
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

const [outDir, site] = process.argv.slice(2);
if (!outDir || !site) throw new Error("bundle.ts <outDir> <site as JSON>");
await build(outDir, JSON.parse(site) as Site);
process.exit();
