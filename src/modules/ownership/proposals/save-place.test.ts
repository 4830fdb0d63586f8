import { afterAll, beforeAll, expect, test } from "bun:test";
import { partner, partnerSession } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";

let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
let other: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp();
  owner = await partner(app, "owner@example.com");
  other = await partner(app, "other@example.com");
});
afterAll(() => app.close());

const as = async (line: string, body?: unknown, { id } = owner) =>
  app.send(line, {
    headers: await partnerSession(app, id),
    ...(body === undefined ? {} : { body }),
  });
const factsOf = async (id: string) => (await as(`GET /partner/api/my-pois/${id}/facts`)).json;
const save = (id: string, body: object, who = owner) => as(`PUT /partner/api/my-pois/${id}`, body, who);

test("an owner saves facts, contact details and a name with one call", async () => {
  const { id } = await place(app, { name: "Saffron", phone: "3135550100" }, owner.id);
  const facts = { alcohol: false, updatedAt: (await factsOf(id)).updatedAt };
  const { status, json } = await save(id, { facts, fields: { phone: "3135550199", name: "Saffron House" } });
  expect([status, json.facts.bySource.owner.alcohol.value]).toEqual([200, false]);
  expect(json.change).toMatchObject({
    applied: { phone: "(313) 555-0199" },
    waiting: { name: "Saffron House" },
  });
  const again = await save(id, { facts: { parking: true } });
  expect([again.status, again.json.change]).toEqual([200, null]);
  expect((await save(id, { facts: { parking: true } }, other)).status).toBe(404);
  expect((await save(id, {})).status).toBe(400);
});

test("of a save that is refused, nothing is kept", async () => {
  const { id, name } = await place(app, { name: "Olive", phone: "3135550100" }, owner.id);
  const stale = await save(id, {
    ...{ facts: { alcohol: false }, fields: { phone: "3135550188" }, seen: { phone: "(313) 555-0111" } },
  });
  expect([stale.status, stale.json.current.phone]).toEqual([409, "(313) 555-0100"]);
  expect((await factsOf(id)).bySource.owner.alcohol).toBeUndefined();
  const unchanged = await save(id, { facts: { alcohol: false }, fields: { name } });
  expect(unchanged.status).toBe(400);
  expect((await factsOf(id)).bySource.owner.alcohol).toBeUndefined();
});

test("of two saves at the same time with the same version, one is refused", async () => {
  const { id } = await place(app, { name: "Fig", phone: "3135550100" }, owner.id);
  const { updatedAt } = await factsOf(id);
  const both = await Promise.all([
    save(id, { facts: { alcohol: false, updatedAt } }),
    save(id, { facts: { parking: true, updatedAt } }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
