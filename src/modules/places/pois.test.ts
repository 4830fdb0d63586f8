import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { writeBackup } from "../../db/backup/backup.ts";
import { restoreBackup } from "../../db/backup/restore.ts";
import { basic, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { auditLog } from "../audit/table.ts";
import { assignCities } from "./cities.ts";
import { dedupeKeyOf } from "./duplicates/dedupe-key.ts";
import { findSamePlace, likelyDuplicates } from "./duplicates/queries.ts";
import { insertPlaces } from "./import/bulk-insert.ts";
import { isIndexOutdated, rebuildIndex } from "./search/reindex.ts";
import { findPlaces, type SearchDeps } from "./search/search.ts";
import { createVocabularyCache } from "./search/vocabulary/vocabulary.ts";
import { createPlace, type NewPlace } from "./service.ts";
import { pois, poiWords } from "./table.ts";

let app: TestApp;
let me: Awaited<ReturnType<typeof partner>>;
let other: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["admin", "partner_manager"] as const) await staff(app, role);
  me = await partner(app);
  other = await partner(app, "other@example.com");
});
beforeEach(async () => {
  await app.db.orm.delete(pois);
  await app.db.orm.execute(sql`truncate audit_log`);
});
afterAll(() => app.close());

const EMPTY = { zipCode: "", phone: "", website: "", subcategory: "", halalCertificate: "" };
const NOOR: NewPlace = {
  ...EMPTY,
  name: "Al-Noor Mosque",
  address: "1 Main St",
  city: "Montréal",
  state: "QC",
  category: "mosque",
};
const GRILL: NewPlace = {
  ...EMPTY,
  name: "Halal Grill",
  address: "2 Main St",
  city: "New York",
  state: "NY",
  category: "restaurant",
};
const SHOP: NewPlace = {
  ...EMPTY,
  name: "Noor Modest Wear",
  address: "3 Main St",
  city: "New York",
  state: "NY",
  category: "retail",
};

const make = (fields: NewPlace, ownerId: string | null = null) =>
  app.db.transaction((tx) => createPlace(tx, app.deps, fields, ownerId, {}));
const search = (query: string, more = "") =>
  app.send(`GET /partner/api/pois/search?query=${encodeURIComponent(query)}${more}`, { headers: me.headers });
const names = async (query: string, more = "") =>
  (await search(query, more)).json.map((row: { name: string }) => row.name);
const asAdmin = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });

describe("a partner's search", () => {
  test("returns the documented fields and hides every other owner", async () => {
    await make(GRILL);
    await make({ ...GRILL, address: "5 Main St" }, me.id);
    await make({ ...GRILL, address: "6 Main St", phone: "1234567890" }, other.id);
    const answer = await search("grill");
    expect(answer.status).toBe(200);
    expect(
      answer.json.map((row: { ownerId: unknown; isOwned: unknown }) => [row.ownerId, row.isOwned]),
    ).toEqual([
      [null, false],
      [me.id, true],
      ["claimed", false],
    ]);
    const keys =
      "id name address city state zipCode phone website category subcategory halalCertificate halalVerificationStatus ownerId isOwned";
    expect(Object.keys(answer.json[0]).sort()).toEqual(keys.split(" ").sort());
    expect(answer.json[2].phone).toBe("(123) 456-7890");
    expect(answer.text).not.toContain(other.id);
  });

  test("filters by part of a city, ignoring accents, and by category", async () => {
    for (const each of [NOOR, GRILL, SHOP]) await make(each);
    expect(await names("noor")).toEqual(["Al-Noor Mosque", "Noor Modest Wear"]);
    expect(await names("noor", "&category=all")).toHaveLength(2);
    expect(await names("noor", "&city=montreal")).toEqual(["Al-Noor Mosque"]);
    expect(await names("noor", "&city=YORK&category=")).toEqual(["Noor Modest Wear"]);
    expect(await names("noor", "&category=retail&city=new")).toEqual(["Noor Modest Wear"]);
    expect(await names("noor", "&category=grocery")).toEqual([]);
    expect(await names("noor", "&city=paris")).toEqual([]);
    expect(await names("noor", "&city=%25")).toEqual([]);
  });

  test("ranks the whole name first and respects the limit", async () => {
    const more = Array.from({ length: 70 }, (_, n) => ({
      ...GRILL,
      name: `Aladdin Noor Place ${n}`,
      address: `${n} Oak Ave`,
    }));
    const rows = [...more, { ...GRILL, name: "Noor" }].map((row) => ({
      ...row,
    }));
    await app.db.transaction((tx) => insertPlaces(tx, rows, new Date()));
    const found = await names("noor");
    expect([found.length, found[0]]).toEqual([50, "Noor"]);
    expect(await names("noor", "&limit=1")).toEqual(["Noor"]);
    expect(await names("noor", "&limit=100")).toHaveLength(71);
  });

  test("refuses an empty query, a limit over 100 and callers who are not partners", async () => {
    const refused = [
      "?query=",
      "?query=%20",
      "",
      "?query=a&limit=101",
      "?query=a&limit=0",
      "?query=a&category=x",
      "?query=a&near=here",
      "?query=%00",
    ];
    for (const query of refused)
      expect([
        query,
        (await app.send(`GET /partner/api/pois/search${query}`, { headers: me.headers })).status,
      ]).toEqual([query, 400]);
    expect((await app.send("GET /partner/api/pois/search?query=a")).status).toBe(401);
    expect((await app.send("GET /partner/api/pois/search?query=a", { headers: basic("admin") })).status).toBe(
      401,
    );
  });

  test("finds a place by its phone number, however it is typed", async () => {
    await make({ ...GRILL, phone: "3135550101" });
    await make({ ...SHOP, phone: "3135550102" });
    for (const typed of ["3135550101", "(313) 555-0101", "+1 313.555.0101"])
      expect([typed, await names(typed)]).toEqual([typed, ["Halal Grill"]]);
    expect(await names("313 555 0199")).toEqual([]);
    expect(await names("3135550101", "&category=retail")).toEqual([]);
    expect((await search("3135550101")).json[0]).toMatchObject({ ownerId: null, isOwned: false });
  });

  test("has the nearest first among places that match equally well, and those without a position last", async () => {
    for (const [address, latitude, longitude] of [
      ["1 Far St", 40.7, -74],
      ["2 Near St", 42.33, -83.05],
      ["3 Nowhere St", null, null],
      ["4 Nearer St", 42.32, -83.05],
    ] as const)
      await make({ ...GRILL, address, latitude, longitude });
    await make({ ...GRILL, name: "Halal Trill", address: "5 Next St", latitude: 42.32, longitude: -83.05 });
    const found = (await search("halal grill", "&near=42.31,-83.05")).json;
    expect(found.map(({ address }: { address: string }) => address)).toEqual([
      "4 Nearer St",
      "2 Near St",
      "1 Far St",
      "3 Nowhere St",
      "5 Next St",
    ]);
  });

  test("reads cities by their usual names and ZIP codes as visitors' search does, if no place has all words", async () => {
    await make({
      ...GRILL,
      name: "Zam Books",
      category: "retail",
      city: "Detroit",
      state: "MI",
      zipCode: "48210",
    });
    await make({ ...GRILL, name: "Zam Zam Books", category: "retail", city: "Philadelphia", state: "PA" });
    await make({ ...NOOR, name: "Masjid Quba", city: "Detroit", state: "MI", zipCode: "48210" });
    await make({ ...NOOR, name: "Masjid Zam", city: "Detroit", state: "MI", zipCode: "48226" });
    expect((await names("zam philly"))[0]).toBe("Zam Zam Books");
    expect((await names("books 48226"))[0]).toBe("Zam Books"); // of the city of the ZIP code
    expect((await names("mosque 48210"))[0]).toBe("Masjid Quba");
    expect(await names("zam philly", "&city=detroit")).toEqual([]);
  });

  test("takes wildcards and other special characters literally", async () => {
    for (const each of [GRILL, { ...NOOR, name: "100% Noor" }, { ...SHOP, name: "A_B\\C" }]) await make(each);
    expect([await names("%"), await names("_"), await names("\\")]).toEqual([
      ["100% Noor"],
      ["A_B\\C"],
      ["A_B\\C"],
    ]);
    for (const query of [
      "%a%",
      "a_",
      "\\\\%",
      "' or 1=1 --",
      "((((",
      "]",
      "*",
      "a* b* c*",
      "💥",
      "ﷺ",
      "😀".repeat(50),
      "a ".repeat(50),
      "%_\\".repeat(33),
    ]) {
      const answer = await search(query);
      expect([query, answer.status]).toEqual([query, 200]);
    }
  });

  test("stays correct when a place is renamed, moved or deleted, or its owner is deleted", async () => {
    const { id, updatedAt } = await make(NOOR, other.id);
    const body = { name: "Nightingale Hall", city: "Laval", updatedAt };
    const changed = await asAdmin(`PUT /api/admin/pois/${id}`, body);
    expect([changed.status, changed.json.address]).toEqual([200, "1 Main St"]);
    expect([
      await names("noor"),
      await names("nightingal", "&city=laval"),
      await names("hall", "&city=montreal"),
    ]).toEqual([[], ["Nightingale Hall"], []]);
    await app.db.orm.execute(sql`update pois set owner_id = null where id = ${id}`);
    expect((await search("nightingale")).json[0].ownerId).toBe(null);
    await app.operate("admin.pois.delete", { id });
    expect([await names("nightingale"), await app.db.orm.select().from(poiWords)]).toEqual([[], []]);
  });

  test("finds a word again that no place had for a while, in every process", async () => {
    const { id } = await make({ ...NOOR, name: "Quokka Hall" });
    await app.operate("admin.pois.delete", { id });
    const second = { ...app.deps, state: { vocabulary: createVocabularyCache(app.db) } }; // of another process
    const found = async (deps: SearchDeps) =>
      (await findPlaces(deps, { query: "quokka", city: "", category: null, limit: 50 })).map(
        ({ name }) => name,
      );
    expect([await found(app.deps), await found(second)]).toEqual([[], []]);
    await make({ ...NOOR, name: "Quokka House" });
    expect([await found(app.deps), await found(second)]).toEqual([["Quokka House"], ["Quokka House"]]);
  });

  test("returns the same places after the index was rebuilt", async () => {
    for (const each of [NOOR, GRILL, SHOP]) await make(each);
    const before = await names("noor");
    await app.db.orm.execute(sql`delete from poi_words`);
    expect(await names("nour")).toEqual([]); // another spelling, which is not in memory
    expect(await app.operate("admin.pois.reindex")).toEqual({ success: true, places: 3 });
    expect(await names("noor")).toEqual(before);
  });

  test("reports an index with older spelling rules until it is rebuilt", async () => {
    await make({ ...NOOR, name: "Xanadu" });
    expect(await isIndexOutdated(app.db)).toBe(false);
    await app.db.orm.execute(sql`update poi_index_state set spelling = spelling - 1`);
    await make(GRILL);
    expect(await isIndexOutdated(app.db)).toBe(true);
    await app.operate("admin.pois.reindex");
    expect(await isIndexOutdated(app.db)).toBe(false);
  });

  test("returns the same places after a backup was restored over other words", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rihla-places-"));
    const file = join(folder, "backup");
    await make(NOOR);
    await names("noor");
    await writeBackup(app.db, file, new Date());
    await make(GRILL);
    await names("grill");
    await restoreBackup(app.db, file, { after: async (tx) => void (await rebuildIndex(tx)) });
    await make({ ...SHOP, name: "Xanadu" });
    const { token } = await app.deps.sessions.partner.open(
      app.db.orm,
      me.id,
      { address: null, userAgent: null },
      app.clock.now,
    );
    me = { ...me, headers: { Cookie: `partner_session=${token}` } };
    expect([await names("noor"), await names("grill"), await names("xanad")]).toEqual([
      ["Al-Noor Mosque"],
      [],
      ["Xanadu"],
    ]);
    await rm(folder, { recursive: true });
  });
});

describe("a partner", () => {
  test("sees a place with its coordinates, but no other owner", async () => {
    const { id } = await make({ ...NOOR, placeId: "maps-1", latitude: 45.5, longitude: -73.5 }, other.id);
    const answer = await app.send(`GET /partner/api/pois/${id}`, { headers: me.headers });
    expect(answer.json).toMatchObject({
      id,
      placeId: "maps-1",
      latitude: 45.5,
      longitude: -73.5,
      ownerId: "claimed",
      isOwned: false,
    });
    expect((await app.send("GET /partner/api/pois/none", { headers: me.headers })).status).toBe(404);
  });

  test("lists its own places, newest first", async () => {
    await make(NOOR, me.id);
    app.clock.forward(1_000);
    await make(GRILL, me.id);
    await make(SHOP, other.id);
    const answer = await app.send("GET /partner/api/my-pois", { headers: me.headers });
    expect(answer.headers.get("X-Total-Count")).toBe("2");
    expect(answer.json).toMatchObject([
      { name: "Halal Grill", isOwned: true, ownerId: me.id },
      { name: "Al-Noor Mosque" },
    ]);
  });
});

describe("staff", () => {
  test("list places by each filter", async () => {
    await make(NOOR, me.id);
    app.clock.forward(1_000);
    await make(GRILL);
    const listed = async (query: string) =>
      (await app.send(`GET /api/admin/pois?${query}`, { headers: basic("partner_manager") })).json.map(
        (row: { name: string }) => row.name,
      );
    expect(await listed("")).toEqual(["Halal Grill", "Al-Noor Mosque"]);
    for (const query of [
      "q=noor",
      "q=MONTREAL",
      "city=montr%C3%A9",
      "state=qc",
      "category=mosque",
      "owner=any",
      `owner=${me.id}`,
    ])
      expect([query, await listed(query)]).toEqual([query, ["Al-Noor Mosque"]]);
    expect([
      await listed("owner=none"),
      await listed("q=%25"),
      await listed("syncState=synced"),
      await listed("syncState=pending"),
    ]).toEqual([["Halal Grill"], [], [], ["Halal Grill", "Al-Noor Mosque"]]);
  });

  test("update a place, which is then pending for the sync, with an audit entry", async () => {
    const { id, updatedAt } = await make(NOOR);
    await app.db.orm.execute(sql`update pois set sync_state = 'synced'`);
    const body = {
      halalCertificate: "HC-1",
      latitude: 45,
      longitude: -73,
      updatedAt,
    };
    const answer = await asAdmin(`PUT /api/admin/pois/${id}`, body);
    expect(answer.json).toMatchObject({
      name: "Al-Noor Mosque",
      latitude: 45,
      syncState: "pending",
    });
    const [act] = await app.db.orm.select().from(auditLog).orderBy(auditLog.id);
    expect(act).toMatchObject({
      action: "admin.pois.update",
      subject: id,
      before: { halalCertificate: "" },
      after: { halalCertificate: "HC-1" },
    });
  });

  test("are refused a stale version, a taken maps id, half a position, invalid fields and an unknown place", async () => {
    await make({ ...GRILL, placeId: "taken" });
    const { id, updatedAt } = await make(NOOR);
    const put = async (body: unknown, of = id) => (await asAdmin(`PUT /api/admin/pois/${of}`, body)).status;
    expect(await put({ name: "B", updatedAt: new Date(updatedAt.getTime() - 1) })).toBe(409);
    expect(await put({ placeId: "taken" })).toBe(409);
    expect(await put({ latitude: 45 })).toBe(400);
    for (const wrong of [
      { name: "" },
      { state: "XX" },
      { category: "x" },
      { latitude: 91, longitude: 0 },
      { zipCode: "x" },
    ])
      expect([wrong, await put(wrong)]).toEqual([wrong, 400]);
    expect(await put({ name: "B" }, "none")).toBe(404);
    expect((await asAdmin(`GET /api/admin/pois/${id}`)).json.name).toBe("Al-Noor Mosque");
  });

  test("cannot both update the same version of a place", async () => {
    const { id, updatedAt } = await make(NOOR);
    const answers = await Promise.all(
      ["B", "C"].map((name) => asAdmin(`PUT /api/admin/pois/${id}`, { name, updatedAt })),
    );
    expect(answers.map((each) => each.status).sort()).toEqual([200, 409]);
  });

  test("export places in a file that an import accepts", async () => {
    await make(NOOR);
    const answer = await asAdmin("GET /api/admin/pois/export");
    expect([answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([
      "application/geo+json",
      'attachment; filename="places.geojson"',
    ]);
    expect(answer.json.features[0].properties.name).toBe("Al-Noor Mosque");
    expect((await asAdmin("GET /api/admin/pois/export?format=csv")).headers.get("content-type")).toBe(
      "text/csv; charset=utf-8",
    );
  });
});

describe("a place that may be listed already", () => {
  test("is found by its name and address in any spelling", async () => {
    const { id } = await make(NOOR);
    const same = (place: typeof NOOR) => app.db.transaction((tx) => findSamePlace(tx, place));
    expect(await same({ ...NOOR, name: "AL-NOOR mosque", city: "montreal" })).toEqual({
      id,
      name: "Al-Noor Mosque",
      address: "1 Main St",
    });
    expect(await same({ ...NOOR, address: "2 Main St" })).toBe(null);
  });

  test("is a likely duplicate with a similar name in the city, or at the same address", async () => {
    for (const each of [NOOR, GRILL, { ...GRILL, name: "Bilal Books", address: "9 Oak Ave" }])
      await make(each);
    const likely = async (place: NewPlace) =>
      (await likelyDuplicates(app.deps, place)).map(({ name }) => name);
    expect(await likely({ ...NOOR, name: "Masjid An-Nur", address: "77 Elsewhere Rd" })).toEqual([
      "Al-Noor Mosque",
    ]);
    expect(await likely({ ...GRILL, name: "Something Else" })).toEqual(["Halal Grill"]);
    expect(await likely({ ...NOOR, city: "Laval" })).toEqual([]);
    expect(await likely({ ...GRILL, name: "Quite Other", address: "5 Far Rd" })).toEqual([]);
    const moved = { ...GRILL, name: "Quite Other", address: "5 Far Rd", phone: "2125550100" };
    await make({ ...GRILL, name: "Third Grill", address: "6 Near Rd", phone: "2125550100" });
    expect(await likely(moved)).toEqual(["Third Grill"]);
    expect(await likely({ ...moved, city: "Albany" })).toEqual(["Third Grill"]);
    const website = "https://grill.example";
    await make({ ...GRILL, name: "Fourth Grill", address: "7 Near Rd", website });
    await assignCities(app.deps, undefined);
    expect(await likely({ ...moved, phone: "", website })).toEqual(["Fourth Grill"]);
    expect(await likely({ ...GRILL, name: "Something Else", address: "2 Main Street, Suite 5" })).toEqual([
      "Halal Grill",
    ]);
  });

  test("is found among hundreds with its house number", async () => {
    const many = Array.from({ length: 600 }, (_, n) => ({
      ...GRILL,
      id: `many${n}`,
      name: `Shop ${n}`,
      address: `2 Ash ${n}`,
      city: "Albany",
      createdAt: new Date(),
      updatedAt: new Date(),
    }));
    await app.db.orm.insert(pois).values(many.map((each) => ({ ...each, identity: dedupeKeyOf(each) })));
    await make(GRILL);
    const found = await likelyDuplicates(app.deps, {
      ...GRILL,
      name: "Something Else",
      address: "2 Main Street",
    });
    expect(found.map(({ name }) => name)).toEqual(["Halal Grill"]);
  });
});
