import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { days, minutes } from "../../../shared/duration.ts";
import type { Week } from "../../../shared/places/hours.ts";
import { basic, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import type { NewPlace } from "../service.ts";
import { placeFacts } from "./table.ts";

let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
/** 5:30 PM on a Friday in Dearborn. */
const NOW = new Date("2026-11-20T22:30:00Z");
beforeEach(() => {
  app.clock.now = NOW;
});
beforeAll(async () => {
  app = await testApp();
  app.clock.now = NOW;
  await staff(app, "partner_manager", "amina");
  await staff(app, "admin", "bilal");
  owner = await partner(app);
});
afterAll(() => app.close());

const owned = (fields: Partial<NewPlace> = {}) => place(app, fields, owner.id);
const masjid = () => owned({ name: "Masjid Noor", category: "mosque" });
const asOwner = (poi: { id: string }, body: object, headers = owner.headers) =>
  app.send(`PUT /partner/api/my-pois/${poi.id}/facts`, { headers, body });
const asStaff = (poi: { id: string }, body: object, name = "bilal") =>
  app.send(`PUT /api/admin/pois/${poi.id}/facts`, { headers: basic(name), body });
const shown = async (poi: { id: string }) => (await app.send(`GET /api/places/${poi.id}`)).json;
const rowsOf = (poi: { id: string }) =>
  app.db.orm.select().from(placeFacts).where(eq(placeFacts.poiId, poi.id)).orderBy(placeFacts.seq);
const entriesOf = (poi: { id: string }) =>
  app.db.orm.select().from(auditLog).where(eq(auditLog.subject, poi.id)).orderBy(auditLog.id);

const WEEK: Week = {
  mon: [["11:00", "22:00"]],
  fri: [
    ["11:00", "13:00"],
    ["14:00", "02:00"],
  ],
};

describe("facts about a place", () => {
  test("are recorded by its owner and shown to everyone with the source and the day, and nothing personal", async () => {
    const poi = await owned();
    const said = {
      hours: { week: WEEK, note: "Kitchen closes at 9" },
      alcohol: false,
      prayerRoom: true,
      slaughter: "hand",
      parking: "12",
    };
    const answer = await asOwner(poi, said);
    expect(answer.status).toBe(200);
    const by = { source: "owner", on: "2026-11-20" };
    const facts = Object.fromEntries(Object.entries(said).map(([key, value]) => [key, { value, ...by }]));
    expect(answer.json).toMatchObject({
      id: poi.id,
      category: "restaurant",
      facts,
      bySource: { owner: { ...facts } },
    });
    const everyone = await shown(poi);
    expect(everyone).toMatchObject({
      facts,
      openNow: true,
      closes: { on: "2026-11-21", at: "02:00" },
      opens: null,
    });
    expect(Object.keys(everyone.facts)).toHaveLength(5);
    expect(JSON.stringify(everyone)).not.toContain(owner.id);
    expect((await entriesOf(poi)).at(-1)).toMatchObject({
      action: "partner.facts.save",
      actorId: owner.id,
      before: { alcohol: null, slaughter: null },
      after: { alcohol: false, slaughter: "hand" },
    });
  });

  test("are those of staff where staff say something, and else those of the owner", async () => {
    const poi = await owned();
    await asStaff(poi, { alcohol: true });
    app.clock.forward(days(1));
    const answer = (
      await asOwner(poi, { alcohol: false, parking: true }, await partnerSession(app, owner.id))
    ).json;
    expect(answer.facts).toMatchObject({
      alcohol: { value: true, source: "staff", on: "2026-11-20" },
      parking: { value: true, source: "owner", on: "2026-11-21" },
    });
    expect(answer.bySource).toMatchObject({
      staff: { alcohol: { value: true } },
      owner: { alcohol: { value: false } },
    });
    expect(JSON.stringify(answer)).not.toContain("bilal");
    const forStaff = await app.send(`GET /api/admin/pois/${poi.id}/facts`, { headers: basic("amina") });
    expect([forStaff.status, forStaff.json.bySource.staff.alcohol.by]).toEqual([200, "bilal"]);
    expect((await asStaff(poi, { alcohol: null })).json.facts.alcohol).toMatchObject({
      value: false,
      source: "owner",
    });
    expect((await asOwner(poi, { alcohol: null })).json.facts).toEqual({ parking: expect.anything() });
  });

  test("that are repeated write nothing, and every change adds a row", async () => {
    const poi = await owned();
    const body = { hours: { week: WEEK }, alcohol: false, jumuah: null };
    for (let n = 0; n < 3; n += 1) expect((await asOwner(poi, body)).status).toBe(200);
    expect(await rowsOf(poi)).toHaveLength(2);
    expect(await entriesOf(poi)).toHaveLength(1);
    expect((await asOwner(poi, {})).status).toBe(200);
    await asOwner(poi, { alcohol: true });
    await asOwner(poi, { alcohol: null });
    expect((await rowsOf(poi)).map(({ key, value }) => [key, value])).toEqual([
      ["hours", { week: WEEK }],
      ["alcohol", false],
      ["alcohol", true],
      ["alcohol", null],
    ]);
  });

  test("of two writers at once are all recorded, and the strongest counts", async () => {
    const poi = await owned();
    const answers = await Promise.all([
      ...[true, false, true].map((alcohol) => asOwner(poi, { alcohol })),
      asStaff(poi, { alcohol: true }),
      asStaff(poi, { alcohol: false }, "bilal"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const rows = await rowsOf(poi);
    const lastOfStaff = rows.findLast(({ source }) => source === "staff")?.value;
    expect(rows.filter(({ source }) => source === "staff")).toHaveLength(2);
    expect((await shown(poi)).facts.alcohol).toMatchObject({ value: lastOfStaff, source: "staff" });
  });

  test("of a masjid are its Friday prayers, women's space and wudu", async () => {
    const poi = await masjid();
    const answer = await asOwner(poi, {
      jumuah: "1:15 PM, 2:15 PM",
      womensSpace: true,
      wudu: true,
      parking: false,
    });
    expect(answer.json.facts).toMatchObject({
      jumuah: { value: ["13:15", "14:15"] },
      womensSpace: { value: true },
      wudu: { value: true },
      parking: { value: false },
    });
    expect((await shown(poi)).facts.jumuah.value).toEqual(["13:15", "14:15"]);
  });

  test("that its category does not have are refused with a sentence", async () => {
    const [restaurant, mosque] = [await owned(), await masjid()];
    const refused = async (poi: { id: string }, body: object) => {
      const { status, json } = await asOwner(poi, body);
      return [status, json.error, Object.keys(json.fields ?? {})];
    };
    expect(await refused(restaurant, { jumuah: ["13:15"] })).toEqual([
      400,
      "Jumu'ah is recorded for a masjid only",
      ["jumuah"],
    ]);
    expect(await refused(restaurant, { womensSpace: true, wudu: true })).toEqual([
      400,
      "A women's space is recorded for a masjid only",
      ["womensSpace", "wudu"],
    ]);
    expect(await refused(mosque, { alcohol: false })).toEqual([
      400,
      "Alcohol is not recorded for a masjid",
      ["alcohol"],
    ]);
    expect((await refused(mosque, { slaughter: "hand" }))[0]).toBe(400);
    expect(await rowsOf(restaurant)).toEqual([]);
  });

  test("of a wrong form are refused, each with the name of its field", async () => {
    const poi = await owned();
    const wrong: Readonly<Record<string, readonly unknown[]>> = {
      hours: [
        7,
        [],
        {},
        { week: { mon: [["25:00", "26:00"]] } },
        { week: { mon: [["11:00", "11:00"]] } },
        {
          week: {
            mon: [
              ["11:00", "15:00"],
              ["14:00", "18:00"],
            ],
          },
        },
        { week: { someday: [] } },
        { ramadan: "after sunset" },
        { note: "x".repeat(201) },
        "x".repeat(201),
        "Mo-Fr 09:00-17:00\u0007",
      ],
      closed: [
        "yes",
        1,
        { closed: false, movedTo: "5 Elm St" },
        { movedTo: 5 },
        { closed: true, movedTo: poi.id },
      ],
      alcohol: ["yes", 0],
      prayerRoom: ["true"],
      slaughter: ["both", true],
      jumuah: ["noon prayer", ["25:00"], [1], Array.from({ length: 7 }, (_, n) => `1${n}:00`)],
      parking: [5, {}, "x".repeat(201)],
    };
    for (const [key, values] of Object.entries(wrong))
      for (const value of values) {
        const { status, json } = await asStaff(poi, { [key]: value });
        expect([key, value, status, Object.keys(json.fields ?? {})]).toEqual([key, value, 400, [key]]);
        expect(json.error).not.toBe("");
      }
    expect(await rowsOf(poi)).toEqual([]);
  });

  test("are taken in the forms in which people send hours", async () => {
    const poi = await owned();
    const week = { mon: [["11:00", "22:00"]] };
    for (const hours of [
      week,
      { week },
      { week: { Monday: ["11:00-22:00"] } },
      { week: { mon: "11 AM to 10 PM" } },
      { week: { mon: [{ opens: "11:00", closes: "22:00" }] } },
      { mon: ["11:00", "22:00"] },
      "Mo 11:00-22:00",
    ])
      expect((await asStaff(poi, { hours })).json.facts.hours.value).toEqual({ week });
    expect(await rowsOf(poi)).toHaveLength(1);
    const text = (await asStaff(poi, { hours: "by appointment" })).json;
    expect([text.facts.hours.value, text.openNow]).toEqual([{ note: "by appointment" }, null]);
    expect((await asStaff(poi, { hours: "" })).json.facts).toEqual({});
  });

  test("of a closed place say where it moved: a text, or another place with its address", async () => {
    const [old, next] = [await owned(), await owned({ name: "Noor Grill West", address: "90 Ford Rd" })];
    await asOwner(old, { hours: "24/7" });
    expect(await shown(old)).toMatchObject({ openNow: true, closes: null });
    await asOwner(old, { closed: true });
    expect(await shown(old)).toMatchObject({
      facts: { closed: { value: true } },
      openNow: false,
      movedTo: null,
    });
    await asOwner(old, { closed: { closed: true, movedTo: "90 Ford Rd" } });
    expect((await shown(old)).movedTo).toEqual({ text: "90 Ford Rd", placeId: null });
    await asOwner(old, { closed: { movedTo: next.id } });
    expect((await shown(old)).movedTo).toEqual({
      text: "Noor Grill West, 90 Ford Rd, Dearborn, MI",
      placeId: next.id,
    });
    await app.operate("admin.pois.delete", { id: next.id });
    app.clock.forward(minutes(1)); // the page of a place is kept that long
    expect(await shown(old)).toMatchObject({ facts: { closed: { value: { closed: true } } }, movedTo: null });
    expect((await asOwner(old, { closed: { movedTo: "0".repeat(26) } })).status).toBe(400);
  });

  test("are neither shown nor exported after the category of their place changed, nor once it was deleted", async () => {
    const poi = await owned();
    await asOwner(poi, { alcohol: true, parking: true });
    await app.send(`PUT /api/admin/pois/${poi.id}`, {
      headers: basic("bilal"),
      body: { category: "mosque" },
    });
    expect(Object.keys((await shown(poi)).facts)).toEqual(["parking"]);
    const exported = await app.send("GET /api/admin/pois/export?format=jsonl&category=mosque", {
      headers: basic("bilal"),
    });
    expect(exported.text.split("\n").map((line) => line && JSON.parse(line).facts)).toContainEqual({
      parking: true,
    });
    expect(exported.text).not.toContain("alcohol");
    await app.operate("admin.pois.delete", { id: poi.id });
    const after = await app.send("GET /api/admin/pois/export?format=jsonl", { headers: basic("bilal") });
    expect([(await app.send(`GET /api/places/${poi.id}`)).status, after.text.includes(poi.id)]).toEqual([
      404,
      false,
    ]);
  });

  test("do not move a tier", async () => {
    const poi = await owned();
    const before = await shown(poi);
    await asOwner(poi, { alcohol: false, slaughter: "hand" });
    const after = await shown(poi);
    expect([after.tier, after.history, after.reasons]).toEqual([before.tier, before.history, before.reasons]);
  });

  test("cannot be changed without end: a source has 200 changes a day", async () => {
    const poi = await owned();
    const rows = Array.from({ length: 200 }, (_, n) => ({
      poiId: poi.id,
      key: "alcohol" as const,
      value: n % 2 === 0,
      source: "owner" as const,
      at: NOW,
    }));
    await app.db.orm.insert(placeFacts).values(rows);
    const { status, headers } = await asOwner(poi, { alcohol: null });
    expect([status, headers.get("retry-after")]).toEqual([429, "86400"]);
    expect((await asStaff(poi, { alcohol: true })).status).toBe(200);
  });
});

describe("the right to say facts", () => {
  test("is the owner's: another partner and an unknown place get 404, a visitor 401", async () => {
    const poi = await owned();
    const other = await partner(app, "other@example.com");
    for (const [id, headers] of [
      [poi.id, other.headers],
      ["0".repeat(26), owner.headers],
    ] as const) {
      expect((await asOwner({ id }, { alcohol: true }, headers)).status).toBe(404);
      expect((await app.send(`GET /partner/api/my-pois/${id}/facts`, { headers })).status).toBe(404);
    }
    expect((await app.send(`PUT /partner/api/my-pois/${poi.id}/facts`, { body: {} })).status).toBe(401);
    expect((await asOwner(poi, { alcohol: true }, { Cookie: "partner_session=unknown" })).status).toBe(401);
    expect(await rowsOf(poi)).toEqual([]);
  });

  test("is that of staff who edit places: a partner manager gets 403, an unknown place 404", async () => {
    const poi = await owned();
    expect((await asStaff(poi, { alcohol: true }, "amina")).status).toBe(403);
    expect((await asStaff({ id: "0".repeat(26) }, { alcohol: true })).status).toBe(404);
    expect((await app.send(`PUT /api/admin/pois/${poi.id}/facts`, { body: {} })).status).toBe(401);
    expect((await asStaff(poi, { alcohol: true, ownerId: "x", unknown: 1 })).status).toBe(200);
  });
});
