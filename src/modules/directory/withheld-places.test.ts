import { afterAll, beforeAll, expect, test } from "bun:test";
import { basic, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place, visit } from "../../testing/places/places.ts";

let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  await staff(app, "super_admin");
  ({ headers } = await partner(app));
});
afterAll(() => app.close());

const asStaff = (line: string) => app.send(line, { headers: basic("super_admin") });
const setWithheld = (id: string, isWithheld: boolean) =>
  app.db.query("update pois set is_withheld = $2 where id = $1", [id, isWithheld]);

/** Which public lists name Olive House, and what the page of its city counts. */
async function publicly() {
  await app.operate("admin.cities.count");
  const lists = {
    search: "GET /api/places?q=olive",
    "search of a city": "GET /api/places?q=dearborn",
    "search of a kind": "GET /api/places?q=restaurants+dearborn",
    "search of an address": "GET /api/places?q=1+Elm",
    "newest places": "GET /api/places?category=restaurant",
    nearby: "GET /api/places?q=restaurants+near+me&near=42.32,-83.17",
    completions: "GET /api/places/suggest?q=olive",
    sitemap: "GET /sitemaps/places-1.xml",
    "page of the city": "GET /api/cities/dearborn-mi",
  };
  const named: string[] = [];
  for (const [name, line] of Object.entries(lists))
    if (/Olive House|olive-house/.test((await app.send(line)).text)) named.push(name);
  const { places, kinds } = (await app.send("GET /api/cities/dearborn-mi")).json;
  const sum = (kinds as { places: number }[]).reduce((all, kind) => all + kind.places, 0);
  const [counts] = await app.db.query("select places from city_counts");
  return { named, places, sum, counts };
}

test("a withheld place is in no public list until it is shown again, and its page is there without being indexed", async () => {
  const position = { latitude: 42.32, longitude: -83.17 };
  const { id } = await place(app, { name: "Olive House", address: "1 Elm St", ...position });
  await place(app, { name: "Zaytuna", address: "2 Elm St", ...position });
  const before = await publicly();
  expect(before.named).toHaveLength(9);
  expect(before).toMatchObject({ places: 2, sum: 2, counts: { places: 2 } });
  expect((await visit(app, `/places/${id}`)).text).not.toContain("noindex");

  await setWithheld(id, true);
  expect(await publicly()).toEqual({ named: [], places: 1, sum: 1, counts: { places: 1 } });
  const page = await visit(app, `/places/${id}`);
  expect([page.status, page.text.includes("Olive House"), page.text.includes("noindex")]).toEqual([
    200,
    true,
    true,
  ]);
  expect((await app.send(`GET /api/places/${id}`)).json).toMatchObject({ id, isListed: false });
  for (const found of [
    await app.send("GET /partner/api/pois/search?query=olive", { headers }),
    await asStaff("GET /api/admin/pois?q=olive"),
    await asStaff("GET /api/admin/pois"),
  ])
    expect([found.status, found.text.includes("Olive House")]).toEqual([200, true]);

  await setWithheld(id, false);
  expect(await publicly()).toEqual(before);
});
