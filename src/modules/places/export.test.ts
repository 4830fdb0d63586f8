import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { place } from "../../testing/places/places.ts";
import { told } from "../../testing/places/source-rows.ts";
import type { ImportReport } from "./schema.ts";
import { pois } from "./table.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), "rihla-export-"));
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(pois);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const GRILL = { name: "Noor Grill", address: "12 Main St", city: "Dearborn", state: "MI" };
const exported = (query: string) =>
  app.send(`GET /api/admin/pois/export?${query}`, { headers: basic("admin") });
const added = async (name: string): Promise<string> => {
  const body = { ...GRILL, name, category: "restaurant" };
  return (await app.send("POST /api/admin/pois", { headers: basic("admin"), body })).json.id;
};
const namesIn = async (query: string): Promise<string[]> =>
  (await exported(`format=jsonl&${query}`)).text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line).name);

async function take(text: string, format: "csv" | "geojson"): Promise<ImportReport> {
  const file = join(folder, "places");
  await Bun.write(file, text);
  return (await app.operate("admin.pois.import", { file, format })) as ImportReport;
}

/** A place of staff, one of OpenStreetMap, and one from an imported list that Overture has as well. */
async function three(): Promise<void> {
  await added("Staff Grill");
  await told(app, (await place(app, { name: "Map Grill" })).id, {});
  await take(`name,address,city,state,category\nList Grill,9 Oak Ave,Dearborn,MI,restaurant`, "csv");
  const list = (await app.db.orm.select().from(pois)).find(({ name }) => name === "List Grill");
  await told(app, list?.id ?? "", { externalId: "g1" }, { source: "overture" });
}

test("an export says of each place which sources it is from, in every format", async () => {
  await three();
  const { json } = await exported("format=geojson");
  const sourcesOf = ({ properties }: { properties: { name: string; sources: string[] } }) => [
    properties.name,
    properties.sources,
  ];
  const all = [
    ["Staff Grill", ["staff"]],
    ["Map Grill", ["osm"]],
    ["List Grill", ["csv", "overture"]],
  ];
  expect(json.features.map(sourcesOf)).toEqual(all);
  const lines = (await exported("format=jsonl")).text.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line)).map(({ name, sources }) => [name, sources])).toEqual(all);
  const [head, ...rows] = (await exported("format=csv")).text.trim().split("\r\n");
  expect(head?.endsWith(',"sources"')).toBe(true);
  expect(rows.map((row) => row.split(",").at(-1))).toEqual(['"staff"', '"osm"', '"csv overture"']);
});

test("an export begins with what must be said of its sources, and a CSV file has it in a header", async () => {
  await three();
  const attribution = "(c) Overture Maps Foundation; (c) OpenStreetMap contributors";
  const { json, headers } = await exported("format=geojson");
  expect([json.attribution, headers.get("X-Attribution")]).toEqual([
    "© Overture Maps Foundation; © OpenStreetMap contributors",
    attribution,
  ]);
  expect(json.licenses).toContainEqual({
    source: "osm",
    name: "OpenStreetMap",
    license: "ODbL-1.0",
    url: "https://opendatacommons.org/licenses/odbl/1-0/",
    attribution: "© OpenStreetMap contributors",
    shareAlike: true,
  });
  expect((await exported("format=csv")).headers.get("X-Attribution")).toBe(attribution);
  expect((await exported("format=csv&withoutSource=osm")).headers.get("X-Attribution")).toBe(
    "(c) Overture Maps Foundation",
  );
});

test("an export has only the places of a source, or all others", async () => {
  await three();
  expect(await namesIn("source=osm")).toEqual(["Map Grill"]);
  expect(await namesIn("source=csv")).toEqual(["List Grill"]);
  expect(await namesIn("withoutSource=osm")).toEqual(["Staff Grill", "List Grill"]);
  expect(await namesIn("source=overture&withoutSource=csv")).toEqual([]);
  for (const query of ["source=maps", "withoutSource=staff"])
    expect((await exported(query)).status).toBe(400);
});

test("an export of places with sources imports without any change", async () => {
  await three();
  const before = await app.db.orm.select().from(pois);
  for (const format of ["csv", "geojson"] as const) {
    const report = await take((await exported(`format=${format}`)).text, format);
    expect(report).toMatchObject({
      success: true,
      created: 0,
      updated: 0,
      unchanged: 3,
      refusals: [],
      left: [],
    });
  }
  expect(await app.db.orm.select().from(pois)).toEqual(before);
});
