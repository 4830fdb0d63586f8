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

export function metaTag(
  kind: "name" | "property",
  { name, content }: { name: string; content: string },
): string {
  return `<meta ${kind}="${name}" content="${Bun.escapeHTML(content)}">`;
}

export const NO_INDEX = '<meta name="robots" content="noindex">';
