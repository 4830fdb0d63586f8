import type { Site } from "./build.ts";
import { brandMeta } from "./lib/brand.ts";
import type { Rendered } from "./prerender.tsx";
import { HERO } from "./routes/landing/content.ts";

/** The fonts that the first screen is set in; the others come when a text needs them. */
const FIRST_FONTS = /^assets\/(fraunces|figtree)-latin-[^-]+\.woff2$/;
const SCRIPT = /<script[^>]*><\/script>/g;

/** Puts rendered pages into the document that the bundler wrote. A page with an address gets its social card. */
export function createDocument(template: string, files: string, site: Site) {
  const common = files + metaTag("name", brandMeta(site.brand));
  return ({ head, body }: Rendered, path?: string, scripts?: "without scripts"): string => {
    const top = head + common + (path === undefined ? noIndex : card(site, path));
    const page = scripts ? template.replace(SCRIPT, "") : template;
    // Functions, because a `$` in a replacement string has a meaning of its own.
    return page.replace("<!--head-->", () => top).replace("<!--app-->", () => body);
  };
}

/** The files that the first screen is drawn with. */
export function headOf(stylesheet: string, assets: Iterable<string>): string {
  const fonts = [...assets].filter((path) => FIRST_FONTS.test(path));
  return `<link rel="stylesheet" href="/${stylesheet}">${fonts.map(preload).join("")}${ICON}`;
}

const ICON = '<link rel="icon" type="image/svg+xml" href="/favicon.svg">';
const noIndex = '<meta name="robots" content="noindex">';

const preload = (path: string): string =>
  `<link rel="preload" href="/${path}" as="font" type="font/woff2" crossorigin>`;

function card({ brand, publicUrl }: Site, path: string): string {
  const description = HERO.text(brand.name);
  const tags = [
    metaTag("name", { name: "description", content: description }),
    metaTag("property", { name: "og:type", content: "website" }),
    metaTag("property", { name: "og:site_name", content: brand.name }),
    metaTag("property", { name: "og:title", content: HERO.heading }),
    metaTag("property", { name: "og:description", content: description }),
    metaTag("property", { name: "og:url", content: publicUrl + path }),
    metaTag("property", { name: "og:image", content: `${publicUrl}/og.png` }),
    `<link rel="canonical" href="${Bun.escapeHTML(publicUrl + path)}">`,
  ];
  return tags.join("");
}

function metaTag(kind: "name" | "property", { name, content }: { name: string; content: string }): string {
  return `<meta ${kind}="${name}" content="${Bun.escapeHTML(content)}">`;
}
