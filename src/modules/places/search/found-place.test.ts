import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { partner } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { pois } from "../table.ts";
import { findPlaces } from "./search.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const stored = async (id: string) => (await app.db.orm.select().from(pois).where(eq(pois.id, id)))[0];
const found = async (query: string) =>
  (await findPlaces(app.deps, { query, city: "", category: null, limit: 50 }))[0];

test("a search returns each field of a place as it is stored", async () => {
  const owner = await partner(app);
  const texts = {
    name: 'Noor\'s | "Grill" \\ مطعم',
    address: "1, Main St",
    zipCode: "48126-1",
    website: "https://noor.example/?a=b",
    subcategory: "grill",
    halalCertificate: "HFSAA 1",
  };
  const full = await place(app, texts, owner.id);
  await app.db.orm
    .update(pois)
    .set({
      halalVerificationStatus: "verified",
      latitude: 42.3222599,
      longitude: -1e-7,
      tierChanges: [{ from: "2027-01-01", tier: "reported" }],
    })
    .where(eq(pois.id, full.id));
  const bare = await place(app, { name: "Bare", address: "2 Main St", zipCode: "", phone: "" });
  for (const [query, { id }] of [["noor", full] as const, ["bare", bare] as const]) {
    const place = await found(query);
    expect(place?.id).toBe(id);
    expect(await stored(id)).toMatchObject(place ?? {});
  }
  expect(await found("bare")).toMatchObject({ ownerId: null, tierChanges: [], latitude: null, phone: "" });
});

test.each(["\u001F", "\u001E"])(
  "a control character, which only the database accepts, moves neither the tier nor the owner of a place: %j",
  async (control) => {
    const { id } = await place(app, { name: "Odd", address: `${control.charCodeAt(0)} Main St` });
    const next = await place(app, { name: "Odd Two", address: `${control.charCodeAt(0)} Elm St` });
    await app.db.orm
      .update(pois)
      .set({ name: `Odd${control}verified${control}verified` })
      .where(eq(pois.id, id));
    const all = await findPlaces(app.deps, { query: "odd", city: "", category: null, limit: 50 });
    expect(all.map((each) => each.id)).toEqual([id, next.id]);
    expect(all[0]).toMatchObject({
      category: "restaurant",
      halalVerificationStatus: "unverified",
      ownerId: null,
      latitude: null,
      tierChanges: [],
    });
    expect(all[0]?.name).toStartWith("Odd");
    await app.db.orm.delete(pois);
  },
);
