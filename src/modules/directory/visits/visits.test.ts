import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { days } from "../../../shared/duration.ts";
import { partner, partnerSession } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place, visit } from "../../../testing/places/places.ts";
import { deleteOldVisits } from "./queries.ts";
import { placeVisits } from "./table.ts";

const BROWSER = { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1.15" };

let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp();
  owner = await partner(app);
});
beforeEach(async () => {
  app.clock.now = new Date("2026-06-15T16:00:00Z");
  await app.deps.state.visits.flush();
  await app.db.orm.delete(placeVisits);
});
afterAll(() => app.close());

type Poi = { readonly id: string };
const view = ({ id }: Poi, headers: Record<string, string> = BROWSER, from?: string) =>
  visit(app, `/places/${id}`, headers, from);
const PING = { ...BROWSER, "Sec-Fetch-Site": "same-origin" };
const press = ({ id }: Poi, headers: Record<string, string> = PING, from = "192.0.2.1") =>
  app.send(`POST /places/${id}/directions`, { headers, from });
const rows = async () => {
  await app.deps.state.visits.flush();
  return app.db.orm.select().from(placeVisits);
};
const shown = async ({ id }: Poi, who: Poi = owner) =>
  app.send(`GET /partner/api/my-pois/${id}/visits`, { headers: await partnerSession(app, who.id) });
const store = (poi: Poi, day: string, views: number, directions = 0) =>
  app.db.orm.insert(placeVisits).values({ poiId: poi.id, day, views, directions });

test("views of a place's page and presses of directions are counted by day, with nothing about who did", async () => {
  const poi = await place(app, { name: "Saffron" });
  for (let n = 0; n < 3; n += 1) await view(poi, BROWSER, `192.0.2.${n}`);
  const pressed = await press(poi);
  expect([pressed.status, pressed.text]).toEqual([204, ""]);
  expect(await app.db.orm.select().from(placeVisits)).toEqual([]); // in memory until they are written together
  expect(await rows()).toEqual([{ poiId: poi.id, day: "2026-06-15", views: 3, directions: 1 }]);
  const others = ["192.0.2.7", "192.0.2.8"];
  await Promise.all([
    view(poi, BROWSER, others[0]),
    press(poi, PING, others[0]),
    view(poi, BROWSER, others[1]),
  ]);
  expect(await rows()).toEqual([{ poiId: poi.id, day: "2026-06-15", views: 5, directions: 2 }]);
});

test("an address counts once a day for a place, an IPv6 network as one address, and is stored nowhere", async () => {
  const [poi, other] = [await place(app, { name: "Mint" }), await place(app, { name: "Sumac" })];
  for (let n = 0; n < 5; n += 1) {
    await view(poi);
    await press(poi);
    await view(poi, BROWSER, `2001:db8:1:2${n}::1`);
  }
  await view(other);
  const counted = (await rows()).map(({ poiId, views, directions }) => [poiId, views, directions]);
  expect(counted.toSorted()).toEqual(
    [
      [poi.id, 2, 1],
      [other.id, 1, 0],
    ].toSorted(),
  );
  app.clock.forward(days(1));
  await view(poi);
  expect((await rows()).find(({ day }) => day === "2026-06-16")).toMatchObject({ poiId: poi.id, views: 1 });
});

test("programs, prefetches, scripts, other methods and places that do not exist are not counted", async () => {
  const poi = await place(app, { name: "Cedar" });
  await view(poi, { "User-Agent": "Googlebot/2.1" });
  await view(poi, {});
  await view(poi, { ...BROWSER, "Sec-Purpose": "prefetch" });
  await view(poi, { ...BROWSER, "Sec-Fetch-Mode": "cors" });
  await press(poi, { ...PING, "User-Agent": "curl/8" });
  await press(poi, BROWSER);
  await press(poi, { ...BROWSER, "Sec-Fetch-Site": "none" });
  expect((await app.send(`GET /places/${poi.id}/directions`, { headers: BROWSER })).status).toBe(405);
  expect((await press({ id: "0".repeat(26) })).status).toBe(404);
  expect((await press(poi, { ...PING, "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  expect(await rows()).toEqual([]);
});

test("what cannot be written is tried again, and a place that is gone by then is left out", async () => {
  const [kept, gone] = [await place(app, { name: "Kept" }), await place(app, { name: "Gone" })];
  await view(kept);
  await view(gone);
  await app.db.query("alter table place_visits rename to away");
  await app.deps.state.visits.flush();
  await app.db.query("alter table away rename to place_visits");
  await app.operate("admin.pois.delete", { id: gone.id });
  expect(await rows()).toEqual([{ poiId: kept.id, day: "2026-06-15", views: 1, directions: 0 }]);
});

test("an owner sees the sums of four weeks and of each of twelve, without counts under ten", async () => {
  const poi = await place(app, { name: "Olive" }, owner.id);
  const nothing = { views: null, directions: null };
  expect((await shown(poi)).json).toMatchObject({
    ...nothing,
    weeks: Array.from({ length: 12 }, () => ({ ...nothing })),
  });
  await store(poi, "2026-06-15", 9, 9);
  await store(poi, "2026-06-09", 3, 1); // of the same week
  await store(poi, "2026-06-08", 9);
  await store(poi, "2026-05-18", 40); // before the last four weeks
  await store(poi, "2026-03-23", 500); // before the first week
  const { json } = await shown(poi);
  expect(json).toMatchObject({ views: 21, directions: 10 });
  expect(json.weeks.at(-1)).toEqual({ from: "2026-06-09", views: 12, directions: 10 });
  expect(json.weeks.at(-2)).toEqual({ from: "2026-06-02", views: null, directions: null });
  expect(json.weeks.map(({ views }: { views: number | null }) => views).filter(Boolean)).toEqual([40, 12]);
  const duplicate = await place(app, { name: "Olive Grill" });
  await store(duplicate, "2026-06-15", 30);
  await app.operate("admin.pois.merge", { id: poi.id, duplicateId: duplicate.id });
  expect((await shown(poi)).json.views).toBe(51);
});

test("only the owner of a place sees its counts", async () => {
  const poi = await place(app, { name: "Palm" }, owner.id);
  const other = await partner(app, "other@example.com");
  expect((await shown(poi, other)).status).toBe(404);
  expect((await shown({ id: "0".repeat(26) })).status).toBe(404);
  expect((await app.send(`GET /partner/api/my-pois/${poi.id}/visits`)).status).toBe(401);
});

test("counts are deleted after 400 days", async () => {
  const poi = await place(app, { name: "Fig" });
  await store(poi, "2026-06-15", 9);
  app.clock.forward(days(400));
  await deleteOldVisits(app.deps);
  expect(await rows()).toHaveLength(1);
  app.clock.forward(days(1));
  await deleteOldVisits(app.deps);
  expect(await rows()).toEqual([]);
});
