import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { placeFacts } from "./table.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), "rihla-facts-"));
  await staff(app, "super_admin", "amina");
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

type Properties = Readonly<Record<string, unknown>>;
const GRILL = { address: "2 Main St", city: "Boston", state: "MA", category: "restaurant" };

async function take(places: readonly Properties[]) {
  const features = places.map((properties) => ({
    type: "Feature",
    geometry: null,
    properties: { ...GRILL, ...properties },
  }));
  const file = join(folder, "places");
  await Bun.write(file, JSON.stringify({ type: "FeatureCollection", features }));
  return (await app.operate("admin.pois.import", { file })) as { refusals: { at: number; reason: string }[] };
}
const rows = () => app.db.orm.select().from(placeFacts).orderBy(placeFacts.seq);
const idOf = async (name: string): Promise<string> => {
  const [found] = await app.db.query<{ id: string }>("select id from pois where name = $1", [name]);
  return found?.id ?? "";
};
const shown = async (name: string) => (await app.send(`GET /api/places/${await idOf(name)}`)).json;

test("a file says facts of new and of known places, and saying them again changes nothing", async () => {
  const sent = [
    { name: "Noor Grill", opening_hours: "Mo-Fr 11:00-22:00; PH off", facts: { alcohol: false } },
    { name: "Masjid Noor", category: "mosque", facts: { jumuah: ["13:15"], wudu: true } },
    { name: "Plain Grill" },
  ];
  expect(await take(sent)).toMatchObject({ success: true, created: 3, refused: 0, withoutFacts: 0 });
  expect(await take(sent)).toMatchObject({ success: true, created: 0, updated: 0, unchanged: 3 });
  expect(await rows()).toHaveLength(4);
  expect((await shown("Noor Grill")).facts).toMatchObject({
    hours: {
      value: { week: { mon: [["11:00", "22:00"]] }, note: "Closed on public holidays" },
      source: "import",
    },
    alcohol: { value: false, source: "import" },
  });
  expect((await shown("Masjid Noor")).facts.jumuah.value).toEqual(["13:15"]);
  const changed = [
    { name: "Noor Grill", facts: { alcohol: true } },
    { name: "Plain Grill", phone: "3135550100" },
  ];
  expect(await take(changed)).toMatchObject({ updated: 2, unchanged: 0 });
  expect((await shown("Noor Grill")).facts).toMatchObject({ hours: {}, alcohol: { value: true } });
  expect(await take([{ name: "Noor Grill", facts: { alcohol: null } }])).toMatchObject({ updated: 1 });
  expect(Object.keys((await shown("Noor Grill")).facts)).toEqual(["hours"]);
});

test("a wrong fact is named with its feature and left out, and its place is imported with the others", async () => {
  const report = await take([
    { name: "Cedar Grill", facts: { alcohol: "maybe", parking: true, wudu: true } },
    { name: "Elm Grill", facts: "none" },
    { name: "Oak Grill", opening_hours: "x".repeat(201), facts: { unknown: 1 } },
  ]);
  expect(report).toMatchObject({ success: false, created: 3, refused: 0, withoutFacts: 3 });
  expect(report.refusals).toEqual([
    {
      at: 0,
      reason: "Imported without a fact: alcohol must be true or false; Wudu is recorded for a masjid only",
    },
    { at: 1, reason: "Imported without a fact: facts must be an object" },
    { at: 2, reason: "Imported without a fact: Hours must have at most 200 characters" },
  ]);
  expect(Object.keys((await shown("Cedar Grill")).facts)).toEqual(["parking"]);
});

test("an import does not repeat what staff say already, and counts where staff take it back", async () => {
  const name = "Fig Grill";
  await take([{ name }]);
  const say = async (facts: object) =>
    app.send(`PUT /api/admin/pois/${await idOf(name)}/facts`, { headers: basic("amina"), body: facts });
  await say({ alcohol: true, parking: true });
  expect(await take([{ name, facts: { alcohol: true, parking: "Garage" } }])).toMatchObject({ updated: 1 });
  expect((await shown(name)).facts).toMatchObject({ parking: { value: true, source: "staff" } });
  await say({ alcohol: null, parking: null });
  expect((await shown(name)).facts).toEqual({ parking: expect.objectContaining({ value: "Garage" }) });
});

test("an export of places imports without any change", async () => {
  await take([{ name: "Round Grill", opening_hours: "24/7", facts: { slaughter: "hand", parking: "12" } }]);
  const file = await app.send("GET /api/admin/pois/export", { headers: basic("amina") });
  const { features } = JSON.parse(file.text) as { features: { properties: Properties }[] };
  const round = features.find(({ properties }) => properties.name === "Round Grill");
  expect(round?.properties.facts).toMatchObject({ slaughter: "hand", parking: "12" });
  const before = (await rows()).length;
  const report = await take(features.map(({ properties }) => properties));
  expect(report).toMatchObject({ success: true, created: 0, updated: 0, unchanged: features.length });
  expect(await rows()).toHaveLength(before);
});

test("a list says the hours of its places, under the names that people give the column", async () => {
  const file = join(folder, "list.csv");
  const lines = [
    "name,address,city,state,category,Business Hours",
    'Listed Grill,7 Main St,Boston,MA,restaurant,"Mon-Fri 11am-10pm"',
    "Hourless Grill,8 Main St,Boston,MA,restaurant,",
  ];
  await Bun.write(file, lines.join("\n"));
  const taken = await app.operate("admin.pois.import", { file, format: "csv" });
  expect(taken).toMatchObject({ success: true, created: 2, withoutFacts: 0 });
  expect((await shown("Listed Grill")).facts).toMatchObject({
    hours: { value: { week: { fri: [["11:00", "22:00"]] } }, source: "import" },
  });
  expect((await shown("Hourless Grill")).facts).toEqual({});
});
