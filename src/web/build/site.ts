import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
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
import type { StylesheetPaths } from "./assets.ts";
import { createDocument, headOf, type PageModules, type PreloadedModules, scriptless } from "./document.ts";
import { MANIFEST, type PageFile, type Site, type SiteRequest, type WebManifest } from "./manifest.ts";
import { seoFiles } from "./seo.ts";
import { createServerPages } from "./server-pages.tsx";
import { socialCard } from "./social-card.ts";

/** What the bundler made, the same for every site; written as `BUNDLE` next to the files. */
export interface Bundle {
  readonly template: string;
  /** Without the fonts, which come with the app's style sheets. */
  readonly signInTemplate: string;
  readonly stylesheets: StylesheetPaths;
  readonly signInModules: PreloadedModules;
  /** Of the prerendered pages, by path. */
  readonly pageModules: Readonly<Record<string, PageModules>>;
  /** The brand on the picture for social networks that is in the folder; to draw one takes a second. */
  readonly drawnFor: string | null;
}

/** For those that write the pages of another site. */
export const BUNDLE = "server/bundle.json";

/** What the server renders pages with; these files have no address. */
export const SERVER_PAGES = { module: "server/pages.js", document: "server/pages.html" } as const;

const UNKNOWN_PATH = "/404";
const screens: readonly Screen[] = Object.values(SCREENS);

type Files = Map<string, Uint8Array | string>;

/**
 * Writes the files that depend on the settings of a site into a folder that has all others: pages, files for crawlers and
 * the picture for social networks.
 */
export async function writeSite(made: Bundle, { program, folder, site }: SiteRequest): Promise<void> {
  const listed = screens.flatMap((screen) =>
    addressesOf(screen).map((address) => pageFileOf(screen, address)),
  );
  const manifest: WebManifest = {
    pages: [...listed, SEARCH_START],
    stylesheets: [made.stylesheets.app, made.stylesheets.fonts],
    notFound: NOT_FOUND,
    serverPages: SERVER_PAGES,
  };
  const files: Files = new Map([...(await htmlFiles(made, site)), ...seoFiles(site)]);
  if (made.drawnFor !== site.brand.name) files.set("og.png", await socialCard(site.brand.name, program));
  files.set(MANIFEST, JSON.stringify(manifest));
  await writeCompressed(folder, files);
}

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
      modules: each.prerendered && made.pageModules[each.path],
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

function pageFileOf(screen: Screen, address: Address): PageFile {
  const { path, file } = address;
  const signInFile = signInFileOf(screen, address);
  const stored = screen.prerendered === true;
  if (!screen.session || signInFile === undefined) return { path, file, stored };
  const { cookie, exceptQuery } = screen.session;
  return { path, file, stored, signIn: { file: signInFile, cookie, exceptQuery } };
}

/** The document without scripts, with its style sheet and the marks of what `createServerPages` inserts. */
const serverTemplate = (template: string, stylesheet: string): string =>
  scriptless(template).replace("<!--head-->", () => `${headOf([stylesheet])}<!--head-->`);

/** The search before anything is typed, the same for everyone. */
const SEARCH_START: PageFile = { path: "/places", file: "places.html", stored: true };

const searchStart = (template: string, site: Site): string =>
  createServerPages(template, site).search({ asked: NOTHING, page: 1, found: null, error: null });

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const TEXT = /\.(html|css|m?js|svg|txt|json|xml|webmanifest)$/;
/** Those that only the server reads. */
const UNSENT = /^server\//;
/**
 * The quality of Brotli by a file's size in bytes. The best, 11, takes twelve times as long as 9 for 9 % less, and only
 * the reader of PDFs is large: it was half of the time of a build.
 */
const qualityOf = (size: number): number => (size > 300_000 ? 9 : constants.BROTLI_MAX_QUALITY);

/** Writes the files, plus `.br` and `.gz` of each text file where they are smaller. */
export async function writeCompressed(
  folder: string,
  files: ReadonlyMap<string, Uint8Array | string>,
): Promise<void> {
  const work = [...files].map(async ([path, content]) => {
    const plain = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Bun.write(`${folder}/${path}`, plain);
    if (!TEXT.test(path) || UNSENT.test(path)) return;
    const forms = { br: await brotli(plain, optionsOf(plain)), gz: await gz(plain, { level: 9 }) };
    for (const [ending, form] of Object.entries(forms)) {
      if (form.length < plain.length) await Bun.write(`${folder}/${path}.${ending}`, form);
    }
  });
  await Promise.all(work);
}

const optionsOf = ({ length }: Uint8Array) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: qualityOf(length),
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
});
