import { afterAll, beforeAll, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../../testing/app.ts";
import { placeSite } from "../../../../testing/places/place-site.ts";
import { place } from "../../../../testing/places/places.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  await place(app, { name: "Cedar Tandoori" });
  await place(app, { name: "Khaled Jewelers", category: "retail", address: "2 Ash St" });
  await place(app, { name: "Masjid Bilal", category: "mosque", city: "Chicago", state: "IL" });
});
afterAll(() => app.close());

const search = (query: string) => app.send(`GET /api/places?${query}`);
const page = async (query: string) =>
  (await app.send(`GET /places?${query}`)).text.replace(/<!-- -->|&#x27;/g, "");
const MOST = "No place matches all of these words. These match most of them.";

test("results name the typing errors that were corrected, and lead to the words as typed", async () => {
  for (const [typed, meant] of [
    ["dearbron", "Dearborn"],
    ["ceder tandoori", "cedar tandoori"],
    ["tandori, dearborn", "tandoori, dearborn"],
    ["kalid jewelers", "khaled jewelers"],
    ["Chicgao masjid", "Chicago masjid"],
  ] as const) {
    const q = new URLSearchParams({ q: typed });
    const text = await page(`${q}`);
    expect([typed, text]).toEqual([
      typed,
      expect.stringContaining(`Results for <strong dir="auto">${meant}</strong>`),
    ]);
    expect(text).toContain(
      `<a href="/places?${q}&amp;exact=true" rel="nofollow">Search for “${typed}” as typed</a>`,
    );
    expect(text).not.toContain(MOST);
    const exact = await search(`${q}&exact=true`);
    expect([typed, exact.json]).toEqual([typed, []]);
    expect((await page(`${q}&exact=true`)).includes("We know no place by that name")).toBe(true);
  }
});

test("words as typed, other spellings, kinds of food and what is true of any place are no errors", async () => {
  for (const q of [
    "cedar",
    "ced",
    "khalid jewelers",
    "halal burgers dearborn",
    "cedar tandoori llc",
    "masjid chicago",
  ]) {
    const text = await page(`${new URLSearchParams({ q })}`);
    expect([q, text.includes("1 place") || text.includes("places")]).toEqual([q, true]);
    expect([q, text.includes("Results for"), text.includes(MOST)]).toEqual([q, false, false]);
  }
  expect((await search("q=cedar+tandoori&exact=true")).json).toHaveLength(1);
});

test("results say that none has all of the words", async () => {
  const text = await page("q=cedar+zorbing+tandoori");
  expect(text).toContain(MOST);
  expect(text).not.toContain("Results for");
  expect((await search("q=cedar+zorbing+tandoori&exact=true")).json).toEqual([]);
});

test("the list of places and its header are the same for a corrected text", async () => {
  const { json, headers } = await search("q=dearbron+tandoori");
  expect([headers.get("X-Understood"), json.map(({ name }: { name: string }) => name)]).toEqual([
    "Dearborn, MI",
    ["Cedar Tandoori"],
  ]);
  const wrong = await search("q=dearborn&exact=perhaps");
  expect([wrong.status, Object.keys(wrong.json.fields)]).toEqual([400, ["exact"]]);
});
