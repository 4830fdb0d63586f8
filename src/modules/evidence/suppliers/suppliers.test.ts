import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { days } from "../../../shared/duration.ts";
import { basic, colleague, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { lastMail, mailsTo } from "../../../testing/mailed.ts";
import { place } from "../../../testing/places/places.ts";
import { mails } from "../../mail/table.ts";
import { deleteLapsed } from "./queries.ts";
import { placeSuppliers } from "./table.ts";

const TODAY = new Date("2026-03-31T16:00:00Z");
const OWNER = "owner@example.com";
let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
let other: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp();
  app.clock.now = TODAY;
  [owner, other] = [await partner(app, OWNER), await partner(app, "other@example.com")];
  await staff(app, "admin");
  await staff(app, "partner_manager");
});
beforeEach(async () => {
  app.clock.now = TODAY;
  await app.db.orm.delete(placeSuppliers);
  await app.db.orm.delete(mails);
});
afterAll(() => app.close());

type Poi = { readonly id: string };
const as = async (who: Poi, line: string, body?: object) =>
  app.send(line, { headers: await partnerSession(app, who.id), ...(body && { body }) });
const say = ({ id }: Poi, name: string, who: Poi = owner) =>
  as(who, `POST /partner/api/my-pois/${id}/suppliers`, { name });
const shown = async ({ id }: Poi) => (await app.send(`GET /api/places/${id}`)).json;
const asStaff = (line: string, body?: object, who = "admin") =>
  app.send(line, { headers: basic(who), ...(body && { body }) });
const rows = () => app.db.orm.select().from(placeSuppliers);
const remind = () => app.operate("admin.evidence.expire");

describe("a supplier that the owner names", () => {
  test("is on the page for a quarter, lapses by itself, and moves no tier", async () => {
    const poi = await place(app, { name: "Saffron" }, owner.id);
    const before = await shown(poi);
    const said = await say(poi, "  Crescent Meats ");
    expect([said.status, said.json]).toMatchObject([201, { name: "Crescent Meats", until: "2026-06-30" }]);
    const { suppliers, ...rest } = await shown(poi);
    expect(suppliers).toEqual([{ name: "Crescent Meats", until: "2026-06-30", by: "owner" }]);
    expect({ ...rest, suppliers: [] }).toEqual(before);
    expect([rest.tier, rest.history]).toEqual(["unverified", []]);
    app.clock.now = new Date("2026-06-30T23:00:00Z");
    expect((await shown(poi)).suppliers).toHaveLength(1);
    app.clock.now = new Date("2026-07-02T12:00:00Z");
    expect((await shown(poi)).suppliers).toEqual([]);
    const [lapsed] = (await as(owner, `GET /partner/api/my-pois/${poi.id}/suppliers`)).json;
    expect(lapsed).toMatchObject({ name: "Crescent Meats", lapsed: true });
  });

  test("is confirmed by naming it again, however it is written, also twice at once", async () => {
    const poi = await place(app, { name: "Cedar" }, owner.id);
    await say(poi, "Crescent Meats");
    app.clock.forward(days(30));
    await Promise.all([say(poi, "CRESCENT MEATS"), say(poi, "crescent meats")]);
    expect(await rows()).toHaveLength(1);
    expect((await shown(poi)).suppliers).toMatchObject([{ until: "2026-07-30" }]);
  });

  test("is removed by the owner and by staff, and a place has five at most", async () => {
    const poi = await place(app, { name: "Olive" }, owner.id);
    for (const name of ["A", "B", "C", "D", "E"]) expect((await say(poi, name)).status).toBe(201);
    expect((await say(poi, "F")).status).toBe(409);
    expect((await say(poi, "e")).status).toBe(201);
    const list = (await asStaff(`GET /api/admin/pois/${poi.id}/suppliers`, undefined, "partner_manager"))
      .json;
    const path = (n: number) => `pois/${poi.id}/suppliers/${list[n].id}`;
    expect((await as(other, `DELETE /partner/api/my-${path(0)}`)).status).toBe(404);
    expect((await as(owner, `DELETE /partner/api/my-${path(0)}`)).json).toEqual({ success: true });
    expect((await as(owner, `DELETE /partner/api/my-${path(0)}`)).status).toBe(404);
    expect((await asStaff(`DELETE /api/admin/${path(1)}`)).status).toBe(200);
    expect((await shown(poi)).suppliers.map(({ name }: { name: string }) => name)).toEqual(["C", "D", "e"]);
    const elsewhere = await place(app, { name: "Elsewhere" }, owner.id);
    const wrong = `DELETE /partner/api/my-pois/${elsewhere.id}/suppliers/${list[2].id}`;
    expect((await as(owner, wrong)).status).toBe(404);
  });

  test("is refused for a place of someone else, a masjid, an empty name and a role without places", async () => {
    const poi = await place(app, { name: "Palm" }, owner.id);
    const masjid = await place(app, { name: "Masjid Noor", category: "mosque" }, owner.id);
    expect((await say(poi, "Crescent", other)).status).toBe(404);
    expect((await say({ id: "0".repeat(26) }, "Crescent")).status).toBe(404);
    expect((await say(masjid, "Crescent")).status).toBe(400);
    for (const name of ["", " ", "x".repeat(101)]) expect((await say(poi, name)).status).toBe(400);
    const line = `POST /api/admin/pois/${poi.id}/suppliers`;
    expect((await asStaff(line, { name: "Crescent" }, "partner_manager")).status).toBe(403);
    expect((await app.send(line, { body: { name: "Crescent" } })).status).toBe(401);
    expect(await rows()).toEqual([]);
    expect((await asStaff(line, { name: "Crescent" })).json).toMatchObject({ by: "staff" });
  });
});

describe("two weeks before its end", () => {
  test("the owner is mailed once, and the link confirms another quarter, once", async () => {
    const poi = await place(app, { name: "Fig" }, owner.id);
    await say(poi, "Crescent Meats");
    await say(poi, "Noor Halal Farm");
    app.clock.now = new Date("2026-06-15T16:00:00Z");
    await remind();
    expect(await mailsTo(app, OWNER)).toEqual([]);
    app.clock.now = new Date("2026-06-16T16:00:00Z");
    expect(await remind()).toMatchObject({ ownerMails: 1 });
    expect(await remind()).toMatchObject({ ownerMails: 0 });
    const mail = await lastMail(app, OWNER, "supplier-confirm");
    expect(mail.text).toContain("Crescent Meats and Noor Halal Farm");
    expect(mail.text).toContain("June 30, 2026");
    const confirm = () => app.send("POST /partner/api/suppliers/confirm", { body: { token: mail.token } });
    app.clock.now = new Date("2026-07-02T16:00:00Z"); // it has lapsed, and the link still works
    const both = await Promise.all([confirm(), confirm()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await shown(poi)).suppliers).toMatchObject([{ until: "2026-10-01" }, { until: "2026-10-01" }]);
    app.clock.now = new Date("2026-09-20T16:00:00Z");
    expect(await remind()).toMatchObject({ ownerMails: 1 });
  });

  test("the link confirms nothing once the place has another owner, or the supplier was removed", async () => {
    const [sold, changed] = [
      await place(app, { name: "Sold" }, owner.id),
      await place(app, { name: "Changed" }, owner.id),
    ];
    const linkFor = async (poi: Poi) => {
      await app.db.orm.delete(mails);
      await say(poi, "Crescent Meats");
      app.clock.forward(days(80));
      await remind();
      return (await lastMail(app, OWNER, "supplier-confirm")).token;
    };
    const confirm = (token: string) => app.send("POST /partner/api/suppliers/confirm", { body: { token } });
    const first = await linkFor(sold);
    await app.db.query("update pois set owner_id = $1 where id = $2", [other.id, sold.id]);
    expect((await confirm(first)).status).toBe(400);
    const second = await linkFor(changed);
    const [{ id }] = (await asStaff(`GET /api/admin/pois/${changed.id}/suppliers`)).json;
    await asStaff(`DELETE /api/admin/pois/${changed.id}/suppliers/${id}`);
    expect((await confirm(second)).status).toBe(400);
    expect((await confirm("x".repeat(43))).status).toBe(400);
  });

  test("the link confirms nothing for a person who was removed from the business", async () => {
    const business = await partner(app, "leaving@example.com");
    const second = await colleague(app, business.id, "owner");
    const poi = await place(app, { name: "Left" }, business.id);
    await say(poi, "Crescent Meats", business);
    app.clock.forward(days(80));
    await remind();
    const { token } = await lastMail(app, "leaving@example.com", "supplier-confirm");
    const removed = await as(second, `DELETE /partner/api/people/${business.id}`);
    expect(removed.status).toBe(200);
    const { status } = await app.send("POST /partner/api/suppliers/confirm", { body: { token } });
    expect(status).toBe(400);
    expect(await rows()).toMatchObject([{ until: "2026-06-30" }]);
  });
});

test("suppliers of a duplicate count for the place that stays, one of each name, until the merge is undone", async () => {
  const [kept, duplicate] = [await place(app, { name: "Kept" }), await place(app, { name: "Kept Grill" })];
  const add = ({ id }: Poi, name: string) => asStaff(`POST /api/admin/pois/${id}/suppliers`, { name });
  await add(kept, "Crescent");
  app.clock.forward(days(5));
  await add(duplicate, "crescent");
  await add(duplicate, "Noor Farm");
  await app.operate("admin.pois.merge", { id: kept.id, duplicateId: duplicate.id });
  expect((await shown(kept)).suppliers).toMatchObject([
    { name: "crescent", until: "2026-07-05" },
    { name: "Noor Farm" },
  ]);
  const [merge] = (await asStaff(`GET /api/admin/pois/${kept.id}/merges`)).json;
  await app.operate("admin.pois.undoMerge", { id: merge.id });
  expect((await shown(kept)).suppliers).toMatchObject([{ name: "Crescent", until: "2026-06-30" }]);
});

test("what lapsed is deleted after 400 days", async () => {
  const poi = await place(app, { name: "Old" });
  await asStaff(`POST /api/admin/pois/${poi.id}/suppliers`, { name: "Crescent" });
  app.clock.forward(days(91 + 400));
  await deleteLapsed(app.deps);
  expect(await rows()).toHaveLength(1);
  app.clock.forward(days(1));
  await deleteLapsed(app.deps);
  expect(await rows()).toEqual([]);
});
