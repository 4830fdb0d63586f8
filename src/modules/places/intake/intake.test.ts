import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { hours } from "../../../shared/duration.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import {
  intakeCounts as counts,
  featuresOf,
  GRILL,
  MARKET,
  MASJID,
  sendIntake,
} from "../../../testing/places/intake-files.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import { pois } from "../table.ts";
import { intakeRows, intakes, placeMatches, placeSources } from "./table.ts";

let app: TestApp;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-intake-"));
  app = await testApp({ DATA_DIR: home });
  await staff(app, "admin");
  await staff(app, "partner_manager");
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate pois, intakes, poi_vocabulary cascade`);
  await app.db.orm.execute(sql`truncate place_facts`);
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

const send = (rows: Parameters<typeof sendIntake>[1], query?: string, who?: string) =>
  sendIntake(app, rows, query, who);
const act = (id: string, verb: "apply" | "undo", who = "admin") =>
  app.send(`POST /api/admin/intakes/${id}/${verb}`, { headers: basic(who) });
const shown = async (id: string) =>
  (await app.send(`GET /api/admin/intakes/${id}`, { headers: basic("admin") })).json;
const rowsOf = async (id: string, query = "") =>
  (await app.send(`GET /api/admin/intakes/${id}/rows${query}`, { headers: basic("admin") })).json;
const listed = () => app.db.orm.select().from(pois).orderBy(pois.seq);
const sources = () => app.db.orm.select().from(placeSources).orderBy(placeSources.externalId);
const found = async (q: string) => (await app.send(`GET /api/places?q=${encodeURIComponent(q)}`)).json;

/** Words that are not alike. */
const WORDS = Array.from({ length: 100 }, (_, n) =>
  `${n + 10}`.replace(
    /\d/g,
    (digit) =>
      ["bado", "kemi", "sufa", "loro", "tizu", "wepa", "gony", "hube", "vira", "xolm"][Number(digit)] ?? "",
  ),
);

describe("the file of a public source", () => {
  test("is planned without changing a place, shown, and applied as it was planned, once", async () => {
    const planned = await send(
      [GRILL, MARKET, { name: "No address", category: "mosque" }],
      "&dryRun=true&release=R1",
    );
    expect([planned.status, planned.json]).toMatchObject([
      200,
      {
        source: "geojson",
        release: "R1",
        state: "planned",
        counts: counts({ new: 2, refused: 1 }),
        createdBy: "admin",
      },
    ]);
    expect(planned.json.refused).toEqual([{ row: 3, reason: expect.stringContaining("Address") }]);
    expect(await listed()).toEqual([]);
    const { id } = planned.json;
    expect(await rowsOf(id)).toMatchObject([
      { row: 1, outcome: "new", place: null, says: { name: "Noor Grill" } },
      { row: 2, outcome: "new" },
    ]);
    const [first, second] = await Promise.all([act(id, "apply"), act(id, "apply")]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.json).toMatchObject({ state: "applied", counts: counts({ new: 2, refused: 1 }) });
    expect(await shown(id)).toEqual(second.json);
    expect(await listed()).toMatchObject([
      {
        name: "Noor Grill",
        phone: "3135550100",
        said: { "*": { by: "file", source: "geojson", release: "R1" } },
      },
      { name: "Cedar Market" },
    ]);
    expect(await sources()).toMatchObject([{ release: "R1", goneAt: null }, {}]);
    expect(await found("noor grill")).toMatchObject([{ name: "Noor Grill" }]);
  });

  test("is applied at once without a dry run, and the same file again says nothing new", async () => {
    const first = await send([GRILL, MARKET, MASJID], "&release=R1");
    expect(first.json).toMatchObject({ state: "applied", counts: counts({ new: 3 }), refused: [] });
    const before = await listed();
    app.clock.forward(hours(1));
    const second = await send([GRILL, MARKET, MASJID], "&release=R2");
    expect(second.json.counts).toEqual(counts({ same: 3 }));
    expect(await listed()).toEqual(before);
    expect((await sources()).map(({ release }) => release)).toEqual(["R2", "R2", "R2"]);
    expect(await rowsOf(second.json.id)).toEqual([]);
    const entries = await app.db.orm.select().from(auditLog);
    expect(entries.filter(({ subject }) => subject === first.json.id)).toMatchObject([
      { action: "admin.intakes.receive", after: { new: 3, source: "geojson" } },
    ]);
  });

  test("changes of a listed place what no stronger one said, empties nothing, and keeps the rest as its word", async () => {
    const mine = await partner(app);
    const { id } = await place(app, { name: "Noor Grill", phone: "", website: "" }, mine.id);
    await app.send(`PUT /api/admin/pois/${id}`, { headers: basic("admin"), body: { zipCode: "48120" } });
    const taken = await send([{ ...GRILL, website: "" }]);
    expect(taken.json.counts).toEqual(counts({ changed: 1 }));
    expect(await listed()).toMatchObject([
      { id, phone: "3135550100", zipCode: "48120", website: "", ownerId: mine.id },
    ]);
    expect((await listed())[0]?.said).toMatchObject({
      zipCode: { by: "staff" },
      phone: { by: "file", source: "geojson" },
    });
    expect(await sources()).toMatchObject([{ poiId: id, row: { zipCode: "48126" } }]);
    expect(await rowsOf(taken.json.id)).toMatchObject([
      { outcome: "changed", place: { id }, changes: [{ field: "phone", before: "", after: "3135550100" }] },
    ]);
  });

  test("makes a place that it calls halal reported, a masjid never", async () => {
    const halal = { halal: "yes", "diet:halal": "only", halalVerificationStatus: "verified" };
    await send([
      { ...GRILL, ...halal },
      { ...MASJID, ...halal },
    ]);
    expect(await listed()).toMatchObject([
      { halalVerificationStatus: "reported" },
      { halalVerificationStatus: "unverified" },
    ]);
    const [first] = await listed();
    expect((await app.send(`GET /api/places/${first?.id}`)).json.reasons).toEqual([
      "A list shared with our team lists this place as halal. We have not checked it.",
    ]);
    const records = (await app.send(`GET /api/admin/pois/${first?.id}/evidence`, { headers: basic("admin") }))
      .json;
    expect(records).toMatchObject([{ kind: "statement", source: "import", lists: ["geojson"] }]);
  });

  test("asks about a row that may be a listed place, once, and links one that surely is", async () => {
    const point = [-83.2, 42.3];
    const { id } = await place(app, {
      ...{ name: "Noor Grill", address: "12 Main St", phone: "", longitude: -83.2, latitude: 42.3 },
    });
    const alike = {
      ...GRILL,
      id: "g9",
      name: "Noor Grill & Sweets",
      address: "14 Main St",
      phone: "",
      website: "",
      point,
    };
    const first = await send([{ ...GRILL, point }, alike]);
    expect(first.json.counts).toEqual(counts({ changed: 1, unsure: 1 }));
    expect(await app.db.orm.select().from(placeMatches)).toMatchObject([
      { poiId: id, status: "pending", row: { name: "Noor Grill & Sweets" } },
    ]);
    app.clock.forward(hours(1));
    expect((await send([{ ...GRILL, point }, alike])).json.counts).toEqual(counts({ same: 1, unsure: 1 }));
    expect(await app.db.orm.select().from(placeMatches)).toHaveLength(1);
    expect(await listed()).toHaveLength(1);
  });

  test("tells of two rows that are one place which one was taken", async () => {
    const taken = await send([GRILL, MARKET, { ...GRILL, id: "other", address: "12 Main Street" }]);
    expect(taken.json).toMatchObject({
      counts: counts({ new: 2, refused: 1 }),
      refused: [{ row: 3, reason: "Row 3 is the same place as row 1" }],
    });
    expect(
      (await send([GRILL, MARKET, { ...GRILL, id: "other", address: "12 Main Street" }])).json.counts,
    ).toEqual(counts({ same: 2, refused: 1 }));
  });

  test("keeps a masjid and its school, the stalls of a food hall and the branches of a chain apart", async () => {
    const hall = {
      address: "1 Hall Plaza",
      city: "Dearborn",
      state: "MI",
      category: "restaurant",
      point: [-83.21, 42.31],
    };
    const taken = await send([
      { ...MASJID, phone: "4195550100" },
      { ...MASJID, id: "s", name: "Rahma Academy", phone: "4195550100" },
      { ...hall, id: "h1", name: "Taco Amir" },
      { ...hall, id: "h2", name: "Biryani Bowl" },
      { ...hall, id: "h3", name: "Cedar Coffee" },
      {
        ...GRILL,
        id: "c1",
        name: "Halal Brothers",
        address: "1 Far Rd",
        city: "Toledo",
        state: "OH",
        phone: "",
        zipCode: "",
      },
      {
        ...GRILL,
        id: "c2",
        name: "Halal Brothers",
        address: "900 Long Ave",
        city: "Dearborn",
        phone: "",
        zipCode: "",
      },
    ]);
    expect([taken.json.counts, taken.json.refused]).toEqual([counts({ new: 7 }), []]);
  });

  test("in a second release changes what it said before, and asks about what is gone", async () => {
    const rows = Array.from({ length: 100 }, (_, n) => ({
      ...{
        id: `r${n}`,
        name: `Kitchen ${WORDS[n]}`,
        address: `${n + 1} Elm St`,
        city: "Dearborn",
        state: "MI",
      },
      ...{ category: "restaurant", phone: `3135550${100 + n}` },
    }));
    await send(rows, "&release=R1");
    const all = await listed();
    await app.send(`PUT /api/admin/pois/${all[1]?.id}`, {
      headers: basic("admin"),
      body: { phone: "3135559999" },
    });
    app.clock.forward(hours(1));
    const changed = rows
      .slice(0, 99)
      .map((row, n) => (n < 2 ? { ...row, phone: `313555111${n}`, zipCode: "48126" } : row));
    const second = await send([...changed, { ...MASJID }], "&release=R2");
    expect(second.json.counts).toEqual(counts({ new: 1, same: 97, changed: 2, gone: 1 }));
    const after = await listed();
    expect(after.slice(0, 3)).toMatchObject([
      { phone: "3135551110", zipCode: "48126", said: { phone: { release: "R2" }, "*": { release: "R1" } } },
      { phone: "3135559999", zipCode: "48126" },
      { phone: "3135550102", said: { "*": { release: "R1" } } },
    ]);
    expect(after[99]).toMatchObject({ deletedAt: null });
    const said = await sources();
    expect(said.filter(({ goneAt }) => goneAt !== null)).toMatchObject([
      { poiId: all[99]?.id, release: "R1" },
    ]);
    expect(said.filter(({ release }) => release === "R2")).toHaveLength(100);
    expect((await rowsOf(second.json.id, "?outcome=gone"))[0]).toMatchObject({
      place: { id: all[99]?.id },
      says: null,
    });
    app.clock.forward(hours(1));
    const third = await send([...changed, rows[99] ?? {}, { ...MASJID }], "&release=R3");
    expect(third.json.counts).toEqual(counts({ same: 100, changed: 1 }));
    expect((await sources()).every(({ goneAt, release }) => goneAt === null && release === "R3")).toBe(true);
    const undone = await act(third.json.id, "undo");
    expect([undone.status, undone.json.state, undone.json.kept]).toEqual([200, "undone", 0]);
    expect(await sources()).toEqual(said);
    expect(await listed()).toEqual(after);
  });

  test("of a city takes its rows alone", async () => {
    const taken = await send([GRILL, MARKET, MASJID], "&city=Toledo,%20OH");
    expect(taken.json).toMatchObject({ counts: counts({ new: 1 }), city: { name: "Toledo, OH" } });
    expect(await listed()).toMatchObject([{ name: "Masjid Rahma", cityId: taken.json.city.id }]);
  });

  test("does not create a place that its source says is closed, and deletes none", async () => {
    const closed = { ...GRILL, operating_status: "permanently_closed" };
    const refused = await send([closed, MARKET]);
    expect(refused.json).toMatchObject({
      counts: counts({ new: 1, refused: 1 }),
      refused: [{ row: 1, reason: "Its source says that this place is closed for good" }],
    });
  });

  test("is refused if it cannot be read, of an unknown source or city, and by who may not", async () => {
    const unreadable = await send("{ not json");
    expect([unreadable.status, Object.keys(unreadable.json)]).toMatchObject([
      400,
      expect.arrayContaining(["error"]),
    ]);
    const line = (query: string) => `POST /api/admin/intakes?${query}`;
    const headers = { ...basic("admin"), "Content-Type": "text/csv" };
    for (const query of ["", "source=yelp", "source=geojson&dryRun=maybe"])
      expect((await app.send(line(query), { raw: "x", headers })).status).toBe(400);
    const unknown = await send([GRILL], "&city=Qwertyville");
    expect([unknown.status, Object.keys(unknown.json.fields)]).toEqual([400, ["city"]]);
    expect((await send([GRILL], "", "partner_manager")).status).toBe(403);
    expect((await app.send(line("source=geojson"), { raw: featuresOf([GRILL]) })).status).toBe(401);
    expect([await listed(), await app.db.orm.select().from(intakes)]).toEqual([[], []]);
    expect((await act("0".repeat(26), "apply")).status).toBe(404);
    expect(
      (await app.send(`GET /api/admin/intakes/${"0".repeat(26)}`, { headers: basic("admin") })).status,
    ).toBe(404);
  });

  test("that was planned is not applied once another file of its source was", async () => {
    const plan = (await send([GRILL], "&dryRun=true&release=A")).json;
    app.clock.forward(hours(1));
    await send([MARKET], "&release=B");
    const refused = await act(plan.id, "apply");
    expect([refused.status, refused.json.error]).toEqual([
      409,
      "The release B was applied after this one was planned. Bring the file again.",
    ]);
    expect(await listed()).toHaveLength(1);
    const all = await app.send("GET /api/admin/intakes", { headers: basic("admin") });
    expect(all.json.map((each: { release: string }) => each.release)).toEqual(["B", "A"]);
  });

  test("that was planned links a place that was added since", async () => {
    const plan = (await send([GRILL], "&dryRun=true")).json;
    await place(app, { name: "Noor Grill" });
    expect((await act(plan.id, "apply")).json.counts).toEqual(counts({ changed: 1 }));
    expect(await listed()).toHaveLength(1);
    expect(await app.db.orm.select().from(intakeRows)).toMatchObject([{ outcome: "changed" }]);
  });
});
