import { afterAll, beforeAll, expect, test } from "bun:test";
import { placePath, placeSlug, shortIdOf } from "../../shared/places/slug.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place } from "../../testing/places/places.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  await staff(app, "admin");
});
afterAll(() => app.close());

const at = async (path: string) => {
  const { status, headers } = await app.send(`GET ${path}`);
  return [status, headers.get("location")];
};
const byAdmin = (line: string, body: unknown = {}) => app.send(line, { headers: basic("admin"), body });

/** A place whose id ends like another's, which happens to one pair in a million places. */
async function twinOf(id: string, fields: Parameters<typeof place>[1]) {
  const twin = await place(app, fields);
  const twinId = `${twin.id.slice(0, -8)}${shortIdOf(id)}`;
  await app.db.query("update pois set id = $1 where id = $2", [twinId, twin.id]);
  return { ...twin, id: twinId };
}

test("a place has one address with its name, to which its id and every other spelling lead for good", async () => {
  const grill = await place(app, { name: "Al-Noor Grill" });
  const path = placePath(grill);
  expect(path).toBe(`/places/al-noor-grill-dearborn-mi-${shortIdOf(grill.id)}`);
  expect(await at(path)).toEqual([200, null]);
  for (const other of [
    grill.id,
    grill.id.toUpperCase(),
    `${placeSlug(grill)}/`,
    placeSlug(grill).toUpperCase(),
    `wrong-words-${shortIdOf(grill.id)}`,
    `%D9%85%D8%B7-${shortIdOf(grill.id)}`,
    shortIdOf(grill.id),
  ])
    expect([other, await at(`/places/${other}`)]).toEqual([other, [308, path]]);
  expect(await at(`/places/${grill.id}?on=2026-01-01`)).toEqual([308, `${path}?on=2026-01-01`]);
  const { text } = await app.send(`GET ${path}?on=2026-01-01`);
  expect(text).toContain(`<link rel="canonical" href="http://localhost:3000${path}">`);
});

test("a renamed place keeps its earlier addresses, and its badge, picture and form those with the id", async () => {
  const grill = await place(app, { name: "Old Name" });
  const before = placePath(grill);
  await byAdmin(`PUT /api/admin/pois/${grill.id}`, { name: "New Name" });
  const now = placePath({ ...grill, name: "New Name" });
  expect(await at(before)).toEqual([308, now]);
  expect(await at(now)).toEqual([200, null]);
  for (const name of [grill.id, placeSlug(grill)])
    for (const file of ["badge.svg", "report"])
      expect([file, await at(`/places/${name}/${file}`)]).toEqual([file, [200, null]]);
});

test("every address of a merged place leads to the place that stays, and those of a deleted one nowhere", async () => {
  const [kept, duplicate] = [
    await place(app, { name: "Kept" }),
    await place(app, { name: "Gone", address: "9 Elm St" }),
  ];
  const { json } = await byAdmin(`POST /api/admin/pois/${kept.id}/merge`, { duplicateId: duplicate.id });
  for (const path of [`/places/${duplicate.id}`, placePath(duplicate)])
    expect(await at(path)).toEqual([308, placePath(kept)]);
  expect(await at(`${placePath(duplicate)}/badge.svg`)).toEqual([308, `/places/${kept.id}/badge.svg`]);
  await byAdmin(`POST /api/admin/pois/merges/${json.id}/undo`);
  expect(await at(placePath(duplicate))).toEqual([200, null]);
  await byAdmin(`DELETE /api/admin/pois/${duplicate.id}`);
  for (const path of [`/places/${duplicate.id}`, placePath(duplicate), `${placePath(duplicate)}/badge.svg`])
    expect(await at(path)).toEqual([404, null]);
});

test("of places with the same short id the slug decides, then the words, and an id means its own place", async () => {
  const grill = await place(app, { name: "Cedar Grill", address: "3 Elm St" });
  const twin = await twinOf(grill.id, { name: "Olive Market", address: "4 Elm St", city: "Troy" });
  const short = shortIdOf(grill.id);
  for (const each of [grill, twin]) {
    expect(await at(placePath(each))).toEqual([200, null]);
    expect(await at(`/places/${each.id}`)).toEqual([308, placePath(each)]);
  }
  expect(await at(`/places/the-olive-shop-${short}`)).toEqual([308, placePath(twin)]);
  expect(await at(`/places/cedar-tavern-${short}`)).toEqual([308, placePath(grill)]);
  expect(await at(`/places/${"0".repeat(18)}${short}`)).toEqual([404, null]);
  const { json } = await app.send(`GET /api/places/${twin.id}`);
  expect(json.name).toBe("Olive Market");
  await byAdmin(`DELETE /api/admin/pois/${grill.id}`);
  expect(await at(placePath(grill))).toEqual([308, placePath(twin)]);
});
