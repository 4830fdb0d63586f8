import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { days, hours } from "../../../shared/duration.ts";
import { basic, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import { placeReports } from "../reports/table.ts";
import { deleteOldAnswers } from "./queries.ts";
import { placeOpenAnswers } from "./table.ts";

const TODAY = new Date("2026-06-15T16:00:00Z");
let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp();
  app.clock.now = TODAY;
  owner = await partner(app);
  await staff(app, "admin");
  await staff(app, "partner_manager");
});
beforeEach(async () => {
  app.clock.now = TODAY;
  await app.db.orm.delete(placeReports);
  await app.db.orm.delete(placeOpenAnswers);
});
afterAll(() => app.close());

type Answer = "open" | "closed";
type Poi = { readonly id: string };
const tap = ({ id }: Poi, answer: unknown, from = "203.0.113.9") =>
  app.send(`POST /api/places/${id}/still-open`, { body: { answer }, from });
const asOwner = async ({ id }: Poi, answer: Answer, who: Poi = owner) =>
  app.send(`POST /partner/api/my-pois/${id}/still-open`, {
    headers: await partnerSession(app, who.id),
    body: { answer },
  });
const asStaff = ({ id }: Poi, answer: Answer, who = "admin") =>
  app.send(`POST /api/admin/pois/${id}/still-open`, { headers: basic(who), body: { answer } });
const shown = async ({ id }: Poi) => (await app.send(`GET /api/places/${id}`)).json;
const sign = async (poi: Poi) => (await shown(poi)).stillOpen;
const answers = () => app.db.orm.select().from(placeOpenAnswers);
const cases = () => app.db.orm.select().from(placeReports);

describe("a visitor's tap", () => {
  test("is a sign of the place with its day, and changes nothing else about it", async () => {
    const poi = await place(app, { name: "Saffron" });
    const before = await shown(poi);
    expect(before.stillOpen).toEqual({ by: null, on: "2026-06-15", isOld: false, isGone: false });
    app.clock.forward(days(2));
    const answer = await tap(poi, "open");
    expect([answer.status, answer.json]).toEqual([200, { success: true, message: expect.any(String) }]);
    const { stillOpen, today: _, ...after } = await shown(poi);
    expect(stillOpen).toEqual({ by: "visitor", on: "2026-06-17", isOld: false, isGone: false });
    expect({ ...before, stillOpen: null, today: null }).toEqual({ ...after, stillOpen: null, today: null });
    expect(await cases()).toEqual([]);
  });

  test("is counted once a person and day, also when sent twice at once, and the newest one counts", async () => {
    const poi = await place(app, { name: "Cedar" });
    await Promise.all([tap(poi, "open"), tap(poi, "open"), tap(poi, "open")]);
    expect(await answers()).toHaveLength(1);
    await tap(poi, "closed");
    expect(await answers()).toMatchObject([{ answer: "closed", source: "visitor" }]);
    await tap(poi, "closed", "203.0.113.10");
    await tap(await place(app, { name: "Elsewhere" }), "closed");
    expect(await answers()).toHaveLength(3);
    app.clock.forward(days(1));
    await tap(poi, "closed");
    expect(await answers()).toHaveLength(4);
  });

  test("counts once for a customer with a whole IPv6 network", async () => {
    const poi = await place(app, { name: "Sumac" });
    for (const n of ["1", "2", "3", "ff"])
      expect((await tap(poi, "closed", `2001:db8:77:11${n.padStart(2, "0")}::1`)).status).toBe(200);
    expect(await answers()).toHaveLength(1);
    expect(await cases()).toEqual([]);
    await tap(poi, "closed", "2001:db8:77:1200::1");
    expect(await answers()).toHaveLength(2);
  });

  test("that says closed opens a case at the third, and not before; later ones are the same case", async () => {
    const poi = await place(app, { name: "Olive" }, owner.id);
    await tap(poi, "closed", "203.0.113.1");
    await tap(poi, "open", "203.0.113.9");
    await tap(poi, "closed", "203.0.113.2");
    expect(await cases()).toEqual([]);
    await Promise.all(["203.0.113.3", "203.0.113.4"].map((from) => tap(poi, "closed", from)));
    const [opened] = (await app.send("GET /api/reviews/reports", { headers: basic("admin") })).json;
    expect(opened).toMatchObject({ poiId: poi.id, kind: "closed", status: "open", wantsOutcome: false });
    expect(opened.text).toContain("At least three visitors");
    app.clock.forward(hours(1));
    for (const n of [5, 6, 7]) await tap(poi, "closed", `203.0.113.${n}`);
    expect(await cases()).toHaveLength(1);
    const { facts, tier } = await shown(poi);
    expect([facts.closed, tier]).toEqual([undefined, "unverified"]);
  });

  test("counts anew once the owner or staff have said open, and after 30 days", async () => {
    const poi = await place(app, { name: "Fig" }, owner.id);
    const closed = (n: number) => tap(poi, "closed", `203.0.113.${n}`);
    await closed(1);
    await closed(2);
    app.clock.forward(hours(1));
    await asOwner(poi, "open");
    app.clock.forward(hours(1));
    await closed(3);
    app.clock.forward(hours(1));
    await asStaff(poi, "open");
    app.clock.forward(hours(1));
    await closed(4);
    await closed(5);
    expect(await cases()).toEqual([]);
    app.clock.forward(days(31));
    await closed(6);
    expect(await cases()).toEqual([]);
    await closed(7);
    await closed(8);
    expect(await cases()).toHaveLength(1);
  });

  test("leaves no address, neither in the log nor after the day in its row", async () => {
    const poi = await place(app, { name: "Palm" });
    await tap(poi, "open");
    const entries = await app.db.orm.select().from(auditLog).where(eq(auditLog.subject, poi.id));
    const [entry] = entries;
    expect(entries).toMatchObject([{ action: "public.places.answerStillOpen" }]);
    expect(JSON.stringify(entry)).not.toContain("203.0.113");
    const [row] = await answers();
    expect(row?.person).toMatch(/^[\w-]{22}$/);
    await deleteOldAnswers(app.deps);
    expect((await answers())[0]?.person).toBe(row?.person ?? "");
    app.clock.forward(days(1));
    await deleteOldAnswers(app.deps);
    expect(await answers()).toMatchObject([{ person: null, answer: "open" }]);
    app.clock.forward(days(400));
    await deleteOldAnswers(app.deps);
    expect(await answers()).toEqual([]);
  });

  test("is refused for an unknown place and an unknown answer", async () => {
    const poi = await place(app, { name: "Date" });
    expect((await tap({ id: "0".repeat(26) }, "open")).status).toBe(404);
    for (const wrong of ["maybe", undefined, 1]) expect((await tap(poi, wrong)).status).toBe(400);
    expect(await answers()).toEqual([]);
  });

  test("is limited by network and by place", async () => {
    const limited = await testApp({ RATE_LIMIT: "on" });
    try {
      const pois = [await place(limited, { name: "One" }), await place(limited, { name: "Two" })];
      const send = (n: number, from: string) =>
        limited.send(`POST /api/places/${pois[n]?.id}/still-open`, { body: { answer: "open" }, from });
      const ofNetwork = [];
      for (let n = 0; n < 35; n += 1) ofNetwork.push((await send(n % 2, `203.0.113.${n}`)).status);
      expect([ofNetwork[0], ofNetwork.at(-1)]).toEqual([200, 429]);
      const ofPlace = [];
      for (let n = 0; n < 35; n += 1) ofPlace.push(await send(0, `198.51.${n}.7`));
      expect(ofPlace.at(-1)?.status).toBe(429);
      expect(Number(ofPlace.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });
});

describe("the owner and staff", () => {
  test("confirm a place that they may change, and the page says who and when", async () => {
    const poi = await place(app, { name: "Noor" }, owner.id);
    await tap(poi, "open");
    expect((await asOwner(poi, "open")).status).toBe(200);
    expect(await sign(poi)).toMatchObject({ by: "owner", on: "2026-06-15" });
    app.clock.forward(days(1));
    expect((await asStaff(poi, "open")).status).toBe(200);
    expect(await sign(poi)).toMatchObject({ by: "staff", on: "2026-06-16" });
    await app.operate("admin.stillOpen.answer", { id: poi.id, answer: "open" });
  });

  test("open a case at once with a word that it has closed", async () => {
    const poi = await place(app, { name: "Shut" }, owner.id);
    await asOwner(poi, "closed");
    expect(await cases()).toMatchObject([{ poiId: poi.id, kind: "closed", replyBy: null }]);
    await asStaff(poi, "closed");
    expect((await shown(poi)).facts.closed).toBeUndefined();
  });

  test("cannot answer for a place of someone else, nor without a role for it", async () => {
    const poi = await place(app, { name: "Rose" }, owner.id);
    const other = await partner(app, "other@example.com");
    expect((await asOwner(poi, "open", other)).status).toBe(404);
    expect((await asOwner({ id: "0".repeat(26) }, "open")).status).toBe(404);
    expect((await asStaff(poi, "open", "partner_manager")).status).toBe(403);
    expect((await asStaff({ id: "0".repeat(26) }, "open")).status).toBe(404);
    const line = `POST /partner/api/my-pois/${poi.id}/still-open`;
    expect((await app.send(line, { body: { answer: "open" } })).status).toBe(401);
    expect(await answers()).toEqual([]);
  });
});

test("a place without any sign for a year says so, until someone answers or states a fact", async () => {
  const [tapped, stated] = [await place(app, { name: "Tapped" }), await place(app, { name: "Stated" })];
  app.clock.forward(days(365));
  expect(await sign(tapped)).toMatchObject({ by: null, isOld: false, isGone: false });
  app.clock.forward(days(1));
  expect(await sign(tapped)).toEqual({ by: null, on: "2026-06-15", isOld: true, isGone: false });
  await tap(tapped, "closed");
  expect(await sign(tapped)).toMatchObject({ isOld: true, isGone: false });
  await tap(tapped, "open", "203.0.113.10");
  expect(await sign(tapped)).toMatchObject({ by: "visitor", isOld: false, isGone: false });
  const facts = `PUT /api/admin/pois/${stated.id}/facts`;
  await app.send(facts, { headers: basic("admin"), body: { alcohol: false } });
  expect(await sign(stated)).toMatchObject({ by: "staff", on: "2027-06-16", isOld: false, isGone: false });
  await app.send(facts, { headers: basic("admin"), body: { closed: true } });
  expect(await sign(stated)).toBeNull();
});

test("answers about a duplicate count for the place that stays, until the merge is undone", async () => {
  const [kept, duplicate] = [await place(app, { name: "Kept" }), await place(app, { name: "Kept Grill" })];
  app.clock.forward(days(3));
  await tap(duplicate, "open");
  await app.operate("admin.pois.merge", { id: kept.id, duplicateId: duplicate.id });
  expect(await sign(kept)).toMatchObject({ by: "visitor", on: "2026-06-18" });
  await tap(duplicate, "open", "203.0.113.77");
  expect((await answers()).map(({ poiId }) => poiId).toSorted()).toEqual([kept.id, duplicate.id].toSorted());
  const [merge] = (await app.send(`GET /api/admin/pois/${kept.id}/merges`, { headers: basic("admin") })).json;
  await app.operate("admin.pois.undoMerge", { id: merge.id });
  expect(await sign(duplicate)).toMatchObject({ by: "visitor" });
});
