import { afterAll, beforeAll, expect, test } from "bun:test";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place as listed } from "../../../testing/places/places.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["admin", "partner_manager"] as const) await staff(app, role);
});
afterAll(() => app.close());

const place = (...[to, fields, ...more]: Parameters<typeof listed>) =>
  listed(to, { phone: "", ...fields }, ...more); // an equal phone number makes places alike

const send = (line: string, body?: unknown, role: "admin" | "partner_manager" = "admin") =>
  app.send(line, { headers: basic(role), ...(body !== undefined && { body }) });

test("staff see the places within 200 m of a place with their distance, look-alikes first, also those further away", async () => {
  const at = (north: number, east = 0) => ({
    latitude: 42.3 + north / 111_195,
    longitude: -83.2 + east / 82_240,
  });
  const grill = await place(app, { name: "Zaytuna Grill", ...at(0) });
  const { id } = await place(app, { name: "Bakery", address: "7 Oak St", ...at(0, 150) });
  const twin = await place(app, { name: "Zaitoona Grill", address: "9 Elm St", ...at(190) });
  await place(app, { name: "Far Shop", address: "8 Oak St", ...at(150, 150) });
  const far = await place(app, {
    name: "Zaytuna Grill",
    address: "99 Oak St",
    latitude: null,
    longitude: null,
  });
  const { json } = await send(`GET /api/admin/pois/${grill.id}/neighbors`, undefined, "partner_manager");
  expect(json).toMatchObject({
    radius: 200,
    places: [
      { id: twin.id, alike: true, same: false, meters: 190 },
      { id: far.id, alike: true, meters: null },
      { id, alike: false, meters: 150 },
    ],
  });
  const alone = (await send(`GET /api/admin/pois/${far.id}/neighbors`)).json;
  expect([alone.radius, alone.places.map((each: { id: string }) => each.id)]).toEqual([
    null,
    [grill.id, twin.id].toSorted(),
  ]);
  expect((await send("GET /api/admin/pois/none/neighbors")).status).toBe(404);
});

test("staff see which look-alike surely is the same place, before the others", async () => {
  const at = { latitude: 41.9, longitude: -83.4 };
  const listed = {
    name: "Cedar Grill",
    address: "12 Main St",
    city: "Monroe",
    zipCode: "48161",
    phone: "7345550199",
    ...at,
  };
  const { id } = await place(app, listed);
  const other = await place(app, { ...listed, address: "90 Oak St" });
  const same = await place(app, { ...listed, name: "CEDAR GRILL LLC", address: "12 Main Street, Suite 4" });
  const { places } = (await send(`GET /api/admin/pois/${id}/neighbors`)).json;
  expect(places).toMatchObject([
    { id: same.id, alike: true, same: true },
    { id: other.id, alike: true, same: false },
  ]);
});

test("a look-alike further away is named beside many that are near", async () => {
  const sidra = { name: "Sidra Market", city: "Flint", latitude: 43, longitude: -83.7 };
  const { id } = await place(app, { ...sidra, address: "1 Ash St" });
  for (let n = 2; n <= 8; n += 1)
    await place(app, { ...sidra, address: "1 Ash St", name: `Sidra Market ${"abcdefghi"[n]}` });
  const far = await place(app, {
    ...sidra,
    name: "Sidra Market",
    address: "99 Oak St",
    latitude: null,
    longitude: null,
  });
  const { json } = await send(`GET /api/admin/pois/${id}/neighbors`);
  expect(json.places.map((each: { id: string }) => each.id)).toContain(far.id);
});

test("staff add a place, which the search finds, and none that is listed already in any spelling", async () => {
  const body = { name: "Noor Deli", address: "1 Fir St", city: "Dearborn", state: "MI", category: "grocery" };
  const added = await send("POST /api/admin/pois", {
    ...body,
    phone: "(313) 555-0100",
    latitude: 42,
    longitude: -83,
  });
  expect([added.status, added.json]).toMatchObject([
    201,
    {
      name: "Noor Deli",
      ownerId: null,
      halalVerificationStatus: "unverified",
      syncState: "pending",
      latitude: 42,
    },
  ]);
  const [found] = (await app.send("GET /api/places?q=noor deli")).json;
  expect(found.id).toBe(added.json.id);
  const again = await send("POST /api/admin/pois", { ...body, name: "NOOR  deli" });
  expect([again.status, again.json]).toMatchObject([
    409,
    { error: "Noor Deli, 1 Fir St is listed already", existing: added.json.id },
  ]);
  for (const wrong of [{ name: "" }, { category: "bar" }, { latitude: 42 }, { state: "XX" }])
    expect([wrong, (await send("POST /api/admin/pois", { ...body, ...wrong })).status]).toEqual([wrong, 400]);
  expect((await send("POST /api/admin/pois", body, "partner_manager")).status).toBe(403);
});

test("an export has the places that its filters let through", async () => {
  await place(app, {
    name: "Masjid Noor",
    category: "mosque",
    address: "5 Fir St",
    city: "Windsor",
    state: "ON",
  });
  const exported = async (query: string) =>
    (await send(`GET /api/admin/pois/export?format=jsonl&${query}`)).text;
  const names = async (query: string) =>
    (await exported(query))
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line).name);
  expect(await names("category=mosque")).toEqual(["Masjid Noor"]);
  expect(await names("q=masjid&city=windsor")).toEqual(["Masjid Noor"]);
  expect(await names("city=nowhere")).toEqual([]);
  expect((await send("GET /api/admin/pois/export?tier=gold")).status).toBe(400);
});
