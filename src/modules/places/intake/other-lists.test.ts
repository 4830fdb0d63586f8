import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { hours } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import {
  intakeCounts as counts,
  featuresOf,
  GRILL,
  MARKET,
  MASJID,
  sendIntake,
} from "../../../testing/places/intake-files.ts";
import { pois } from "../table.ts";
import { placeSources } from "./table.ts";

let app: TestApp;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-lists-"));
  app = await testApp({ DATA_DIR: home });
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate pois, intakes, poi_vocabulary cascade`);
  app.clock.forward(hours(1));
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

type Rows = Parameters<typeof featuresOf>[0];

const sendSpiders = (rows: Rows, query = "") =>
  app.send(`POST /api/admin/intakes?source=alltheplaces${query}`, {
    raw: featuresOf(rows),
    headers: { ...basic("admin"), "Content-Type": "application/geo+json" },
  });
const apply = (id: string) => app.send(`POST /api/admin/intakes/${id}/apply`, { headers: basic("admin") });
const listed = () => app.db.orm.select().from(pois).orderBy(pois.seq);
const sources = () => app.db.orm.select().from(placeSources).orderBy(placeSources.externalId);

/** A name that is like no other one. */
const nameOf = (n: number) =>
  `${n + 1_000}`.replace(/\d/g, (digit) => `${"bdfgjklmnr".charAt(Number(digit))}a`);
const store = (spider: string, n: number) => ({
  ...{
    "@spider": spider,
    ref: `${n}`,
    name: nameOf(n),
    shop: "supermarket",
    "addr:street_address": `${n + 1} Elm St`,
  },
  ...{ "addr:city": "Dearborn", "addr:state": "MI" },
});
const stores = (spider: string, length: number, from = 0) =>
  Array.from({ length }, (_, n) => store(spider, n + from));

describe("a list of another maker", () => {
  test("makes nothing gone, whose words keep their release", async () => {
    await sendIntake(app, [GRILL, MARKET], "&release=A");
    app.clock.forward(hours(1));
    expect((await sendIntake(app, [MASJID], "&release=B")).json.counts).toEqual(counts({ new: 1 }));
    expect(await sources()).toMatchObject([
      { externalId: "g1", release: "A", goneAt: null },
      { externalId: "g2", release: "A", goneAt: null },
      { externalId: "g3", release: "B" },
    ]);
  });

  test("does not overwrite a place whose id it uses for another one", async () => {
    await sendIntake(app, [
      { ...GRILL, id: "1" },
      { ...MARKET, id: "2" },
      { ...MASJID, id: "3" },
    ]);
    app.clock.forward(hours(1));
    const other = {
      ...{ id: "1", name: "Blue Lagoon Diner", address: "900 Far Rd", city: "Toledo", state: "OH" },
      category: "restaurant",
    };
    const second = await sendIntake(app, [other, { ...MARKET, id: "2", phone: "3135550199" }]);
    expect(second.json.counts).toEqual(counts({ changed: 1, unsure: 1 }));
    expect(await listed()).toMatchObject([
      { name: "Noor Grill", address: "12 Main St" },
      { name: "Cedar Market", phone: "3135550199" },
      { name: "Masjid Rahma" },
    ]);
    expect((await sources()).filter(({ goneAt }) => goneAt !== null)).toEqual([]);
    const [match] = (await app.send("GET /api/reviews/matches", { headers: basic("admin") })).json;
    expect(match).toMatchObject({ says: { name: "Blue Lagoon Diner" }, place: { name: "Noor Grill" } });
    await app.send(`PUT /api/reviews/matches/${match.id}`, {
      headers: basic("admin"),
      body: { decision: "different" },
    });
    expect((await listed()).map(({ name }) => name)).toEqual([
      "Noor Grill",
      "Cedar Market",
      "Masjid Rahma",
      "Blue Lagoon Diner",
    ]);
  });

  test("of All The Places is about its own spider alone, also as a plan", async () => {
    await sendSpiders(stores("one", 3), "&release=A");
    app.clock.forward(hours(1));
    expect((await sendSpiders(stores("two", 2, 50), "&release=B")).json.counts).toEqual(counts({ new: 2 }));
    app.clock.forward(hours(1));
    const plan = await sendSpiders(stores("one", 2), "&release=C&dryRun=true");
    expect(plan.json.counts).toEqual(counts({ same: 2, gone: 1 }));
    const rows = await app.send(`GET /api/admin/intakes/${plan.json.id}/rows`, { headers: basic("admin") });
    expect(rows.json).toMatchObject([{ outcome: "gone" }]);
    expect((await apply(plan.json.id)).json.counts).toEqual(counts({ same: 2, gone: 1 }));
    expect(
      (await sources()).map(({ externalId, release, goneAt }) => [externalId, release, goneAt === null]),
    ).toEqual([
      ["one:0", "C", true],
      ["one:1", "C", true],
      ["one:2", "A", false],
      ["two:50", "B", true],
      ["two:51", "B", true],
    ]);
  });
});

test("A place that staff deleted is not created again by a file of another source", async () => {
  await sendIntake(app, [GRILL, MARKET]);
  const [grill] = await listed();
  expect((await app.send(`DELETE /api/admin/pois/${grill?.id}`, { headers: basic("admin") })).status).toBe(
    200,
  );
  const csv = (address: string) =>
    app.send("POST /api/admin/intakes?source=csv", {
      raw: `name,address,city,state,phone,category\nNoor Grill,${address},Dearborn,MI,3135550100,restaurant\n`,
      headers: { ...basic("admin"), "Content-Type": "text/csv" },
    });
  for (const address of ["12 Main St", "14 Main St Unit B"])
    expect((await csv(address)).json).toMatchObject({
      counts: counts({ refused: 1 }),
      refused: [
        { reason: expect.stringMatching(/^This place was deleted by staff on [A-Z][a-z]+ \d+, \d{4}$/) },
      ],
    });
  expect(await listed()).toHaveLength(2);
});

describe("a file that names hardly any of what its source named before", () => {
  test("is refused unless it was looked at as a plan", async () => {
    await sendSpiders(stores("one", 101));
    app.clock.forward(hours(1));
    expect((await sendSpiders(stores("one", 51), "&dryRun=true")).json.counts).toMatchObject({ gone: 50 });
    const refused = await sendSpiders(stores("one", 50));
    expect([refused.status, refused.json.error]).toEqual([
      409,
      "51 of 101 places that All The Places named before are missing in this file. If it is the file of one city, name the city; else keep it as a plan (dry run), look at it and apply the plan.",
    ]);
    expect((await sources()).every(({ goneAt }) => goneAt === null)).toBe(true);
    const plan = await sendSpiders(stores("one", 50), "&dryRun=true");
    expect((await apply(plan.json.id)).json).toMatchObject({ state: "applied", counts: { gone: 51 } });
  });

  test("is refused if it is empty, unless nothing was named before", async () => {
    expect((await sendIntake(app, [])).status).toBe(200);
    await sendIntake(app, [GRILL]);
    const refused = await sendIntake(app, []);
    expect([refused.status, refused.json.error]).toEqual([
      409,
      expect.stringContaining("1 of 1 places that a list shared with our team named before are missing"),
    ]);
  });
});
