import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { pois } from "../../places/table.ts";
import { placeProposals } from "../table.ts";

let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
let id: string;
beforeAll(async () => {
  app = await testApp();
  owner = await partner(app);
  for (const who of ["aisha", "omar"]) await staff(app, "admin", who);
});
beforeEach(async () => {
  for (const table of [placeProposals, pois]) await app.db.orm.delete(table);
  id = (await place(app, {}, owner.id)).id;
});
afterAll(() => app.close());

const propose = (body: object) =>
  app.send(`POST /partner/api/my-pois/${id}/proposals`, { headers: owner.headers, body });
const edit = (body: object) => app.send(`PUT /api/admin/pois/${id}`, { headers: basic("aisha"), body });
const show = async (change: string) =>
  (await app.send(`GET /api/reviews/proposals/${change}`, { headers: basic("omar") })).json;
const decide = (change: string, body: object) =>
  app.send(`PUT /api/reviews/proposals/${change}`, { headers: basic("omar"), body });
const stored = async () => (await app.db.orm.select().from(pois).where(eq(pois.id, id)))[0];

describe("a reviewer of a change whose place was edited after it was proposed", () => {
  test("sees what the owner saw, what is listed now, and who changed it when", async () => {
    const { json } = await propose({ name: "Noor House", city: "Detroit" });
    expect((await show(json.id)).edits).toEqual({});
    await edit({ city: "Flint", zipCode: "48502" });
    expect(await show(json.id)).toMatchObject({
      before: { name: "Noor Grill", city: "Dearborn" },
      current: { name: "Noor Grill", city: "Flint" },
      fields: { name: "Noor House", city: "Detroit" },
      edits: { city: { by: "aisha", at: app.clock.now.toISOString() } },
    });
    await app.db.query("update pois set name = 'Imported' where id = $1", [id]);
    const { edits } = await show(json.id);
    expect([Object.keys(edits), edits.name]).toEqual([["name", "city"], null]);
  });

  test("sees what the owner saw when an older part of the change was proposed", async () => {
    await propose({ name: "Noor House" });
    await edit({ name: "Noor Kitchen", city: "Flint" });
    const { json } = await propose({ city: "Detroit" });
    const shown = await show(json.id);
    expect(shown.before).toEqual({ name: "Noor Grill", city: "Flint" });
    expect(shown.edits).toMatchObject({ name: { by: "aisha" } });
  });

  test("approves only the values of the place that were shown, and gets both versions otherwise", async () => {
    const { json } = await propose({ name: "Noor House" });
    const { placeVersion } = await show(json.id);
    await edit({ name: "Noor Kitchen" });
    const refused = await decide(json.id, { decision: "approved", placeVersion });
    expect([refused.status, refused.json]).toMatchObject([
      409,
      {
        code: "CONFLICT",
        error: "This place was changed by someone else meanwhile. Please look at it again.",
        current: {
          id: json.id,
          status: "pending",
          fields: { name: "Noor House" },
          current: { name: "Noor Kitchen" },
          edits: { name: { by: "aisha" } },
        },
      },
    ]);
    expect((await stored())?.name).toBe("Noor Kitchen");
    const { placeVersion: seen } = refused.json.current;
    const approved = await decide(json.id, { decision: "approved", placeVersion: seen });
    expect([approved.status, (await stored())?.name]).toEqual([200, "Noor House"]);
  });

  test("is not held up by an edit of another field, of a rejection, or without a version", async () => {
    const first = (await propose({ name: "Noor House" })).json;
    const { placeVersion } = await show(first.id);
    await edit({ city: "Flint", phone: "3135550111" });
    expect((await decide(first.id, { decision: "approved", placeVersion })).status).toBe(200);
    const second = (await propose({ name: "Noor Grill" })).json;
    await edit({ name: "Noor Kitchen" });
    expect((await decide(second.id, { decision: "rejected", placeVersion })).status).toBe(200);
    const third = (await propose({ name: "Noor Grill" })).json;
    await edit({ name: "Noor" });
    expect((await decide(third.id, { decision: "approved" })).status).toBe(200);
  });

  test("approves at the moment of the edit only if the edit comes after it", async () => {
    const { json } = await propose({ name: "Noor House" });
    const { placeVersion } = await show(json.id);
    const [edited, decided] = await Promise.all([
      edit({ name: "Noor Kitchen" }),
      decide(json.id, { decision: "approved", placeVersion }),
    ]);
    expect([200, 409]).toContain(decided.status);
    expect([edited.status, (await stored())?.name]).toEqual([200, "Noor Kitchen"]);
  });

  test("gets 409 for a change that was updated after the given time, and 400 for an invalid version", async () => {
    const { json } = await propose({ name: "Noor House" });
    const updatedAt = new Date(0).toISOString();
    const refused = await decide(json.id, { decision: "rejected", updatedAt });
    expect([refused.status, refused.json.current.id]).toEqual([409, json.id]);
    const { error } = (await decide(json.id, { decision: "approved", placeVersion: 7 })).json;
    expect(error).toBe("placeVersion must be that of an earlier answer");
    expect((await decide(json.id, { decision: "approved", placeVersion: "" })).status).toBe(409);
    const { updatedAt: read } = await show(json.id);
    expect((await decide(json.id, { decision: "approved", updatedAt: read })).status).toBe(200);
  });
});

describe("an owner whose place staff edited after the owner has read it", () => {
  const seen = { name: "Noor Grill", city: "Dearborn", phone: "(313) 555-0100" };

  test("gets the listed values instead of replacing what was never shown", async () => {
    await edit({ name: "Noor Kitchen", phone: "3135550111" });
    for (const fields of [{ name: "Noor House" }, { phone: "3135550122" }]) {
      const refused = await propose({ fields, seen });
      expect([refused.status, refused.json]).toMatchObject([
        409,
        { code: "CONFLICT", current: { name: "Noor Kitchen", phone: "(313) 555-0111" } },
      ]);
    }
    expect(await stored()).toMatchObject({ name: "Noor Kitchen", phone: "3135550111" });
    const now = { name: "Noor Kitchen", phone: "(313) 555-0111" };
    const sent = await propose({ fields: { name: "Noor House", phone: "3135550122" }, seen: now });
    expect([sent.status, sent.json.waiting]).toEqual([201, { name: "Noor House" }]);
    expect((await show(sent.json.id)).before).toEqual({ name: "Noor Kitchen" });
  });

  test("can change other fields, send what staff have entered, and leave out what was seen", async () => {
    await edit({ name: "Noor Kitchen" });
    expect((await propose({ fields: { city: "Detroit" }, seen })).status).toBe(201);
    const same = await propose({ fields: { name: "Noor Kitchen", city: "Flint" }, seen });
    expect([same.status, same.json.waiting]).toEqual([201, { city: "Flint" }]);
    expect((await propose({ name: "Noor House" })).status).toBe(201);
  });

  test("is told which value is wrong when what was seen is not text", async () => {
    for (const wrong of [{ seen: "Noor" }, { seen: { name: 7 } }]) {
      const { status, json } = await propose({ name: "Noor House", ...wrong });
      expect([status, json.error]).toEqual([400, expect.stringMatching(/^seen must/)]);
    }
  });
});
