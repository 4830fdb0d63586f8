import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { days, hours } from "../../../shared/duration.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import {
  intakeCounts as counts,
  featuresOf,
  GRILL,
  LIKE_GRILL,
  MARKET,
  MASJID,
  sendIntake,
} from "../../../testing/places/intake-files.ts";
import { place } from "../../../testing/places/places.ts";
import { pois } from "../table.ts";
import { purgeRows } from "./service.ts";
import { intakeRows, placeMatches, placeSources } from "./table.ts";

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
const listed = () => app.db.orm.select().from(pois).orderBy(pois.seq);
const sources = () => app.db.orm.select().from(placeSources).orderBy(placeSources.externalId);
const found = async (q: string) => (await app.send(`GET /api/places?q=${encodeURIComponent(q)}`)).json;

describe("an applied intake", () => {
  test("is undone as a whole: its places are gone, and what it changed is back", async () => {
    const { id } = await place(app, {
      name: "Noor Grill",
      address: "12 Main Street",
      phone: "",
      zipCode: "",
    });
    const before = (await listed())[0];
    const taken = (await send([{ ...GRILL, opening_hours: "Mo-Su 09:00-17:00" }, MARKET, MASJID])).json;
    expect(taken.counts).toEqual(counts({ new: 2, changed: 1 }));
    const facts = async () => (await app.send(`GET /api/places/${id}`)).json.facts;
    expect((await facts()).hours).toMatchObject({ source: "import" });
    app.clock.forward(hours(1));
    const undone = await act(taken.id, "undo");
    expect([undone.status, undone.json]).toMatchObject([200, { state: "undone", kept: 0, undoUntil: null }]);
    const {
      version: _,
      updatedAt: __,
      syncState: ___,
      ...fields
    } = before ?? ({} as NonNullable<typeof before>);
    expect(await listed()).toMatchObject([fields]);
    expect((await facts()).hours).toBeUndefined();
    expect(await sources()).toEqual([]);
    expect(await found("cedar market")).toEqual([]);
    expect((await act(taken.id, "undo")).status).toBe(409);
    expect((await act(taken.id, "apply")).status).toBe(409);
  });

  test("is undone but for a place that an import's open question is about", async () => {
    const taken = (await send([{ ...GRILL, point: [-83.2, 42.3] }, MARKET])).json;
    const file = join(home, "like.geojson");
    await Bun.write(file, featuresOf([LIKE_GRILL]));
    expect(await app.operate("admin.pois.import", { file })).toMatchObject({ created: 1 });
    expect((await act(taken.id, "undo")).json).toMatchObject({ state: "undone", kept: 1 });
    expect((await listed()).map(({ name }) => name)).toEqual(["Noor Grill", "Noor Grill & Sweets"]);
    expect(await app.db.orm.select().from(placeMatches)).toMatchObject([{ status: "pending" }]);
  });

  test("is undone with its word that a listed place is halal, and later releases can say so again", async () => {
    await place(app, { name: "Noor Grill" });
    const halal = { ...GRILL, "diet:halal": "only", halal: "yes" };
    const tiers = async () => (await listed()).map(({ halalVerificationStatus }) => halalVerificationStatus);
    const taken = (await send([halal])).json;
    expect([taken.counts, await tiers()]).toEqual([counts({ changed: 1 }), ["reported"]]);
    app.clock.forward(hours(2));
    await act(taken.id, "undo");
    expect(await tiers()).toEqual(["unverified"]);
    expect(await found("noor grill")).toMatchObject([{ tier: "unverified" }]);
    await send([halal]);
    expect(await tiers()).toEqual(["reported"]);
  });

  test("leaves a place that was changed or used since, and says how many", async () => {
    const mine = await partner(app, "other@example.com");
    const { id } = await place(app, { name: "Noor Grill", phone: "", zipCode: "" }, mine.id);
    const taken = (await send([GRILL, MARKET, MASJID])).json;
    app.clock.forward(hours(1));
    const [, market, masjid] = await listed();
    const put = (to: string | undefined, body: object) =>
      app.send(`PUT /api/admin/pois/${to}`, { headers: basic("admin"), body });
    await put(id, { phone: "3135557777" });
    await put(market?.id, { phone: "3135558888" });
    await app.send(`POST /api/places/${masjid?.id}/still-open`, { body: { answer: "open" } });
    const undone = await act(taken.id, "undo");
    expect(undone.json).toMatchObject({ state: "undone", kept: 3 });
    expect(await listed()).toMatchObject([
      { id, phone: "3135557777", zipCode: "", ownerId: mine.id },
      { name: "Cedar Market", phone: "3135558888" },
      { name: "Masjid Rahma" },
    ]);
  });

  test("is undone without what was said since: a maps id, opening hours and that another list calls it halal", async () => {
    const { id } = await place(app, { name: "Noor Grill" });
    const mine = { ...GRILL, placeId: "ChIJ-of-the-list", opening_hours: "Mo-Su 09:00-17:00", halal: "yes" };
    const taken = (await send([{ ...mine, "diet:halal": "only" }])).json;
    expect(await listed()).toMatchObject([
      { placeId: "ChIJ-of-the-list", halalVerificationStatus: "reported" },
    ]);
    app.clock.forward(hours(1));
    const hoursOf = async () => (await app.send(`GET /api/places/${id}`)).json.facts.hours;
    const columns = "name,address,city,state,phone,category,is_halal,opening_hours";
    const row = "Noor Grill,12 Main St,Dearborn,MI,3135550100,restaurant,true,Mo-Su 10:00-18:00";
    const csv = await app.send("POST /api/admin/intakes?source=csv", {
      raw: `${columns}\n${row}\n`,
      headers: { ...basic("admin"), "Content-Type": "text/csv" },
    });
    expect(csv.status).toBe(200);
    await app.db.orm.update(placeSources).set({ row: sql`jsonb_set(row, '{isHalal}', 'true')` });
    await app.db.orm.update(pois).set({ placeId: "ChIJ-of-staff" });
    const later = await hoursOf();
    expect((await act(taken.id, "undo")).status).toBe(200);
    expect(await hoursOf()).toEqual(later);
    expect(await listed()).toMatchObject([{ placeId: "ChIJ-of-staff", halalVerificationStatus: "reported" }]);
  });

  test("is not undone before a later one of its source, nor a plan, nor after 30 days, nor by who may not", async () => {
    const plan = (await send([GRILL], "&dryRun=true")).json;
    expect((await act(plan.id, "undo")).status).toBe(409);
    const first = (await send([GRILL], "&release=A")).json;
    app.clock.forward(hours(1));
    const second = (await send([GRILL, MARKET], "&release=B")).json;
    const refused = await act(first.id, "undo");
    expect([refused.status, refused.json.error]).toEqual([
      409,
      "The release B was applied later. Undo that one first.",
    ]);
    expect((await act(second.id, "undo", "partner_manager")).status).toBe(403);
    expect((await act("0".repeat(26), "undo")).status).toBe(404);
    expect((await act(second.id, "undo")).status).toBe(200);
    app.clock.forward(days(31));
    expect((await act(first.id, "undo")).json.error).toBe("An intake can be undone for 30 days");
    expect(await listed()).toHaveLength(1);
  });

  test("is not applied, undone or kept out by a call that asks for a dry run", async () => {
    const plan = (await send([GRILL], "&dryRun=true")).json;
    const headers = basic("admin");
    const line = `POST /api/admin/intakes/${plan.id}`;
    for (const [asked, body] of [
      [`${line}/apply?dryRun=true`],
      [`${line}/apply`, { dryRun: true }],
      [`${line}/undo?dryRun=true`],
      ["PUT /api/admin/intakes/floors?dryRun=true", { source: "osm", floor: 0.5 }],
    ] as const) {
      const { status, json } = await app.send(asked, { headers, body });
      expect([asked, status, Object.keys(json.fields)]).toEqual([asked, 400, ["dryRun"]]);
    }
    expect((await shown(plan.id)).state).toBe("planned");
  });

  test("is kept row by row for 30 days, and so is a plan", async () => {
    const plan = (await send([MARKET], "&dryRun=true")).json;
    await send([GRILL]);
    await purgeRows(app.deps);
    expect(await app.db.orm.$count(intakeRows)).toBe(2);
    app.clock.forward(days(31));
    expect((await act(plan.id, "apply")).json.error).toBe(
      "A plan is kept for 30 days. Bring the file again.",
    );
    await purgeRows(app.deps);
    expect(await app.db.orm.$count(intakeRows)).toBe(0);
    expect((await act(plan.id, "apply")).status).toBe(404);
  });

  test("is applied or undone, never both at once", async () => {
    const plan = (await send([GRILL], "&dryRun=true")).json;
    const answers = await Promise.all([act(plan.id, "apply"), act(plan.id, "undo"), act(plan.id, "apply")]);
    const { state } = await shown(plan.id);
    expect(await listed()).toHaveLength(state === "applied" ? 1 : 0);
    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(
      true,
    );
  });
});
