import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { assignCities } from "../../modules/places/cities.ts";
import { intakes } from "../../modules/places/intake/table.ts";
import { pois } from "../../modules/places/table.ts";
import type { FileSource, Provenance, ProvenanceByField } from "../../shared/places/sources.ts";
import { basic, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place, visit } from "../../testing/places/places.ts";
import { told } from "../../testing/places/source-rows.ts";

let app: TestApp;
const TODAY = new Date("2026-03-03T16:00:00Z");
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(intakes);
  await app.db.orm.delete(pois);
  app.clock.now = TODAY;
});
afterAll(() => app.close());

const OSM: Provenance = { by: "file", source: "osm", release: "2026-03", at: TODAY.toISOString() };
const provenanceNow = (by: "owner" | "staff" | "report"): Provenance => ({ by, at: TODAY.toISOString() });
const said = async (words: ProvenanceByField, fields: object = {}): Promise<string> => {
  const { id } = await place(app, fields);
  await app.db.orm.update(pois).set({ said: words }).where(eq(pois.id, id));
  return id;
};
/** The text of a page without its tags. */
const textOf = async (path: string): Promise<string> =>
  (await visit(app, path)).text.replace(/<[^>]+>/g, "").replaceAll("&#x27;", "'");
const pageOf = (id: string) => textOf(`/places/${id}`);
const OSM_LINK = '<a href="https://www.openstreetmap.org/copyright" rel="license noreferrer">';

describe("the page of a place", () => {
  test("says in one line who said what, the owner first, and what OpenStreetMap's license asks for", async () => {
    const owner = await partner(app);
    const { id } = await place(app, {}, owner.id);
    await app.db.orm.update(pois).set({ said: { "*": OSM } });
    const body = { hours: { week: { mon: [["09:00", "17:00"]] } } };
    const saved = await app.send(`PUT /partner/api/my-pois/${id}/facts`, { headers: owner.headers, body });
    expect(saved.status).toBe(200);
    const text = await pageOf(id);
    expect(text).toContain(
      "Hours from the owner, March 3, 2026; phone number and address from OpenStreetMap. © OpenStreetMap contributors",
    );
    const { text: html } = await visit(app, `/places/${id}`);
    expect(html).toContain(OSM_LINK);
    expect(html).toContain('href="/data">Where our data comes from</a>');
    expect((await app.send(`GET /api/places/${id}`)).json.sources).toMatchObject({
      address: { by: "file", source: "osm", on: "2026-03-03" },
      hours: { by: "owner", on: "2026-03-03" },
    });
  });

  test("names our team, visitors and lists, the masjid instead of its owner, and no license that asks for nothing", async () => {
    const LIST: Provenance = { ...OSM, source: "csv" };
    const cases: [ProvenanceByField, object, string][] = [
      [{ "*": provenanceNow("staff") }, {}, "Phone number and address from our team, March 3, 2026. "],
      [{ address: provenanceNow("report") }, {}, "Address from a visitor, March 3, 2026. "],
      [{ "*": LIST }, {}, "Phone number and address from a list shared with our team. "],
      [
        { phone: provenanceNow("owner") },
        { category: "mosque" },
        "Phone number from the masjid, March 3, 2026. ",
      ],
    ];
    for (const [words, fields, line] of cases) {
      await app.db.orm.delete(pois);
      const text = await pageOf(await said(words, fields));
      expect([line, text.includes(line), text.includes("contributors")]).toEqual([line, true, false]);
    }
  });

  test("has no such line while nothing is known of who said it", async () => {
    expect(await pageOf(await said({}))).not.toContain("Where our data comes from");
  });

  test("says the day at the place, and shows at once that staff have confirmed a value", async () => {
    app.clock.now = new Date("2026-03-04T03:00:00Z"); // still the third in Michigan
    const id = await said({ "*": OSM });
    expect(await pageOf(id)).toContain("Phone number and address from OpenStreetMap.");
    await app.send(`PUT /api/admin/pois/${id}`, {
      headers: basic("admin"),
      body: { phone: "(313) 555-0100" },
    });
    expect(await pageOf(id)).toContain(
      "Phone number from our team, March 3, 2026; address from OpenStreetMap.",
    );
  });
});

test("a list of places names the makers of OpenStreetMap if one of its places is from there", async () => {
  await said({}, { latitude: 42.32, longitude: -83.18 });
  await assignCities(app.deps, undefined);
  for (const path of ["/places?q=noor", "/cities/dearborn-mi"])
    expect([path, await textOf(path)]).not.toEqual([path, expect.stringContaining("contributors")]);
  await said({ "*": OSM }, { name: "Noor Cafe", address: "9 Oak Ave", latitude: 42.32, longitude: -83.18 });
  await assignCities(app.deps, undefined);
  app.clock.forward(60_000);
  for (const path of ["/places?q=noor", "/cities/dearborn-mi"])
    expect([path, await textOf(path)]).toEqual([
      path,
      expect.stringContaining("Includes data from © OpenStreetMap contributors. Where our data comes from"),
    ]);
});

describe("the page about our data", () => {
  const applied = (
    source: FileSource,
    release: string,
    appliedAt: Date,
    state: "applied" | "undone" = "applied",
  ) =>
    app.db.orm.insert(intakes).values({
      ...{ id: `${source} ${release}`, source, release, state, createdAt: appliedAt, appliedAt },
      ...{ counts: { new: 0, same: 0, changed: 0, gone: 0, unsure: 0, refused: 0 }, refused: [] },
    });

  test("names each source with its license, its listed places and its newest release", async () => {
    const { id } = await place(app);
    await told(app, id, {});
    await told(app, id, { externalId: "node/2" });
    await told(app, (await place(app, { name: "Gone" })).id, { externalId: "node/3" }, { goneAt: TODAY });
    await said({ "*": OSM }, { name: "Cafe" });
    const withheld = await said({ "*": OSM }, { name: "Withheld" });
    await app.db.orm.update(pois).set({ isWithheld: true }).where(eq(pois.id, withheld));
    await said({ "*": { ...OSM, source: "csv" } }, { name: "Deli" });
    await said({ "*": { ...OSM, source: "geojson" } }, { name: "Grocery" });
    await applied("osm", "2026-02", new Date("2026-02-01T12:00:00Z"));
    await applied("osm", "2026-03", TODAY);
    await applied("osm", "2026-04", new Date("2026-03-03T18:00:00Z"), "undone");
    const [osm] = (await app.send("GET /api/places/sources")).json.filter(
      ({ source }: { source: string }) => source === "osm",
    );
    expect(osm).toEqual({
      source: "osm",
      name: "OpenStreetMap",
      license: "ODbL-1.0",
      licenseUrl: "https://opendatacommons.org/licenses/odbl/1-0/",
      attribution: "© OpenStreetMap contributors",
      url: "https://www.openstreetmap.org/copyright",
      shareAlike: true,
      places: 2,
      release: "2026-03",
      at: TODAY.toISOString(),
    });
    const { status, text: html, headers } = await visit(app, "/data");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(html).toContain('<link rel="canonical" href="http://localhost:3000/data"');
    expect(html).toContain(
      '<a href="https://opendatacommons.org/licenses/odbl/1-0/" rel="license noreferrer">ODbL-1.0</a>',
    );
    expect(html).not.toMatch(/<script| style=/);
    const text = await textOf("/data");
    for (const part of [
      "2 listed places. Newest release: 2026-03, added on Mar 3, 2026",
      "© Overture Maps Foundation · License: CDLA-Permissive-2.0No places listed right now",
      "Lists shared with our team",
      "no gift, fee or advertisement changes a tier",
    ])
      expect(text).toContain(part);
  });

  test("counts again once a place was deleted", async () => {
    const id = await said({ "*": OSM });
    expect(await textOf("/data")).toContain("1 listed place");
    await app.send(`DELETE /api/admin/pois/${id}`, { headers: basic("admin") });
    expect(await textOf("/data")).not.toContain("1 listed place");
  });

  test("is refused for other methods", async () => {
    expect((await app.send("POST /data", { body: {} })).status).toBe(405);
  });
});
