import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { basic } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { placeSite } from "../../../testing/places/place-site.ts";
import { place } from "../../../testing/places/places.ts";
import { verifiers } from "../../../testing/places/verified-places.ts";

let app: TestApp;
let verifiedPlace: Awaited<ReturnType<typeof verifiers>>["verifiedPlace"];
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  app.clock.now = new Date("2026-06-15T16:00:00Z");
  ({ verifiedPlace } = await verifiers(app));
});
afterAll(() => app.close());

const city = async (slug: string) => (await app.send(`GET /api/cities/${slug}`)).json;
const count = () => app.operate("admin.cities.count");
const setBar = (bar: number) =>
  app.send("PUT /api/admin/cities/bar", { headers: basic("amina"), body: { bar } });

async function wait(people: number, name: string): Promise<void> {
  await app.db.query(
    `insert into waitlist_signups (id, first_name, email, email_key, is_beta_tester, quarantined, consent_wording, city_id,
       created_at)
     select 'w' || n, 'Amina', n || '@example.com', n || '@example.com', false, false, 'v1', $1, $2
     from generate_series(1, $3::int) n`,
    [app.deps.state.gazetteer.meaning(name)?.id, app.clock.now, people],
  );
}

describe("a city", () => {
  test("without places or people says so, and an unknown one is 404", async () => {
    const empty = await app.send("GET /api/cities/dearborn-mi");
    expect([empty.status, empty.headers.get("cache-control")]).toEqual([200, "public, max-age=60"]);
    expect(empty.json).toMatchObject({
      name: "Dearborn",
      state: "MI",
      slug: "dearborn-mi",
      places: 0,
      area: { name: "Detroit", slug: "detroit-mi", waiting: "<10", bar: null, places: 0, cities: [] },
      newest: [],
      listed: [],
    });
    for (const slug of ["nowhere-mi", "dearborn", "dearborn-zz", "-mi", "x", "a".repeat(100)])
      expect([slug, (await app.send(`GET /api/cities/${slug}`)).status]).toEqual([slug, 404]);
    for (const wrong of ["a".repeat(101), "%00"])
      expect((await app.send(`GET /api/cities/${wrong}`)).status).toBe(400);
    for (const page of ["0", "51", "x", "1.5"])
      expect((await app.send(`GET /api/cities/dearborn-mi?page=${page}`)).status).toBe(400);
    expect((await app.send("GET /api/cities/dearborn-mi?page=2")).status).toBe(404);
  });

  test("counts its own places and those of its area, the best proven first, with the newest evidence", async () => {
    const { id: near } = await place(app, { name: "Zaytuna" });
    const toDetroit = "update pois set latitude = 42.331, longitude = -83.046 where id = $1";
    await app.db.query(toDetroit, [near]); // its address names Dearborn, which is what people search for
    const { id } = await verifiedPlace({ name: "Noor Grill", address: "5 Elm St" });
    await place(app, { name: "Masjid An-Noor", category: "mosque", address: "6 Elm St" });
    await place(app, { name: "Coney House", city: "Detroit", address: "7 Elm St" });
    await count();
    const dearborn = await city("dearborn-mi");
    expect(dearborn).toMatchObject({ places: 3, masjids: 1, verified: 1 });
    expect(dearborn.area).toMatchObject({ places: 4, masjids: 1, verified: 1 });
    expect(dearborn.area.cities).toMatchObject([{ name: "Detroit", slug: "detroit-mi", places: 1 }]);
    expect(dearborn.listed.map(({ name, tier }: Listed) => [name, tier])).toEqual([
      ["Noor Grill", "verified"],
      ["Masjid An-Noor", null],
      ["Zaytuna", "unverified"],
    ]);
    expect(dearborn.newest).toMatchObject([{ id, tier: "verified", recordedOn: "2026-06-15" }]);
    expect(await city("detroit-mi")).toMatchObject({ places: 1, newest: [], area: { places: 4 } });
    const { json } = await app.send("GET /api/cities?near=Detroit,+MI&limit=1");
    expect(json).toMatchObject([{ slug: "detroit-mi", places: 4, masjids: 1, verified: 1, waiting: "<10" }]);
  });

  test("shows how many of the people that its area needs wait, in tens and never fewer than ten", async () => {
    await setBar(50);
    await wait(9, "Dearborn, MI");
    await count();
    app.clock.forward(60_000);
    expect((await city("dearborn-mi")).area).toMatchObject({ waiting: "<10", bar: 50 });
    expect((await app.send("GET /cities/dearborn-mi")).text).toContain(
      "Detroit: fewer than 10 of 50 to open",
    );
    await app.db.query("delete from waitlist_signups");
    await wait(44, "Dearborn, MI");
    app.clock.forward(86_400_000);
    await count();
    for (const slug of ["dearborn-mi", "detroit-mi"]) {
      const { waiting } = (await city(slug)).area;
      expect([30, 40]).toContain(waiting);
    }
    expect(JSON.stringify(await city("dearborn-mi"))).not.toContain("44");
    await setBar(20);
    app.clock.forward(60_000);
    const { text } = await app.send("GET /cities/dearborn-mi");
    expect(text).toMatch(/Detroit: at least [34]0 waiting/);
    await setBar(50);
    app.clock.forward(60_000);
  });
});

interface Listed {
  readonly name: string;
  readonly tier: string | null;
}

describe("the page of a city", () => {
  const get = (path: string, headers: Record<string, string> = {}) => app.send(`GET ${path}`, { headers });

  test("has its numbers, its road and its places without JavaScript, and is not sent again unchanged", async () => {
    const { status, text, headers } = await get("/cities/dearborn-mi");
    expect(status).toBe(200);
    for (const shown of [
      "<title>Halal food in Dearborn, MI",
      "of 50 to open",
      "Newest evidence",
      "The Detroit area, with the cities around it, has 4 places.",
      "The Detroit area needs 50 people with a confirmed email to open",
      '<link rel="canonical" href="http://localhost:3000/cities/dearborn-mi">',
      '<a href="/cities/detroit-mi">',
      '"@type":"BreadcrumbList"',
      '"@type":"ItemList"',
    ])
      expect(text).toContain(shown);
    expect(text).not.toMatch(/noindex|<script(?! type="application\/ld\+json")| style=/);
    const again = await get("/cities/dearborn-mi", { "if-none-match": headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
    await place(app, { name: "Baba Ghanoush", address: "9 Elm St" });
    await count();
    expect((await get("/cities/dearborn-mi")).text).toContain("Baba Ghanoush");
  });

  test("has one address, to which other spellings lead, and an unknown one is the 404 page", async () => {
    for (const other of ["Dearborn-MI", "dearborn-mi/", "DEARBORN-MI/?page=1"]) {
      const { status, headers } = await get(`/cities/${other}`);
      const query = other.includes("?") ? "?page=1" : "";
      expect([status, headers.get("location")]).toEqual([308, `/cities/dearborn-mi${query}`]);
    }
    expect((await get("/cities/saint-louis-mo")).headers.get("location")).toBe("/cities/st-louis-mo");
    expect((await get("/cities/montreal-qc")).status).toBe(200);
    for (const unknown of ["nowhere-mi", "%00", "dearborn"])
      expect([unknown, (await get(`/cities/${unknown}`)).text]).toEqual([unknown, "Page Not Found"]);
    expect((await get("/cities/numbers")).text).toContain("All cities");
    expect((await app.send("POST /cities/dearborn-mi")).status).toBe(405);
  });

  test("lists its places by kind, verified first and page by page, so that masjids and shops are found", async () => {
    const at = (n: number) => ({ address: `${n} Fir St`, city: "Ann Arbor", state: "MI" });
    for (let n = 0; n < 22; n += 1) await place(app, { name: `Table ${10 + n}`, ...at(n) });
    for (let n = 0; n < 21; n += 1)
      await place(app, { name: `Masjid ${10 + n}`, category: "mosque", ...at(30 + n) });
    await verifiedPlace({ name: "Zam Market", category: "grocery", ...at(60) });
    await place(app, { name: "Baba Market", category: "grocery", ...at(61) });
    await count();
    const shown = await city("ann-arbor-mi");
    expect(shown.kinds).toEqual([
      { category: "restaurant", places: 22 },
      { category: "mosque", places: 21 },
      { category: "grocery", places: 2 },
    ]);
    const names = async (query: string) =>
      (await city(`ann-arbor-mi?${query}`)).listed.map(({ name }: Listed) => name);
    expect(await names("category=grocery")).toEqual(["Zam Market", "Baba Market"]);
    expect([(await names("category=mosque")).length, await names("category=mosque&page=2")]).toEqual([
      20,
      ["Masjid 30"],
    ]);
    for (const [query, status] of [
      ["category=retail", 404],
      ["category=mosque&page=3", 404],
      ["category=castle", 400],
    ] as const)
      expect([query, (await app.send(`GET /api/cities/ann-arbor-mi?${query}`)).status]).toEqual([
        query,
        status,
      ]);
    const { text } = await get("/cities/ann-arbor-mi");
    expect(text).toContain(
      'href="/cities/ann-arbor-mi?category=mosque#kinds">Masjids <span class="soft">21</span>',
    );
    const masjids = await get("/cities/ann-arbor-mi?category=mosque");
    expect(masjids.text).toContain("<title>Masjids in Ann Arbor, MI");
    expect(masjids.text).toContain('href="/cities/ann-arbor-mi?category=mosque&amp;page=2" rel="next"');
    expect(masjids.text).toMatch(/aria-current="true"[^>]*>Masjids/);
    expect(masjids.text).toContain('<a href="/cities/ann-arbor-mi"><bdi>Ann Arbor, MI</bdi></a>');
    expect(masjids.text).toContain("noindex");
    expect(masjids.text).not.toContain("Table 10");
    expect((await get("/cities/ann-arbor-mi?category=retail")).text).toBe("Page Not Found");
  });

  test("leads through all of its places; a city without places and later pages are not indexed", async () => {
    for (let n = 10; n < 33; n += 1)
      await place(app, { name: `Stop ${n}`, address: `${n} Oak St`, city: "Toledo", state: "OH" });
    await count();
    const first = await get("/cities/toledo-oh");
    expect(first.text).toContain('href="/cities/toledo-oh?page=2" rel="next"');
    const second = await get("/cities/toledo-oh?page=2");
    expect(second.text).toMatch(/Stop 30.*Stop 31.*Stop 32/s);
    expect(second.text).toMatch(/rel="prev".*/s);
    expect(second.text).toContain("noindex");
    expect(second.text).not.toContain('rel="next"');
    expect((await get("/cities/toledo-oh?page=3")).status).toBe(404);
    expect((await get("/cities/livonia-mi")).text).toContain("noindex");
    expect((await get("/cities/detroit-mi")).text).not.toContain("noindex");
  });
});
