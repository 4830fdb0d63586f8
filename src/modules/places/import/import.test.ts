import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, type SQL, sql } from "drizzle-orm";
import { days, hours } from "../../../shared/duration.ts";
import { partner } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { turnsDuring } from "../../../testing/turns.ts";
import { auditLog } from "../../audit/table.ts";
import { evidenceRecords } from "../../evidence/table.ts";
import { assignCities } from "../cities.ts";
import { readGeojson } from "../intake/sources/json-list.ts";
import { createStagedRows, stageRows } from "../intake/staging.ts";
import type { ImportReport } from "../schema.ts";
import { findPlaces } from "../search/search.ts";
import { createPlace } from "../service.ts";
import { pois, poiWords } from "../table.ts";
import { decideEntries } from "./decide-entries.ts";
import { writeEntries } from "./import-file.ts";

const LAST_MONTH = new Date(Date.now() - days(30)).toISOString().slice(0, 10);

let app: TestApp;
let folder: string;
let owner: string;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), "rihla-import-"));
  owner = (await partner(app)).id;
});
beforeEach(async () => {
  await app.db.orm.delete(pois);
  await app.db.orm.execute(sql`truncate audit_log`);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const NOOR = {
  name: "Al-Noor Mosque",
  address: "1 Main St",
  city: "Montréal",
  state: "QC",
  category: "mosque",
};
const GRILL = {
  name: "Halal Grill",
  address: "2 Main St",
  city: "Boston",
  state: "MA",
  category: "restaurant",
};

type Properties = Readonly<Record<string, unknown>>;
const MONTREAL = [-73.5, 45.5] as const;
const BOSTON = [-71, 42.4] as const;
const feature = (
  properties: Properties,
  at: readonly [number, number] | null = properties.state === "MA" ? BOSTON : MONTREAL,
) => ({
  type: "Feature",
  geometry: at && { type: "Point", coordinates: at },
  properties,
});
const collection = (...features: readonly unknown[]) =>
  JSON.stringify({ type: "FeatureCollection", features });

async function take(text: string, more: Properties = {}): Promise<ImportReport> {
  const file = join(folder, "places");
  await Bun.write(file, text);
  return (await app.operate("admin.pois.import", { file, ...more })) as ImportReport;
}
const refusalOf = (text: string, more: Properties = {}) =>
  take(text, more).then(
    () => expect.unreachable(),
    (error: { cause: { kind: string; sentence: string } }) => [error.cause.kind, error.cause.sentence],
  );
const DECLARATION = { kind: "declaration", meatFree: true, noAlcohol: true, noPork: true };
const all = () => app.db.orm.select().from(pois).orderBy(pois.seq);
const names = async (query: string) =>
  (await findPlaces(app.deps, { query, city: "", category: null, limit: 50 })).map((row) => row.name);

describe("a GeoJSON file", () => {
  test("becomes searchable places, of which one that the file calls verified is reported", async () => {
    const sent = collection(
      feature({ ...NOOR, placeId: "p1", halalVerificationStatus: "verified", phone: "+1 (123) 456-7890" }),
      feature(GRILL, null),
      feature({ ...GRILL, name: "Verified Grill", halalVerificationStatus: "verified" }),
    );
    expect(await take(sent)).toMatchObject({ success: true, read: 3, created: 3, refused: 0 });
    expect(await all()).toMatchObject([
      {
        name: "Al-Noor Mosque",
        placeId: "p1",
        longitude: -73.5,
        latitude: 45.5,
        phone: "1234567890",
        halalVerificationStatus: "unverified", // a masjid has no tier
        version: 1,
      },
      {
        name: "Halal Grill",
        placeId: null,
        latitude: null,
        halalVerificationStatus: "unverified",
        syncState: "pending",
      },
      { name: "Verified Grill", halalVerificationStatus: "reported", evidenceDigest: null },
    ]);
    const records = await app.db.orm.select().from(evidenceRecords);
    expect(records).toMatchObject([{ kind: "statement", source: "import", byId: null }]);
    expect([await names("masjid an nur"), await names("haal grill")]).toEqual([
      ["Al-Noor Mosque"],
      ["Halal Grill"],
    ]);
    const [act] = await app.db.orm.select().from(auditLog).orderBy(auditLog.id);
    expect(act).toMatchObject({ action: "admin.pois.import", after: { created: 3, refused: 0 } });
  });

  test("twice changes nothing", async () => {
    const sent = collection(feature({ ...NOOR, placeId: "p1" }), feature(GRILL));
    await take(sent);
    const before = await all();
    app.clock.forward(1_000);
    expect(await take(sent)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(await all()).toEqual(before);
  });

  test("updates the place with the same maps id, else with the same name and address, and no other", async () => {
    await take(collection(feature({ ...NOOR, placeId: "p1" }), feature(GRILL)));
    const moved = { ...NOOR, placeId: "p1", name: "Nightingale Hall", city: "Laval" };
    const report = await take(
      collection(feature(moved), feature({ ...GRILL, name: "HALAL  grill", phone: "1234567890" })),
    );
    expect(report).toMatchObject({ created: 0, updated: 2 });
    expect(await all()).toMatchObject([
      { name: "Nightingale Hall", city: "Laval", version: 2 },
      { name: "HALAL grill", phone: "1234567890", version: 2 },
    ]);
    expect([await names("noor"), await names("nightingale")]).toEqual([[], ["Nightingale Hall"]]);
  });

  test("never changes an owner or a tier that evidence proves, and is recorded once as a statement", async () => {
    await take(collection(feature(GRILL), feature({ ...GRILL, name: "Other Grill" })));
    const [grill] = await all();
    await app.db.orm.execute(sql`update pois set owner_id = ${owner} where id = ${grill?.id}`);
    await app.operate("admin.evidence.add", { id: grill?.id, ...DECLARATION });
    await app.operate("admin.evidence.add", { id: grill?.id, kind: "visit", checkedAt: LAST_MONTH });
    const sent = [GRILL, { ...GRILL, name: "Other Grill" }].map((each) =>
      feature({ ...each, ownerId: "x", halalVerificationStatus: "verified", phone: "1234567890" }),
    );
    await take(collection(...sent));
    await take(collection(...sent));
    expect(await all()).toMatchObject([
      { ownerId: owner, halalVerificationStatus: "friendly", phone: "1234567890" },
      { ownerId: null, halalVerificationStatus: "reported" },
    ]);
    const records = await app.db.orm
      .select()
      .from(evidenceRecords)
      .innerJoin(pois, eq(pois.id, evidenceRecords.poiId))
      .where(eq(evidenceRecords.source, "import"));
    expect(records).toHaveLength(2);
  });

  test("that moves a place into another time zone computes its tier again, also if it had ended", async () => {
    const placed = { ...GRILL, placeId: "p9" };
    await take(collection(feature(placed)));
    const [grill] = await all();
    await app.operate("admin.evidence.add", { id: grill?.id, ...DECLARATION });
    await app.operate("admin.evidence.add", { id: grill?.id, kind: "visit", checkedAt: LAST_MONTH });
    const [friendly] = await all();
    expect(friendly?.halalVerificationStatus).toBe("friendly");
    const nextDay = Date.parse(`${friendly?.tierUntil}T00:00:00Z`) + days(1);
    app.clock.forward(nextDay + hours(6) - app.clock.now.getTime()); // in Los Angeles, it is still the last day
    await app.operate("admin.evidence.expire");
    expect((await all())[0]).toMatchObject({ halalVerificationStatus: "reported", tierUntil: null });
    await take(collection(feature({ ...placed, city: "Los Angeles", state: "CA" }, [-118.2, 34])));
    const { tierUntil } = friendly ?? {};
    expect((await all())[0]).toMatchObject({ halalVerificationStatus: "friendly", tierUntil });
  });

  test("may contain a place several times: the last entry counts", async () => {
    const sent = collection(
      feature({ ...GRILL, phone: "1111111111" }),
      feature(NOOR),
      feature({ ...GRILL, phone: "2222222222" }),
    );
    expect(await take(sent)).toMatchObject({ read: 3, created: 2, repeated: 1 });
    expect((await all()).map((row) => row.phone).sort()).toEqual(["", "2222222222"]);
    expect(await take(sent)).toMatchObject({ created: 0, updated: 0, unchanged: 2, repeated: 1 });
  });

  test("merges the entries of one place, earlier ones filling the gaps", async () => {
    const sent = collection(
      feature({ ...GRILL, placeId: "p1", phone: "1111111111", website: "a.org" }),
      feature({ ...GRILL, phone: "2222222222" }, null),
      feature(NOOR),
    );
    expect(await take(sent)).toMatchObject({ read: 3, created: 2, repeated: 1 });
    const grill = (await all()).find(({ name }) => name === GRILL.name);
    expect(grill).toMatchObject({
      placeId: "p1",
      latitude: 42.4,
      longitude: -71,
      phone: "2222222222",
      website: "https://a.org",
    });
    expect(await take(sent)).toMatchObject({ created: 0, updated: 0, unchanged: 2, repeated: 1 });
  });

  test("may contain one maps id twice, once for a place that is listed by name", async () => {
    await take(collection(feature(NOOR), feature(GRILL)));
    const sent = [NOOR, { ...NOOR, name: "Al-Noor Hall" }, GRILL].map((each) =>
      feature({ ...each, placeId: "p1" }),
    );
    expect(await take(collection(...sent))).toMatchObject({ success: true, created: 0, repeated: 2 });
    expect((await all()).filter(({ placeId }) => placeId === "p1")).toHaveLength(1);
  });

  test("leaves omitted and empty fields unchanged", async () => {
    const full = {
      zipCode: "02110",
      phone: "1234567890",
      website: "https://a.org",
      subcategory: "Grill",
      halalCertificate: "HC-1",
    };
    const empty = Object.fromEntries(Object.keys(full).map((name) => [name, ""]));
    await take(collection(feature({ ...GRILL, ...full })));
    expect(await take(collection(feature(GRILL)))).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await all()).toMatchObject([full]);
    const { name, address, city, state, category } = GRILL;
    const line = [name, address, city, state, category].join(",");
    const csv = `name,address,city,state,category,phone\n${line},`;
    expect(await take(csv, { format: "csv" })).toMatchObject({ updated: 0, unchanged: 1 });
    await take(collection(feature({ ...GRILL, ...empty, website: null })));
    expect(await all()).toMatchObject([full]);
  });

  test("leaves what the owner or staff gave, says so, and changes the rest", async () => {
    await take(collection(feature({ ...GRILL, placeId: "p1", phone: "1234567890" }, null)));
    const [{ id } = { id: "" }] = await all();
    await app.operate("admin.pois.update", { id, name: "Halal Grill & Deli", phone: "3135550100" });
    const sent = { ...GRILL, placeId: "p1", phone: "1234567890", website: "https://a.org" };
    expect(await take(collection(feature(sent, null)))).toMatchObject({
      success: true,
      updated: 1,
      left: [{ at: 0, reason: "Left as the owner or our team wrote it: name, phone" }],
    });
    expect(await all()).toMatchObject([
      { name: "Halal Grill & Deli", phone: "3135550100", website: "https://a.org" },
    ]);
    expect(await take(collection(feature(sent, null)))).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 1,
    });
  });

  test("may contain names that are JavaScript properties", async () => {
    const odd = ["Master Constructor LLC", "alconstructor", "__proto__ Grill", "toString Cafe"];
    const sent = odd.map((name, n) => feature({ ...GRILL, name, address: `${n} Main St` }));
    expect(await take(collection(...sent))).toMatchObject({ success: true, created: 4 });
    for (const [n, query] of ["master constructor", "alconstructor", "__proto__", "tostring"].entries())
      expect([query, (await names(query))[0]]).toEqual([query, odd[n]]);
  });

  test("does not index a place that another transaction created", async () => {
    const empty = { zipCode: "", phone: "", website: "", subcategory: "" };
    const nowhere = { placeId: null, latitude: null, longitude: null };
    const row = { ...GRILL, ...empty, ...nowhere, category: "restaurant" as const, externalId: "x" };
    const said = { names: {}, categoryRule: "", hours: "", isHalal: false, isClosed: false };
    const other = { ...NOOR, ...empty, halalCertificate: "", category: "mosque" as const };
    const indexed = await app.db.transaction(async (tx) => {
      await createStagedRows(tx);
      await stageRows(tx, "geojson", [{ n: 1, row: { ...row, ...said }, externalId: "x" }]);
      await decideEntries(tx, "geojson", true);
      let made: { seq: number } | undefined;
      const execute = async (statement: SQL) => {
        const answer = await tx.execute(statement);
        if (!made && (await tx.$count(pois)) > 0) made = await createPlace(tx, app.deps, other, null, {});
        return answer;
      };
      await writeEntries(Object.assign(Object.create(tx), { execute }), app.deps, "geojson");
      return tx
        .select()
        .from(poiWords)
        .where(eq(poiWords.poi, made?.seq ?? 0));
    });
    const tokens = indexed.map(({ token }) => token);
    expect(tokens).toContain("alnoor");
    expect(tokens).toHaveLength(new Set(tokens).size);
  });

  test("with invalid entries imports the valid ones and reports the others with reasons", async () => {
    const sent = collection(
      feature(NOOR),
      feature({ ...GRILL, state: "XX" }),
      { type: "Feature", geometry: { type: "LineString", coordinates: [] }, properties: GRILL },
      feature({ ...GRILL, name: "" }),
      feature({ ...GRILL, name: "Off the map" }, [200, 1]),
      { type: "Feature", properties: null },
    );
    const report = await take(sent);
    expect(report).toMatchObject({ success: false, created: 3, refused: 3, withoutValues: 2 });
    expect(report.refusals).toEqual([
      { at: 1, reason: "State must be the two letters of a US state or a Canadian province" },
      { at: 2, reason: "Imported without a value: The geometry must be a Point or an outline, or null" },
      { at: 3, reason: "Name is required" },
      { at: 4, reason: "Imported without a value: Longitude must be a number from -180 to 180" },
      { at: 5, reason: "Not a Feature with properties" },
    ]);
  });

  test("says of each value that it leaves out why, and of each repeated entry which one replaces it", async () => {
    const sent = collection(
      feature({ ...NOOR, name: "Zero", phone: "call us", zipCode: "H2X-1" }, [0, 0]),
      feature({ ...GRILL, name: "Foreign", state: "MI", zipCode: "M5V 3L9" }, null),
      feature({ ...GRILL, name: "Closed", business_status: "CLOSED_PERMANENTLY" }, null),
      feature({ ...GRILL, name: "Numbers", zipCode: 2139, phone: 3135550113 }, null),
      feature({ ...GRILL, name: "Numbers", zipCode: "02139" }, null),
      feature({ ...GRILL, name: "Status", halalVerificationStatus: "self_declared" }, null),
      feature({ ...NOOR, name: "Half a code", state: "ON", zipCode: "m5s" }, null),
    );
    const report = await take(sent);
    expect(report).toMatchObject({ success: false, created: 5, repeated: 1, refused: 1, withoutValues: 3 });
    expect(report.refusals).toEqual([
      {
        at: 0,
        reason:
          "Imported without a value: ZIP code must be a US ZIP code or a Canadian postal code; Phone must have 10 digits; The position 0, 0 is not in the USA or Canada",
      },
      { at: 1, reason: "Imported without a value: The postal code M5V 3L9 is not one of Michigan" },
      { at: 2, reason: "Its source says that this place is closed for good" },
      {
        at: 5,
        reason:
          "Imported without a value: Halal verification status must be one of unverified, friendly, reported, verified",
      },
    ]);
    expect(report.replaced).toEqual([{ at: 3, by: 4 }]);
    const [numbers] = (await all()).filter(({ name }) => name === "Numbers");
    expect(numbers).toMatchObject({ zipCode: "02139", phone: "3135550113", latitude: null });
    expect((await all()).at(-1)).toMatchObject({ name: "Half a code", zipCode: "M5S" });
  });

  test("leaves out positions and postal codes that contradict the state and says so, as of lost letters", async () => {
    const inMichigan = { ...GRILL, city: "Dearborn", state: "MI" };
    const sent = collection(
      feature({ ...inMichigan, name: "Far", zipCode: "90210" }, [-118.2, 34]),
      feature({ ...inMichigan, name: "Chicago", zipCode: "48126" }, [-87.6, 41.9]),
      feature({ ...NOOR, name: "Capital", zipCode: "K1A 0B1" }, [-97.1, 49.9]),
      feature({ ...GRILL, name: "Island", city: "San Juan", state: "PR", zipCode: "00901" }, [-66.1, 18.4]),
      feature({ ...GRILL, name: "Not on it", city: "San Juan", state: "PR" }, BOSTON),
      feature({ ...GRILL, name: "Caf\uFFFD Wadi" }),
      feature({ ...inMichigan, name: "Swapped" }, [42.3, -83.2]),
      feature({ ...inMichigan, name: "Minus" }, [83.2, 42.3]),
      feature({ ...inMichigan, name: "Border", city: "Temperance" }, [-83.57, 41.75]),
    );
    const report = await take(sent);
    expect(report).toMatchObject({ created: 9, doubtful: 5, withoutValues: 2 });
    const far = (state: string) => `is far from ${state}, and is left out`;
    expect(report.doubts).toEqual([
      {
        at: 0,
        reason: `The postal code 90210 is not one of Michigan, and is left out; The position 34, -118.2 ${far("Michigan")}`,
      },
      { at: 1, reason: `The position 41.9, -87.6 ${far("Michigan")}` },
      {
        at: 2,
        reason: `The postal code K1A 0B1 is not one of Québec, and is left out; The position 49.9, -97.1 ${far("Québec")}`,
      },
      { at: 4, reason: `The position 42.4, -71 ${far("Puerto Rico")}` },
      { at: 5, reason: "Name has lost letters: Caf\uFFFD Wadi" },
    ]);
    const nowhere = "is not in the USA or Canada";
    expect(report.refusals).toEqual([
      {
        at: 6,
        reason: `Imported without a value: The position -83.2, 42.3 ${nowhere}: latitude and longitude are swapped`,
      },
      { at: 7, reason: `Imported without a value: The position 42.3, 83.2 ${nowhere}: a minus is missing` },
    ]);
    const [first, , , island] = await all();
    expect([first, island, (await all()).at(-1)]).toMatchObject([
      { zipCode: "", latitude: null, longitude: null },
      { zipCode: "00901", latitude: 18.4 },
      { name: "Border", latitude: 41.75 },
    ]);
    await assignCities(app.deps, undefined);
    const [{ cityId } = { cityId: null }] = await all();
    expect(app.deps.state.gazetteer.city(cityId ?? 0)?.name).toBe("Dearborn");
  });

  test("may be written by OpenStreetMap, AllThePlaces, Overture or Google", async () => {
    const sent = collection(
      feature(
        {
          "@id": "node/1",
          amenity: "place_of_worship",
          religion: "muslim",
          name: "Masjid Sabirin",
          "addr:housenumber": "12",
          "addr:street": "Elm Street",
          "addr:city": "Boston",
          "addr:state": "MA",
          "addr:postcode": "02110",
          phone: "+1-313-555-0123",
        },
        BOSTON,
      ),
      feature(
        {
          "@spider": "sabir_grill",
          name: "Sabir Grill",
          amenity: "restaurant",
          cuisine: "middle_eastern;pizza",
          "diet:halal": "yes",
          "addr:street_address": "14 Elm Street",
          "addr:city": "Boston",
          "addr:state": "MA",
          "contact:website": "https://sabir.example",
        },
        BOSTON,
      ),
      feature(
        {
          id: "08f2a30",
          names: { primary: "Hilal Market" },
          categories: { primary: "grocery_store", alternate: ["butcher_shop"] },
          addresses: [
            { freeform: "15 Elm St", locality: "Boston", region: "US-MA", postcode: "02110", country: "US" },
          ],
          phones: ["+13135550125"],
          websites: ["https://hilal.example"],
        },
        BOSTON,
      ),
      feature(
        {
          place_id: "ChIJ-1",
          name: "Qamar Cafe",
          formatted_address: "16 Elm St, Suite 2, Boston, MA 02110, USA",
          types: ["cafe", "establishment"],
          business_status: "OPERATIONAL",
        },
        BOSTON,
      ),
      feature(
        { amenity: "place_of_worship", religion: "christian", name: "Church", "addr:city": "Boston" },
        BOSTON,
      ),
    );
    expect((await take(sent)).refusals).toEqual([
      { at: 4, reason: "Address is required; State is required; Category is required" },
    ]);
    const located = { city: "Boston", state: "MA", latitude: 42.4 };
    expect(await all()).toMatchObject([
      { ...located, name: "Masjid Sabirin", address: "12 Elm Street", zipCode: "02110", category: "mosque" },
      {
        ...located,
        name: "Sabir Grill",
        address: "14 Elm Street",
        category: "restaurant",
        subcategory: "middle eastern",
        website: "https://sabir.example",
        halalVerificationStatus: "reported",
      },
      { ...located, name: "Hilal Market", address: "15 Elm St", zipCode: "02110", category: "grocery" },
      {
        ...located,
        name: "Qamar Cafe",
        address: "16 Elm St, Suite 2",
        placeId: "ChIJ-1",
        category: "restaurant",
      },
    ]);
  });

  test("gives a place with an outline a position inside it", async () => {
    const outlined = (name: string, type: string, coordinates: unknown) => ({
      type: "Feature",
      geometry: { type, coordinates },
      properties: { ...GRILL, name },
    });
    const box = (west: number, south: number, size: number) => [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ];
    const court = [box(-71, 42, 0.4), box(-70.8, 42.1, 0.19)]; // its middle is a hole
    const sent = collection(
      outlined("Box", "Polygon", [box(-71, 42, 0.2)]),
      outlined("Court", "Polygon", court),
      outlined("Two", "MultiPolygon", [[box(-70.5, 42, 0.1)], [box(-71, 42, 0.2)]]),
      outlined("Empty", "Polygon", []),
    );
    expect((await take(sent)).refusals).toEqual([
      { at: 3, reason: "Imported without a value: The geometry must be a Point or an outline, or null" },
    ]);
    const points = (await all()).map(({ name, latitude, longitude }) => [
      name,
      latitude?.toFixed(2),
      longitude?.toFixed(2),
    ]);
    expect(points).toEqual([
      ["Box", "42.10", "-70.90"],
      ["Court", "42.20", "-70.90"],
      ["Two", "42.10", "-70.90"],
      ["Empty", undefined, undefined],
    ]);
  });

  test("counts all refused entries and lists the first", async () => {
    const report = await take(collection(...Array.from({ length: 10_100 }, () => feature({}))));
    expect([report.refused, report.refusals.length]).toEqual([10_100, 10_000]);
  });

  test("in a dry run is reported on and not imported", async () => {
    expect(await take(collection(feature(NOOR)), { dryRun: true })).toMatchObject({
      dryRun: true,
      created: 1,
    });
    expect([await all(), await app.db.orm.select().from(auditLog).orderBy(auditLog.id)]).toEqual([[], []]);
  });

  test("in a dry run counts what the import then does, and writes no row that the database would number", async () => {
    await take(
      collection(feature({ ...NOOR, placeId: "p1" }), feature(GRILL), feature({ ...GRILL, name: "Same" })),
    );
    const sent = collection(
      feature({ ...NOOR, placeId: "p1", phone: "(313) 555-0142" }),
      feature({ ...GRILL, facts: { prayerRoom: true } }),
      feature({ ...GRILL, name: "Same" }),
      feature({ ...GRILL, name: "New", facts: { prayerRoom: true } }),
      feature({ ...GRILL, name: "New", phone: "(313) 555-0143" }),
    );
    const numbers = async () =>
      (
        await app.db.query(`select (select last_value from pois_seq_seq) as pois,
        (select last_value from place_facts_seq_seq) as facts`)
      )[0];
    const [before, planned] = [await numbers(), await take(sent, { dryRun: true })];
    expect(await numbers()).toEqual(before);
    const { alike: _, lookAlikes: __, ...counts } = planned;
    expect(counts).toMatchObject({ read: 5, created: 1, updated: 2, unchanged: 1, repeated: 1 });
    expect(await take(sent)).toEqual({ ...counts, dryRun: false });
  });

  test("that is malformed, truncated or of another type is refused as a whole", async () => {
    const good = collection(feature(NOOR), feature(GRILL));
    for (const text of [
      good.slice(0, -20),
      good.slice(0, -1),
      "",
      "[]",
      "null",
      '{"type":"FeatureCollection"}',
      '{"type":"Other","features":[]}',
      good.replace("},{", "} {"),
      good.replace("},{", "},,{"),
      good.replace('"features":[', '"features":[1,'),
      good.replace('"Point"', "Point"),
      `${good}x`,
    ])
      expect([text.slice(-40), (await refusalOf(text))[0], (await all()).length]).toEqual([
        text.slice(-40),
        "invalid",
        0,
      ]);
    await Bun.write(
      join(folder, "latin1"),
      new Uint8Array([...Buffer.from('{"a":"'), 0xe9, ...Buffer.from('"}')]),
    );
    const notText = app.operate("admin.pois.import", { file: join(folder, "latin1") });
    expect(await notText.catch((error) => error.cause.sentence)).toBe(
      "The file is not valid UTF-8 or UTF-16 text.",
    );
  });

  test("of many small arrays is refused in time that grows with its length", async () => {
    async function* text() {
      yield `{${'"a":[],'.repeat(40_000)}"b":1}`;
    }
    const began = process.cpuUsage();
    const refusal = await Array.fromAsync(readGeojson(text())).catch((error: Error) => error.message);
    expect(refusal).toBe("The file is not a GeoJSON FeatureCollection.");
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000);
  });

  test("may contain brackets and quotes in strings, and its features at any key position", async () => {
    const tricky = { ...GRILL, name: 'Tricky "}]{[" \\ Grill' };
    const text = `{"name":"x [{","features" : [ ${JSON.stringify(feature(tricky))} ] , "crs":{"a":[1,{"b":2}]},"type":"FeatureCollection"}`;
    expect(await take(text)).toMatchObject({ created: 1, refused: 0 });
    expect((await all())[0]?.name).toBe(tricky.name);
  });
});

describe("a CSV file", () => {
  const csv = (text: string) => take(text, { format: "csv" });
  const HEAD = "name,address,city,state,category,latitude,longitude,unknown";

  test("is read by its header, with quotes, both kinds of line breaks and a byte order mark", async () => {
    const report = await csv(
      `\uFEFF${HEAD}\r\n"Noor ""N"", Grill",1 Main St,Boston,MA,restaurant,42.3,-71.1,x\n\nB,2 Main St,Boston,ma,mosque,,,\r\n`,
    );
    expect(report).toMatchObject({ created: 2, refused: 0 });
    expect(await all()).toMatchObject([
      { name: 'Noor "N", Grill', latitude: 42.3, longitude: -71.1 },
      { name: "B", state: "MA", latitude: null },
    ]);
  });

  test("is reported on by line", async () => {
    const report = await csv(
      `${HEAD}\nA,1 Main St,Boston,MA,restaurant,,,\n"B\nB",2,Boston,MA\nC,3 Main St,Boston,MA,castle,1,,`,
    );
    expect(report.refusals).toEqual([
      { at: 3, reason: "Expected 8 fields, found 4" },
      { at: 5, reason: "Category must be one of restaurant, mosque, grocery, services, retail" },
    ]);
  });

  test("without required columns, or with an unclosed quote, is refused as a whole", async () => {
    for (const text of ["", "name,city\nA,B", `${HEAD}\n"A,1 Main St`])
      expect([text, await refusalOf(text, { format: "csv" })]).toEqual([
        text,
        ["invalid", expect.any(String)],
      ]);
  });
});

describe("an export", () => {
  const exported = async (format: string) => {
    let text = "";
    for await (const part of (await app.operate("admin.pois.export", { format })) as AsyncIterable<string>)
      text += part;
    return text;
  };

  test("is accepted by an import, which then changes nothing", async () => {
    const names = [
      "=1+1",
      "'=1+1",
      "''@x",
      "'quoted'",
      "-5 Grill",
      "Plain",
      'Qu"ote, "Inc"',
      "＝full",
      "\\%_",
    ];
    await take(
      collection(
        ...names.map((name, n) =>
          feature({ ...NOOR, name, address: `${n} Main St` }, n % 2 ? null : [-73.123456, 45.5]),
        ),
      ),
    );
    const before = await all();
    for (const format of ["csv", "geojson"]) {
      expect([format, await take(await exported(format), { format })]).toMatchObject([
        format,
        { read: 9, unchanged: 9 },
      ]);
      expect(await all()).toEqual(before);
    }
  });

  test("contains no spreadsheet formula as CSV, and one place per line as JSON Lines", async () => {
    await take(collection(feature({ ...NOOR, name: "=cmd|x", address: "@1", subcategory: "+x" })));
    const text = await exported("csv");
    expect([...text.matchAll(/"([^"]*)"/g)].filter(([, cell = ""]) => /^[=+@\t\r]/.test(cell))).toEqual([]);
    expect(JSON.parse(await exported("jsonl"))).toMatchObject({ name: "=cmd|x", latitude: 45.5 });
  });

  test("without places is an empty collection", async () => {
    expect(JSON.parse(await exported("geojson"))).toEqual({ type: "FeatureCollection", features: [] });
  });
});

describe("a GeoJSON file", () => {
  const featuresIn = async (text: AsyncIterable<string>) => {
    let count = 0;
    for await (const features of readGeojson(text)) count += features.length;
    return count;
  };
  async function* inOne(text: string) {
    yield text;
  }

  test("of many features leaves others a turn after each 8 KiB", async () => {
    const text = collection(...Array(100_000).fill({}));
    const [count, turns] = await turnsDuring(() => featuresIn(inOne(text)));
    expect(count).toBe(100_000);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / 8_192));
  });

  test("may have any number of other arrays before its features", async () => {
    const others = Array.from({ length: 50_000 }, (_, n) => `"a${n}":[1]`).join(",");
    const text = `{${others},"type":"FeatureCollection","features"\n :  [{},{}]}`;
    expect(await featuresIn(inOne(text))).toBe(2);
  });
});
