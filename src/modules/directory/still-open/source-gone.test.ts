import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { days } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { GRILL, intakeCounts, MARKET, MASJID, sendIntake } from "../../../testing/places/intake-files.ts";
import { placeSite } from "../../../testing/places/place-site.ts";
import { visit } from "../../../testing/places/places.ts";
import { pois } from "../../places/table.ts";
import { placeReports } from "../reports/table.ts";

let app: TestApp;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-gone-"));
  app = await testApp({ DATA_DIR: home }, {}, placeSite());
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate pois, intakes, poi_vocabulary cascade`);
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

const BAKERY = { ...MARKET, id: "g4", name: "Olive Bakery", address: "301 Pine Ave" };

const ids = async () => (await app.db.orm.select().from(pois).orderBy(pois.seq)).map(({ id }) => id);
const stillOpen = async (id = "") => (await app.send(`GET /api/places/${id}`)).json.stillOpen;
const cases = async () =>
  (await app.send("GET /api/reviews/reports", { headers: basic("admin") })).json.map(
    ({ poiId, text }: { poiId: string; text: string }) => [poiId, text],
  );
const undo = (id: string) => app.send(`POST /api/admin/intakes/${id}/undo`, { headers: basic("admin") });

test("a release that names a place is a sign that it is open", async () => {
  await sendIntake(app, [GRILL]);
  const [id] = await ids();
  app.clock.forward(days(400));
  expect(await stillOpen(id)).toMatchObject({ by: "source", isOld: true, isGone: false });
  await sendIntake(app, [GRILL]);
  expect(await stillOpen(id)).toMatchObject({ by: "source", isOld: false, isGone: false });
});

test("a place that its source no longer has is asked about, on its page and once of staff, and stays", async () => {
  await sendIntake(app, [GRILL, MARKET, MASJID, BAKERY]);
  const [grill = "", market = "", masjid = ""] = await ids();
  app.clock.forward(days(30));
  await app.send(`POST /api/admin/pois/${market}/still-open`, {
    headers: basic("admin"),
    body: { answer: "open" },
  });
  app.clock.forward(days(1));
  const second = await sendIntake(app, [MASJID, BAKERY], "&release=R2");
  expect(second.json.counts).toEqual(intakeCounts({ same: 2, gone: 2 }));
  expect(await stillOpen(grill)).toMatchObject({ isGone: true });
  expect(await stillOpen(market)).toMatchObject({ by: "staff", isGone: false });
  expect(await stillOpen(masjid)).toMatchObject({ isGone: false });
  const asked = [[grill, "A list shared with our team no longer lists this place."]];
  expect(await cases()).toEqual(asked);
  app.clock.forward(days(30));
  await sendIntake(app, [MASJID, BAKERY], "&release=R3");
  expect(await cases()).toEqual(asked);
  await app.send(`POST /api/places/${grill}/still-open`, { body: { answer: "open" } });
  expect(await stillOpen(grill)).toMatchObject({ by: "visitor", isGone: false });
});

test("a place that its source calls closed is asked about, and not when another file names it", async () => {
  await sendIntake(app, [GRILL, MARKET]);
  const [grill = "", market = ""] = await ids();
  const csv = "name,address,city,state,category\nCedar Market,77 Elm St,Dearborn,MI,grocery\n";
  const other = await app.send("POST /api/admin/intakes?source=csv", {
    raw: csv,
    headers: { ...basic("admin"), "Content-Type": "text/csv" },
  });
  expect(other.json.counts).toEqual(intakeCounts({ same: 1 }));
  app.clock.forward(days(30));
  const taken = await sendIntake(app, [{ ...GRILL, permanently_closed: "true" }]);
  expect(taken.json.counts).toEqual(intakeCounts({ changed: 1, gone: 1 }));
  expect(await cases()).toEqual([
    [grill, "A list shared with our team says that this place has closed for good."],
  ]);
  expect(await stillOpen(grill)).toMatchObject({ isGone: true });
  expect(await stillOpen(market)).toMatchObject({ isGone: false });
  await undo(taken.json.id);
  expect([await cases(), await stillOpen(grill)]).toMatchObject([[], { isGone: false }]);
});

test("the question ends with a tap of the same day and with the case, which is published as one of that release", async () => {
  await sendIntake(app, [GRILL, MARKET, MASJID, BAKERY]);
  const [grill = "", market = ""] = await ids();
  app.clock.forward(days(30));
  await sendIntake(app, [MASJID, BAKERY], "&release=R2");
  expect([await stillOpen(grill), await stillOpen(market)]).toMatchObject([
    { isGone: true },
    { isGone: true },
  ]);
  app.clock.forward(1_000);
  await app.send(`POST /api/places/${grill}/still-open`, { body: { answer: "open" } });
  expect(await stillOpen(grill)).toMatchObject({ by: "visitor", isGone: false });
  const headers = basic("admin");
  const open = (await app.send("GET /api/reviews/reports", { headers })).json;
  const { id, updatedAt } = open.find((each: { poiId: string }) => each.poiId === market);
  const body = { close: true, text: "We called: it is open.", publishText: true, updatedAt };
  const closed = await app.send(`PUT /api/reviews/reports/${id}`, { headers, body });
  expect(closed.status).toBe(200);
  expect((await app.send(`GET /api/places/${market}`)).json.reports).toMatchObject([
    {
      askedBy: { source: "geojson", release: "R2" },
      text: "A list shared with our team no longer lists this place.",
      conclusion: "We called: it is open.",
    },
  ]);
  const { text } = await visit(app, `/places/${market}`);
  expect(text).toContain("Questions raised by public lists");
  expect(text).toContain("A list shared with our team, release R2");
  expect([text.includes("Reports from visitors"), text.includes("A visitor wrote")]).toEqual([false, false]);
  expect(await stillOpen(market)).toMatchObject({ isGone: false });
});

test("of hundreds of places that are gone staff are asked about 200, and all pages ask their visitors", async () => {
  const name = (n: number) =>
    `${n + 1_000}`.replace(/\d/g, (digit) => `${"bdfgjklmnr".charAt(Number(digit))}a`);
  const all = Array.from({ length: 520 }, (_, n) => ({
    ...MARKET,
    id: `m${n}`,
    name: name(n),
    address: `${n} Oak St`,
  }));
  expect((await sendIntake(app, [...all, GRILL])).json.counts).toEqual(intakeCounts({ new: 521 }));
  app.clock.forward(days(30));
  expect((await sendIntake(app, [...all.slice(260), GRILL])).json.counts).toEqual(
    intakeCounts({ same: 261, gone: 260 }),
  );
  expect(await app.db.orm.$count(placeReports)).toBe(200);
  const last = (await ids())[259];
  expect(await stillOpen(last)).toMatchObject({ isGone: true });
});
