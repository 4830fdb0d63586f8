import { brandMeta } from "../lib/brand.ts";
import type { Rendered, SignInName } from "../page-files.ts";
import { SCREENS } from "../screens.ts";
import type { Site } from "./manifest.ts";
import { type Card, cardOf } from "./seo.ts";

const SCRIPT = /<script[^>]*><\/script>/g;
const ROOT = '<div id="root">';

export interface SignInOptions {
  readonly name: SignInName;
  /** Its address, if the page has another one. */
  readonly at: string | undefined;
  /** Style sheets that the app needs and the sign-in does not. */
  readonly appStylesheets: readonly string[];
}

interface DocumentOptions {
  /** The page gets its social card. */
  readonly path?: string;
  /** By default the app loads on the first interaction; a page to enhance loads it at once and is shown without it. */
  readonly scripts?: "none" | "at once" | "enhance" | undefined;
  readonly modules?: PageModules | undefined;
  /** HTML for browsers that run no scripts. */
  readonly withoutScripts?: string | undefined;
  /** Of a prerendered page: what the frame of its dialog shows. */
  readonly dialogFields?: string | undefined;
  /** The body is this sign-in. */
  readonly signIn?: SignInOptions;
}

/**
 * Adds the sheet of the web fonts at the end of the page. For screens it only counts once the boot script says so, after
 * the first frame: its first layout would else look the fonts up and request them.
 */
export function withFonts(template: string, path: string): string {
  if (!template.includes("</body>")) throw new Error("The page has no </body>");
  const late = `<link rel="stylesheet" href="/${path}" media="print"><noscript>${sheet(path)}</noscript>`;
  return template.replace("</body>", () => `${late}</body>`);
}

/** The fonts of a page without scripts count at once. */
export const scriptless = (template: string): string =>
  template.replace(SCRIPT, "").replace(/ media="print"><noscript>.*?<\/noscript>/, ">");

/** Inserts rendered pages into the document that the bundler wrote. */
export function createDocument(template: string, files: string, site: Site) {
  return ({ head, body }: Rendered, options: DocumentOptions = {}): string => {
    const { path, scripts, modules, withoutScripts = "", dialogFields, signIn } = options;
    const card = path === undefined ? undefined : cardOf(path);
    const top =
      head +
      files +
      brandTag(site, path) +
      (path === undefined || !card ? NO_INDEX : cardTagsAt(site, path, card));
    const page = scripts === "none" ? scriptless(template) : template;
    const start = scripts === undefined || scripts === "none" ? "" : ` data-start="${scripts}"`;
    const preloaded = modules ? ` data-page="${path}"${modulesData(modules)}` : "";
    const fields =
      dialogFields === undefined ? "" : `<template id="dialog-fields">${dialogFields}</template>`;
    // Functions, because a `$` in a replacement string has a meaning of its own.
    return page
      .replace("<!--head-->", () => top)
      .replace(ROOT, () => `<div id="root"${start}${preloaded}${signIn ? signInData(signIn) : ""}>`)
      .replace("<!--app--></div>", () => `${body}</div>${fields}${withoutScripts}`);
  };
}

/** Paths of the modules that a prerendered page loads in parts; the boot script reads them. */
export interface PageModules {
  /** What the first interaction needs; the first one starts the page. */
  readonly page: readonly string[];
  /** What its dialog needs besides. */
  readonly dialog: readonly string[];
  /** What shows the answer to its form. */
  readonly answer: readonly string[];
  /** What sends that form before the page has started, if it can be. */
  readonly early: readonly string[];
}

function modulesData({ page, dialog, answer, early }: PageModules): string {
  const parts = { modules: page, "dialog-modules": dialog, "answer-modules": answer, early };
  return Object.entries(parts)
    .filter(([, paths]) => paths.length > 0)
    .map(([name, paths]) => ` data-${name}="${paths.join(" ")}"`)
    .join("");
}

/** Read by `src/web/sign-in`. */
function signInData({ name, at, appStylesheets }: SignInOptions): string {
  const address = at === undefined ? "" : ` data-sign-in-at="${at}"`;
  const stylesheets = appStylesheets.map((path) => `/${path}`).join(" ");
  return ` data-sign-in="${name}"${address} data-stylesheets="${stylesheets}"`;
}

/** Only the landing page shows testimonials, so the others do not carry them. */
function brandTag({ brand }: Site, path: string | undefined): string {
  const shown = path === SCREENS.landing.path ? brand : { ...brand, testimonials: [] };
  return metaTag("name", brandMeta(shown));
}

/**
 * Style sheets and icons. Fonts are neither preloaded nor in these sheets: they would compete with what the first paint
 * needs, and the fallback fonts have the same metrics, so nothing shifts when they load.
 */
export const headOf = (stylesheets: readonly string[], modules: PreloadedModules = NO_MODULES): string =>
  stylesheets.map(sheet).join("") +
  modules.first.map((path) => preload(path)).join("") +
  modules.later.map((path) => preload(path, ' fetchpriority="low"')).join("") +
  ICONS;

/** Paths of modules that a page loads in any case, without those that it loads on demand. */
export interface PreloadedModules {
  readonly first: readonly string[];
  readonly later: readonly string[];
}

const NO_MODULES: PreloadedModules = { first: [], later: [] };

const sheet = (path: string): string => `<link rel="stylesheet" href="/${path}">`;

/** So that a page does not learn of its modules one after the other. */
const preload = (path: string, priority = ""): string =>
  `<link rel="modulepreload" href="/${path}"${priority}>`;

const ICONS = [
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  '<link rel="icon" type="image/svg+xml" href="/favicon.svg">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/site.webmanifest">',
].join("");

const cardTagsAt = ({ brand, publicUrl }: Site, path: string, card: Card): string =>
  cardTags({
    siteName: brand.name,
    title: card.title,
    description: card.description(brand),
    url: publicUrl + path,
    image: `${publicUrl}/og.png`,
    data: card.data?.({ brand, publicUrl }) ?? [],
  });

/** How a page looks in search results and social cards. */
export interface PageCard {
  readonly siteName: string;
  readonly title: string;
  readonly description: string;
  /** Absolute. */
  readonly url: string;
  /** Absolute: a picture of 1,200 by 630 pixels. */
  readonly image: string;
  /** Structured data (schema.org). */
  readonly data: readonly object[];
}

export function cardTags({ siteName, title, description, url, image, data }: PageCard): string {
  const properties = {
    "og:type": "website",
    "og:site_name": siteName,
    "og:title": title,
    "og:description": description,
    "og:url": url,
    "og:image": image,
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": title,
  };
  return [
    metaTag("name", { name: "description", content: description }),
    ...Object.entries(properties).map(([name, content]) => metaTag("property", { name, content })),
    metaTag("name", { name: "twitter:card", content: "summary_large_image" }),
    `<link rel="canonical" href="${Bun.escapeHTML(url)}">`,
    ...data.map(dataBlock),
  ].join("");
}

/** The CSP does not treat JSON-LD as a script; the escaped `<` cannot close it. */
function dataBlock(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

function metaTag(kind: "name" | "property", { name, content }: { name: string; content: string }): string {
  return `<meta ${kind}="${name}" content="${Bun.escapeHTML(content)}">`;
}

export const NO_INDEX = '<meta name="robots" content="noindex">';
