import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { DatabaseUnavailable } from "../../db/errors.ts";
import { FILE_MAX } from "../../modules/directory/sitemap.ts";
import { placePath } from "../../shared/places/slug.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place } from "../../testing/places/places.ts";
import { verifiers } from "../../testing/places/verified-places.ts";

let app: TestApp;
let by: Awaited<ReturnType<typeof verifiers>>["by"];
let record: Awaited<ReturnType<typeof verifiers>>["record"];
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  app.clock.now = new Date("2026-06-15T16:00:00Z");
  ({ by, record } = await verifiers(app));
});
afterAll(() => app.close());

const get = (path: string) => app.send(`GET ${path}`);
const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url);
const lastmod = (xml: string, path: string) =>
  new RegExp(`<url><loc>http://localhost:3000${path}</loc><lastmod>(.*?)</lastmod></url>`).exec(xml)?.[1];

test("without places the sitemap has the pages of the build and an empty list of cities", async () => {
  const { status, text, headers } = await get("/sitemap.xml");
  expect([status, headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
  expect(locations(text)).toEqual(
    ["pages", "cities"].map((name) => `http://localhost:3000/sitemaps/${name}.xml`),
  );
  expect(locations((await get("/sitemaps/cities.xml")).text)).toEqual([]);
  expect((await get("/sitemaps/places-1.xml")).status).toBe(404);
});

test("a place is in one file for good, with the time at which what its page shows last changed", async () => {
  const grill = await place(app, { name: "Grill & <Sons>" });
  const gone = await place(app, { name: "Gone", address: "2 Elm St" });
  const far = await place(app, { name: "Far", address: "3 Elm St" });
  await app.db.query("update pois set seq = $1 where id = $2", [FILE_MAX, gone.id]);
  await app.db.query("update pois set seq = $1 where id = $2", [2 * FILE_MAX + 1, far.id]);
  const files = async () => locations((await get("/sitemap.xml")).text).slice(2);
  expect(await files()).toEqual([1, 3].map((n) => `http://localhost:3000/sitemaps/places-${n}.xml`));
  const path = placePath(grill);
  expect(path).toStartWith("/places/grill-sons-dearborn-mi-");
  const first = (await get("/sitemaps/places-1.xml")).text;
  expect(locations(first)).toEqual([grill, gone].map((each) => `http://localhost:3000${placePath(each)}`));
  expect(lastmod(first, path)).toBe("2026-06-15T16:00:00Z");
  expect((await get("/sitemaps/places-2.xml")).status).toBe(404);

  app.clock.now = new Date("2026-06-16T10:00:00Z");
  await by("amina", `PUT /api/admin/pois/${grill.id}/facts`, { alcohol: false });
  expect(lastmod((await get("/sitemaps/places-1.xml")).text, path)).toBe("2026-06-16T10:00:00Z");
  app.clock.now = new Date("2026-06-17T10:00:00Z");
  await record(grill, { kind: "visit", checkedAt: "2026-06-16" });
  expect(lastmod((await get("/sitemaps/places-1.xml")).text, path)).toBe("2026-06-17T10:00:00Z");
  app.clock.now = new Date("2026-06-18T10:00:00Z");
  await by("amina", `PUT /api/admin/pois/${grill.id}`, { name: "Cedar" });
  const renamed = (await get("/sitemaps/places-1.xml")).text;
  expect(lastmod(renamed, placePath({ ...grill, name: "Cedar" }))).toBe("2026-06-18T10:00:00Z");
  await by("amina", `DELETE /api/admin/pois/${gone.id}`, {});
  await by("amina", `POST /api/admin/pois/${grill.id}/merge`, { duplicateId: far.id });
  expect(await files()).toEqual(["http://localhost:3000/sitemaps/places-1.xml"]);
  expect(locations((await get("/sitemaps/places-1.xml")).text)).toHaveLength(1);
});

test("the cities with places and the areas with any are listed, and only those", async () => {
  await app.operate("admin.cities.count");
  const { text } = await get("/sitemaps/cities.xml");
  expect(locations(text).toSorted()).toEqual(
    ["dearborn-mi", "detroit-mi"].map((slug) => `http://localhost:3000/cities/${slug}`),
  );
  expect(lastmod(text, "/cities/dearborn-mi")).toBe("2026-06-18T10:00:00Z");
});

test("a file of more than one read has every place once, also compressed", async () => {
  for (let n = 0; n < 2_100; n += 700)
    await app.db.query(
      `insert into pois (id, name, address, city, state, category, created_at, updated_at)
       select lpad('s' || n, 26, '0'), 'Stop ' || n, n || ' Oak St', 'Troy', 'MI', 'restaurant', $1, $1
       from generate_series($2::int, $2::int + 699) n`,
      [app.clock.now, n],
    );
  const { text } = await get("/sitemaps/places-1.xml");
  const all = locations(text);
  expect([all.length, new Set(all).size]).toEqual([2_101, 2_101]);
  expect(
    text.startsWith(
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url>',
    ),
  ).toBe(true);
  expect(text.endsWith("</url>\n</urlset>\n")).toBe(true);
  const request = new Request("http://localhost:3000/sitemaps/places-1.xml", {
    headers: { "accept-encoding": "gzip" },
  });
  const zipped = await app.app.fetch(request, { address: () => "192.0.2.9", setIdleTimeout: () => {} });
  expect(zipped.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(text);
});

test("files of places have a limit of their own, besides which the index is still sent", async () => {
  const limited = await testApp({ RATE_LIMIT: "on" }, {}, placeSite());
  try {
    await place(limited);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await limited.send("GET /sitemaps/places-1.xml")).status);
    expect([statuses.slice(0, 10).every((status) => status === 200), statuses[10]]).toEqual([true, 429]);
    expect((await limited.send("GET /sitemap.xml")).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test("other methods, unknown files and a database that is away are refused", async () => {
  expect((await app.send("HEAD /sitemap.xml")).status).toBe(200);
  expect((await app.send("POST /sitemap.xml")).status).toBe(405);
  for (const name of ["places-0", "places-99", "places-01x", "places-", "other"])
    expect([name, (await get(`/sitemaps/${name}.xml`)).status]).toEqual([name, 404]);
  const away = spyOn(app.db, "query").mockRejectedValue(new DatabaseUnavailable("away"));
  try {
    for (const name of ["sitemap.xml", "sitemaps/cities.xml", "sitemaps/places-1.xml"])
      expect([name, (await get(`/${name}`)).status]).toEqual([name, 503]);
  } finally {
    away.mockRestore();
  }
});
