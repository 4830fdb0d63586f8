import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { minutes } from "../../shared/duration.ts";
import type { SourceRow } from "../../shared/places/sources.ts";
import { basic, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { sendIntake } from "../../testing/places/intake-files.ts";
import { place } from "../../testing/places/places.ts";
import { told } from "../../testing/places/source-rows.ts";
import { placeSuggestions } from "../directory/suggestions/table.ts";
import { poiRequests } from "../ownership/requests/table.ts";
import { placeProposals } from "../ownership/table.ts";
import { placeMerges } from "./merge/table.ts";
import type { ImportReport } from "./schema.ts";
import { pois } from "./table.ts";

let app: TestApp;
let folder: string;
let owner: Awaited<ReturnType<typeof partner>>;
const START = new Date("2026-11-02T15:00:00Z");
const LATER = new Date("2026-11-02T16:00:00Z");
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rihla-said-"));
  app = await testApp({ DATA_DIR: folder });
  owner = await partner(app);
  await staff(app, "admin");
  await staff(app, "partner_manager");
});
beforeEach(async () => {
  for (const table of [placeSuggestions, poiRequests, placeProposals, placeMerges, pois])
    await app.db.orm.delete(table);
  app.clock.now = START;
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const GRILL = { name: "Noor Grill", address: "12 Main St", city: "Dearborn", state: "MI", zipCode: "48126" };
const by = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const added = async (fields: object = {}): Promise<string> =>
  (await by("POST /api/admin/pois", { ...GRILL, category: "restaurant", ...fields })).json.id;
const shown = async (id: string) => (await by(`GET /api/admin/pois/${id}`)).json;
const saved = (id: string, fields: object) => by(`PUT /api/admin/pois/${id}`, fields);
const only = async (): Promise<string> => (await app.db.orm.select().from(pois))[0]?.id ?? "";
const later = () => {
  app.clock.now = LATER;
};

async function take(...rows: readonly object[]): Promise<ImportReport> {
  const features = rows.map((row) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [-83.2, 42.3] },
    properties: { ...GRILL, category: "restaurant", ...row },
  }));
  const file = join(folder, "places.geojson");
  await Bun.write(file, JSON.stringify({ type: "FeatureCollection", features }));
  return (await app.operate("admin.pois.import", { file })) as ImportReport;
}

const STAFF = { by: "staff", at: START.toISOString() };
const STAFF_LATER = { by: "staff", at: LATER.toISOString() };
const FILE = { by: "file", source: "geojson", release: "", at: START.toISOString() };
const FILE_LATER = { ...FILE, at: LATER.toISOString() };
const OWNER_LATER = { by: "owner", at: LATER.toISOString() };

describe("a place that staff add", () => {
  test("has its fields from staff, but not those that are empty", async () => {
    const { sources, proposed } = await shown(await added());
    const names = ["name", "address", "city", "state", "zipCode", "category"];
    expect(sources).toEqual(Object.fromEntries(names.map((name) => [name, STAFF])));
    expect(proposed).toEqual([]);
  });

  test("keeps them when a file says otherwise, and takes what it lacks from the file", async () => {
    const id = await added({ placeId: "p1", phone: "3135550100" });
    later();
    const row = { placeId: "p1", name: "Other", phone: "3135550199", website: "a.example" };
    expect(await take(row)).toMatchObject({
      updated: 1,
      left: [{ reason: "Left as the owner or our team wrote it: name, phone" }],
    });
    const { name, phone, website, latitude, sources } = await shown(id);
    expect([name, phone, website, latitude]).toEqual([
      "Noor Grill",
      "(313) 555-0100",
      "https://a.example",
      42.3,
    ]);
    const { name: _, ...told } = sources;
    expect([sources.name, told.phone, told.website, told.latitude, told.longitude]).toEqual([
      STAFF,
      STAFF,
      FILE_LATER,
      FILE_LATER,
      FILE_LATER,
    ]);
    expect(await take(row)).toMatchObject({ updated: 0, unchanged: 1 });
  });

  test("keeps a field that staff emptied, which is a word as well", async () => {
    const id = await added({ phone: "3135550100" });
    await saved(id, { phone: "" });
    expect(await take({ phone: "3135550100" })).toMatchObject({ updated: 1 }); // the point
    expect(await shown(id)).toMatchObject({ phone: "", latitude: 42.3 });
  });
});

describe("a place from a file", () => {
  test("has its fields from it, and those of a newer file that differ", async () => {
    await take({ phone: "3135550100" });
    const id = await only();
    expect((await shown(id)).sources).toEqual(
      expect.objectContaining({ name: FILE, phone: FILE, latitude: FILE }),
    );
    later();
    await take({ phone: "3135550199" });
    const { sources } = await shown(id);
    expect([sources.name, sources.phone]).toEqual([FILE, FILE_LATER]);
  });

  test("has from staff what they change, also if their form sends all fields", async () => {
    await take({ phone: "3135550100" });
    const id = await only();
    later();
    const { sources: _, proposed: __, halalVerificationStatus: ___, ...all } = await shown(id);
    expect((await saved(id, { ...all, phone: "3135550199" })).status).toBe(200);
    const { sources } = await shown(id);
    expect([sources.name, sources.phone, sources.latitude]).toEqual([FILE, STAFF_LATER, FILE]);
  });

  test("has from staff what they confirm, and the whole position where one degree moves", async () => {
    await take({ phone: "3135550100" });
    const id = await only();
    later();
    await saved(id, { phone: "(313) 555-0100" });
    await saved(id, { latitude: 42.31 });
    const { sources } = await shown(id);
    expect([sources.phone, sources.latitude, sources.longitude, sources.name]).toEqual([
      STAFF_LATER,
      STAFF_LATER,
      STAFF_LATER,
      FILE,
    ]);
  });

  test("keeps who said its fields in the trash and back", async () => {
    await take({});
    const id = await only();
    const { sources } = await shown(id);
    await by(`DELETE /api/admin/pois/${id}`);
    await by(`POST /api/admin/trash/${id}/restore`, {});
    expect((await shown(id)).sources).toEqual(sources);
  });
});

describe("an owner", () => {
  test("says contact details at once and the rest once staff approve, until that is undone", async () => {
    await take({ phone: "3135550100" });
    const id = await only();
    await app.db.orm.update(pois).set({ ownerId: owner.id });
    later();
    const propose = (fields: object) =>
      app.send(`POST /partner/api/my-pois/${id}/proposals`, { headers: owner.headers, body: { fields } });
    await propose({ phone: "3135550199" });
    const change = (await propose({ name: "Noor Grill & Deli" })).json.id;
    expect((await shown(id)).sources).toMatchObject({ name: FILE, phone: OWNER_LATER });
    await by(`PUT /api/reviews/proposals/${change}`, { decision: "approved" });
    expect((await shown(id)).sources).toEqual(
      expect.objectContaining({ name: OWNER_LATER, address: FILE, phone: OWNER_LATER }),
    );
    expect(await take({ name: "Noor Grill & Deli", phone: "3135550100" })).toMatchObject({ updated: 0 });
    expect((await by(`POST /api/reviews/proposals/${change}/undo`, {})).status).toBe(200);
    expect((await shown(id)).sources).toMatchObject({ name: FILE, phone: OWNER_LATER });
  });

  test("has said the place that staff add at their request, and staff its position", async () => {
    const body = { ...GRILL, category: "restaurant", phone: "3135550100" };
    const request = await app.send("POST /partner/api/poi-requests", { headers: owner.headers, body });
    later();
    const decided = await by(`PUT /api/reviews/requests/${request.json.id}`, {
      decision: "approved",
      latitude: 42.3,
      longitude: -83.2,
    });
    expect(decided.status).toBe(200);
    const { sources } = await shown(await only());
    expect([sources.name, sources.phone, sources.latitude]).toEqual([
      { by: "owner", at: START.toISOString() },
      { by: "owner", at: START.toISOString() },
      STAFF_LATER,
    ]);
  });
});

test("a place that a visitor suggested is from the visitor, but for what staff entered, and files leave it", async () => {
  await app.send("POST /api/places/suggestions", { body: { ...GRILL, zipCode: undefined } });
  const [waiting] = (await by("GET /api/reviews/suggestions")).json;
  later();
  await by(`PUT /api/reviews/suggestions/${waiting.id}`, { decision: "approved", zipCode: "48126" });
  const { id, sources } = await shown(await only());
  const visitor = { by: "report", at: START.toISOString() };
  expect([sources.name, sources.city, sources.zipCode]).toEqual([visitor, visitor, STAFF_LATER]);
  await take({ zipCode: "48120", category: "grocery" });
  expect(await shown(id)).toMatchObject({ zipCode: "48126", category: "restaurant" });
});

test("a merge gives the place that stays a field with who said it, and its undo takes both back", async () => {
  const kept = await added({ name: "Olive House" });
  await take({ phone: "3135550100" });
  const duplicate = (await app.db.orm.select().from(pois).where(eq(pois.name, "Noor Grill")))[0]?.id ?? "";
  later();
  const merge = (await by(`POST /api/admin/pois/${kept}/merge`, { duplicateId: duplicate })).json.id;
  expect((await shown(kept)).sources).toEqual(
    expect.objectContaining({ name: STAFF, phone: FILE, latitude: FILE }),
  );
  await by(`POST /api/admin/pois/merges/${merge}/undo`, {});
  const { sources } = await shown(kept);
  expect([sources.name, sources.phone, sources.latitude]).toEqual([STAFF, undefined, undefined]);
  expect((await shown(duplicate)).sources).toEqual(expect.objectContaining({ name: FILE, phone: FILE }));
});

test("facts are said by who recorded them, hours of a file by the source that has them", async () => {
  const { id } = await place(app);
  await by(`PUT /api/admin/pois/${id}/facts`, { alcohol: false });
  await take({ opening_hours: "Mo-Su 09:00-17:00" });
  await told(app, id, { hours: "Mo-Su 09:00-17:00" });
  expect((await shown(id)).sources).toMatchObject({
    alcohol: { by: "staff" },
    hours: { by: "file", source: "osm", release: "2026-11", at: START.toISOString() },
  });
});

describe("a weaker source that says something else later", () => {
  const proposed = async (id: string) => (await shown(id)).proposed;
  const osm = { by: "file", source: "osm", release: "2026-11", at: LATER.toISOString() };

  test("proposes it, until staff save the field, with that value or their own", async () => {
    const id = await added({ phone: "3135550100" });
    later();
    await told(app, id, { phone: "3135550199", website: "https://noor.example" });
    expect(await proposed(id)).toEqual([
      { field: "phone", value: "(313) 555-0199", ...osm },
      { field: "website", value: "https://noor.example", ...osm },
    ]);
    app.clock.forward(minutes(1));
    await saved(id, { phone: "(313) 555-0100" });
    await saved(id, { website: "https://noor.example" });
    expect(await proposed(id)).toEqual([]);
    expect(await shown(id)).toMatchObject({ phone: "(313) 555-0100", website: "https://noor.example" });
  });

  test("proposes it for a field that staff emptied, until they confirm that it is empty", async () => {
    const id = await added({ phone: "3135550100" });
    await saved(id, { phone: "" });
    later();
    await told(app, id, { phone: "3135550199" });
    expect(await proposed(id)).toMatchObject([{ field: "phone" }]);
    app.clock.forward(minutes(1));
    await saved(id, { phone: "" });
    expect(await proposed(id)).toEqual([]);
  });

  test("proposes nothing for a field of another file, but for one that belongs to what staff said", async () => {
    await take({ phone: "3135550100" });
    const id = await only();
    later();
    await told(app, id, { phone: "3135550199", address: "99 Elm St" });
    expect(await proposed(id)).toEqual([]);
    app.clock.now = START;
    await saved(id, { name: "Noor Grill & Deli" });
    app.clock.now = LATER;
    expect((await proposed(id)).map(({ field }: { field: string }) => field)).toEqual(["name", "address"]);
  });

  test("proposes a value once if several say it", async () => {
    const id = await added({ phone: "3135550100" });
    later();
    await told(app, id, { phone: "3135550199" });
    await told(app, id, { phone: "3135550199", externalId: "g1" }, { source: "overture" });
    expect(await proposed(id)).toHaveLength(1);
  });

  test("proposes nothing that is older, gone from the source, empty, or the same in other words", async () => {
    const cases: [string, Partial<SourceRow>, object?][] = [
      [
        "in other words",
        { address: "12 Main Street", name: "NOOR Grill", website: "http://www.noor.example/" },
      ],
      ["a longer code", { zipCode: "48126-1234" }],
      ["a corner of the place", { latitude: 42.3004, longitude: -83.2004 }],
      ["gone", { phone: "3135550199" }, { goneAt: LATER }],
      ["empty", { phone: "", zipCode: "" }],
    ];
    for (const [name, row, more] of cases) {
      await app.db.orm.delete(pois);
      app.clock.now = START;
      const point = { latitude: 42.3, longitude: -83.2 };
      const id = await added({ phone: "3135550100", website: "https://noor.example", ...point });
      later();
      await told(app, id, row, more);
      expect([name, await proposed(id)]).toEqual([name, []]);
    }
    const id = await only();
    app.clock.forward(minutes(1));
    await saved(id, { name: "Noor Grill & Deli" });
    app.clock.now = LATER;
    await told(app, id, { name: "Noor Grill", externalId: "node/2" });
    expect(["older", await proposed(id)]).toEqual(["older", []]);
  });

  test("proposes a declined value again only once it says something else, until that is undone", async () => {
    const id = await added({ phone: "3135550100" });
    const release = async (name: string, fields: object) => {
      app.clock.forward(minutes(1));
      return (
        await sendIntake(app, [{ ...GRILL, id: "g1", category: "restaurant", ...fields }], `&release=${name}`)
      ).json;
    };
    expect((await release("R1", { phone: "3135550199" })).counts).toMatchObject({ same: 1 });
    expect(await proposed(id)).toMatchObject([{ field: "phone", release: "R1" }]);
    await release("R2", { phone: "3135550199" });
    expect(await proposed(id)).toMatchObject([{ field: "phone", release: "R2" }]);
    app.clock.forward(minutes(1));
    await saved(id, { phone: "(313) 555-0100" });
    await release("R3", { phone: "3135550199" });
    await release("R4", { phone: "3135550199", zipCode: "48120" });
    expect((await proposed(id)).map(({ field }: { field: string }) => field)).toEqual(["zipCode"]);
    const { id: last } = await release("R5", { phone: "3135550188", zipCode: "48126" });
    expect(await proposed(id)).toMatchObject([{ field: "phone", value: "(313) 555-0188", release: "R5" }]);
    await by(`POST /api/admin/intakes/${last}/undo`);
    expect((await proposed(id)).map(({ field }: { field: string }) => field)).toEqual(["zipCode"]);
  });

  test("is seen by staff alone", async () => {
    const id = await added();
    const asManager = await app.send(`GET /api/admin/pois/${id}`, { headers: basic("partner_manager") });
    expect([asManager.status, asManager.json.sources.name]).toEqual([200, STAFF]);
    const answers = await Promise.all([
      app.send(`GET /api/admin/pois/${id}`),
      app.send(`GET /api/admin/pois/${id}`, { headers: owner.headers }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect((await app.send(`GET /api/places/${id}`)).json).not.toHaveProperty("proposed");
  });
});
