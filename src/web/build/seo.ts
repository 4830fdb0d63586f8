import { CITIES_CARD } from "../../copy/en/cities.ts";
import { HERO, QUESTIONS, TITLE } from "../../copy/en/landing.ts";
import { BETA_TESTING, COOKIES, DATA_CARD, PRIVACY, PROMISES, TERMS } from "../../copy/en/legal.ts";
import { SEARCH as PLACE_SEARCH } from "../../copy/en/places.ts";
import { SUPPORT_CARD } from "../../copy/en/support.ts";
import { CITY_NUMBERS } from "../../modules/directory/cities/schema.ts";
import type { WebBrand } from "../lib/brand.ts";
import { SCREENS } from "../screens.ts";
import type { Site } from "./manifest.ts";

/** How a page looks in search results and social cards. */
export interface Card {
  readonly title: string;
  readonly description: (brand: WebBrand) => string;
  /** Structured data (schema.org). */
  readonly data?: (site: Site) => readonly object[];
}

/** The search of places, which the server renders; its places are found by links. */
const PLACES = "/places";
/** Counted and rendered by the server, too. */
const DATA = "/data";

/** Pages without a card are `noindex`. */
const CARDS: Readonly<Record<string, Card>> = {
  [SCREENS.landing.path]: {
    title: TITLE,
    description: ({ name }) => HERO.text(name),
    data: (site) => [organization(site), questions(site)],
  },
  [SCREENS.support.path]: SUPPORT_CARD,
  [SCREENS.cities.path]: CITIES_CARD,
  [PLACES]: { title: PLACE_SEARCH.title, description: ({ name }) => PLACE_SEARCH.description(name) },
  [SCREENS.privacy.path]: PRIVACY,
  [SCREENS.terms.path]: TERMS,
  [SCREENS.cookies.path]: COOKIES,
  [SCREENS.betaTesting.path]: BETA_TESTING,
  [SCREENS.promises.path]: PROMISES,
  [DATA]: DATA_CARD,
};

export const cardOf = (path: string): Card | undefined => CARDS[path];

const organization = ({ brand, publicUrl }: Site) => ({
  "@context": "https://schema.org",
  "@type": "Organization",
  name: brand.name,
  url: `${publicUrl}/`,
  logo: `${publicUrl}/logo.svg`,
  email: brand.contactEmail,
  address: brand.postalAddress,
  areaServed: ["US", "CA"],
  ...(brand.socialLinks.length > 0 && { sameAs: brand.socialLinks }),
});

const questions = ({ brand }: Site) => ({
  "@context": "https://schema.org",
  "@type": "FAQPage",
  mainEntity: QUESTIONS.map(({ ask, answer }) => ({
    "@type": "Question",
    name: ask(brand),
    acceptedAnswer: { "@type": "Answer", text: answer(brand) },
  })),
});

/** Staff and partner screens, and receipts. */
const DISALLOWED = ["/admin", "/partner", "/partner-manager", "/support/success"];

/** Files for crawlers and installers, which contain the site's URL. */
export function seoFiles(site: Site): ReadonlyMap<string, string> {
  return new Map([
    ["robots.txt", robotsOf(site)],
    ["sitemaps/pages.xml", sitemapOf(site)],
    ["site.webmanifest", webAppOf(site)],
  ]);
}

function robotsOf({ publicUrl }: Site): string {
  const lines = ["User-agent: *", ...DISALLOWED.map((path) => `Disallow: ${path}`), "Allow: /"];
  return `${lines.join("\n")}\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

/** The file of the sitemap with the pages of the build; the server makes its index and the other files. */
function sitemapOf({ publicUrl }: Site): string {
  const urls = [...Object.keys(CARDS), CITY_NUMBERS].map(
    (path) => `<url><loc>${Bun.escapeHTML(publicUrl + path)}</loc></url>`,
  );
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`;
}

function webAppOf({ brand }: Site): string {
  return JSON.stringify({
    id: "/",
    name: brand.name,
    short_name: brand.name,
    description: HERO.text(brand.name),
    start_url: "/",
    display: "standalone",
    background_color: "#faf6ee",
    theme_color: "#0d6b55",
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose: "any maskable", // the star is within the circle that phones cut out
    })),
  });
}
