import { afterAll, beforeAll, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (let n = 1; n <= 9; n += 1) await place(app, { name: `Deer Table ${n}`, address: `${n} Oak St` });
  await place(app, { name: "Masjid Bilal", category: "mosque", city: "Chicago", state: "IL" });
});
afterAll(() => app.close());

const complete = (q: string) => app.send(`GET /api/places/suggest?q=${encodeURIComponent(q)}`);
const texts = async (q: string) => (await complete(q)).json.map(({ text }: { text: string }) => text);

test("a visitor who types gets kinds of places, cities and places, eight at most", async () => {
  expect((await complete("dear")).json.slice(0, 2)).toEqual([
    { kind: "city", text: "Dearborn, MI", url: "/cities/dearborn-mi" },
    { kind: "city", text: "Dearborn Heights, MI", url: "/cities/dearborn-heights-mi" },
  ]);
  expect((await complete("deer")).json).toHaveLength(8);
  const [kind, found] = (await complete("masjid")).json;
  expect(kind).toEqual({ kind: "category", text: "Masjids", url: "/places?category=mosque" });
  expect(found.url).toMatch(/^\/places\/masjid-bilal-chicago-il-\w{8}$/);
});

test("a kind with a place is offered there", async () => {
  expect((await complete("chicago mosques")).json[0]).toEqual({
    kind: "category",
    text: "Masjids in Chicago, IL",
    url: "/places?q=Chicago%2C+IL&category=mosque",
  });
  expect((await texts("restau"))[0]).toBe("Restaurants");
});

test("a completion needs a text of the usual length", async () => {
  const nothing = await complete(" ");
  expect([nothing.status, nothing.json.error]).toEqual([
    400,
    "Please type at least one character to search for",
  ]);
  expect((await complete("a".repeat(101))).status).toBe(400);
  expect((await complete("d")).status).toBe(200);
});
