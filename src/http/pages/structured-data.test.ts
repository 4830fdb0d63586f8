import { afterAll, beforeAll, expect, test } from "bun:test";
import { CATEGORIES } from "../../shared/places/places.ts";
import { placePath } from "../../shared/places/slug.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place } from "../../testing/places/places.ts";

const HOST = "http://localhost:3000";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
});
afterAll(() => app.close());

type Data = Readonly<Record<string, unknown>>;

async function read(path: string) {
  const { text } = await app.send(`GET ${path}`);
  const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  const byType = new Map(
    blocks.map(([, json = ""]) => [JSON.parse(json)["@type"], JSON.parse(json) as Data]),
  );
  return { byType, title: /<title>(.*?)<\/title>/.exec(text)?.[1], text };
}

/** What Google requires of a breadcrumb: developers.google.com/search/docs/appearance/structured-data/breadcrumb. */
function expectBreadcrumbs(data: Data | undefined, paths: readonly string[]) {
  expect(data).toMatchObject({
    "@context": "https://schema.org",
    itemListElement: paths.map((path, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name: expect.stringMatching(/\S/),
      item: HOST + path,
    })),
  });
}

test.each(CATEGORIES)(
  "the page of a place of the category %s has what search engines require of a business",
  async (category) => {
    const poi = await place(app, { name: `Noor ${category}`, category, address: `${category} 12` });
    const path = placePath(poi);
    const { byType, text } = await read(path);
    const [type] = [...byType.keys()];
    expect(["Restaurant", "Mosque", "GroceryStore", "LocalBusiness", "Store"]).toContain(type);
    // developers.google.com/search/docs/appearance/structured-data/local-business: name and address
    expect(byType.get(type)).toMatchObject({
      "@context": "https://schema.org",
      "@id": HOST + path,
      url: HOST + path,
      name: `Noor ${category}`,
      telephone: "+1 (313) 555-0100",
      address: {
        "@type": "PostalAddress",
        streetAddress: `${category} 12`,
        addressLocality: "Dearborn",
        addressRegion: "MI",
        postalCode: "48126",
        addressCountry: "US",
      },
    });
    expectBreadcrumbs(byType.get("BreadcrumbList"), ["/cities", "/cities/dearborn-mi", path]);
    const shown =
      '<nav class="breadcrumbs" aria-label="You are here"><ol><li><a href="/cities"><bdi>Cities</bdi></a></li><li><a href="/cities/dearborn-mi"><bdi>Dearborn, MI</bdi></a></li>';
    expect(text).toContain(shown);
  },
);

test("a place of which no city is known leads to the list of cities alone", async () => {
  const poi = await place(app, { name: "Far Grill", city: "Nowhere at all" });
  const { byType, title } = await read(placePath(poi));
  expectBreadcrumbs(byType.get("BreadcrumbList"), ["/cities", placePath(poi)]);
  expect(title).toStartWith("Is Far Grill halal? Nowhere at all, MI · ");
});

test("the page of a city names its places in order, its way, and what people search for", async () => {
  await app.operate("admin.cities.count");
  const { byType, title, text } = await read("/cities/dearborn-mi");
  expect(title).toStartWith("Halal food in Dearborn, MI · ");
  expectBreadcrumbs(byType.get("BreadcrumbList"), ["/cities", "/cities/detroit-mi", "/cities/dearborn-mi"]);
  const list = byType.get("ItemList")?.itemListElement as Data[];
  expect(list.map(({ position }) => position)).toEqual(list.map((_, at) => at + 1));
  for (const { name, url } of list) {
    expect([name, String(url).startsWith(`${HOST}/places/`)]).toEqual([name, true]);
    expect((await app.send(`GET ${String(url).slice(HOST.length)}`)).status).toBe(200);
  }
  expect(list).toHaveLength(CATEGORIES.length);
  expect(text).toContain(
    '<meta name="description" content="Restaurants, shops and masjids in Dearborn, MI: 5 places. Each page',
  );
});

test("the start of the search may be indexed, and what is found may not", async () => {
  expect((await read("/places?q=noor")).text).toContain('<meta name="robots" content="noindex">');
  expect((await read("/places?q=")).text).not.toContain("noindex");
});
