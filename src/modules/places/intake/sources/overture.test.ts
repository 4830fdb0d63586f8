import { expect, test } from "bun:test";
import {
  OVERTURE_COLUMNS,
  wkbPoint,
  writeParquet,
} from "../../../../testing/places/sources/parquet-files.ts";
import { rowsOf, sourceFolder } from "../../../../testing/places/sources/read-rows.ts";

const folder = sourceFolder();

const PLACE = {
  id: "08f2ab9a-0001",
  geometry: wkbPoint(-83.18, 42.32),
  bbox: { xmin: -83.18, xmax: -83.18, ymin: 42.32, ymax: 42.32 },
  version: 1,
  sources: [
    {
      property: "",
      dataset: "meta",
      license: "CDLA-Permissive-2.0",
      record_id: "1",
      update_time: "2026-10-01",
      confidence: 0.9,
    },
  ],
  names: { primary: "Masjid Sabirin", common: { ar: "مسجد الصابرين", fr: "Mosquée Sabirin" }, rules: null },
  categories: { primary: "mosque", alternate: ["religious_organization"] },
  basic_category: "place_of_worship",
  taxonomy: { primary: "mosque", hierarchy: ["community", "place_of_worship", "mosque"], alternates: null },
  confidence: 0.97,
  websites: ["https://sabirin.example/", "https://facebook.com/x"],
  socials: null,
  emails: [],
  phones: ["+13135550123"],
  brand: null,
  addresses: [
    { freeform: "12 Elm St", locality: "Dearborn", postcode: "48126", region: "MI", country: "US" },
    { freeform: "PO Box 1", locality: "Dearborn", postcode: null, region: "MI", country: "US" },
  ],
  operating_status: "open",
};

const file = async (rows: readonly object[], codec: "ZSTD" | "SNAPPY" | "UNCOMPRESSED" = "ZSTD") => {
  const path = folder.path();
  await writeParquet(path, OVERTURE_COLUMNS, [rows as readonly Record<string, unknown>[]], { codec });
  return path;
};
const rowsIn = async (...rows: readonly object[]) => rowsOf("overture", await file(rows));

test("A place of Overture's GeoParquet gives each of its fields", async () => {
  expect(await rowsIn(PLACE)).toEqual([
    {
      row: 1,
      place: {
        externalId: "08f2ab9a-0001",
        name: "Masjid Sabirin",
        names: { ar: "مسجد الصابرين", fr: "Mosquée Sabirin" },
        address: "12 Elm St",
        city: "Dearborn",
        state: "MI",
        zipCode: "48126",
        phone: "3135550123",
        website: "https://sabirin.example/",
        category: "mosque",
        subcategory: "",
        categoryRule: "categories.primary=mosque",
        latitude: 42.32,
        longitude: -83.18,
        placeId: null,
        hours: "",
        isHalal: false,
        isClosed: false,
      },
    },
  ]);
});

test("Ten places in any packing are ten rows", async () => {
  const many = Array.from({ length: 10 }, (_, n) => ({
    ...PLACE,
    id: `gers-${n}`,
    names: { ...PLACE.names, primary: `Masjid ${n}` },
  }));
  for (const codec of ["ZSTD", "SNAPPY", "UNCOMPRESSED"] as const) {
    const rows = await rowsOf("overture", await file(many, codec));
    expect(rows.map((row) => "place" in row && [row.row, row.place.externalId, row.place.name])).toEqual(
      many.map((_, n) => [n + 1, `gers-${n}`, `Masjid ${n}`]),
    );
  }
});

test("The kind of a place comes from the first of its words that we know, which is kept", async () => {
  const kinds = [
    { categories: { primary: "halal_restaurant", alternate: ["middle_eastern_restaurant"] } },
    { categories: { primary: "religious_organization", alternate: ["mosque"] } },
    { categories: null, taxonomy: { primary: "butcher_shop" } },
    { categories: { primary: "some_new_word" }, taxonomy: null, basic_category: "clothing_store" },
    { categories: { primary: "dentist" } },
    { categories: { primary: "park" }, taxonomy: null, basic_category: "park" },
  ];
  const rows = await rowsIn(...kinds.map((kind) => ({ ...PLACE, ...kind })));
  expect(
    rows.map((row) =>
      "place" in row ? [row.place.category, row.place.subcategory, row.place.categoryRule] : row.reason,
    ),
  ).toEqual([
    ["restaurant", "halal", "categories.primary=halal_restaurant"],
    ["mosque", "", "categories.alternate=mosque"],
    ["grocery", "", "taxonomy.primary=butcher_shop"],
    ["retail", "", "basic_category=clothing_store"],
    ["services", "", "categories.primary=dentist"],
    "It is none of the kinds that are listed: park",
  ]);
  expect(rows.map((row) => "place" in row && row.place.isHalal)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("A place that has closed for good, one of another license and one abroad are told", async () => {
  const rows = await rowsIn(
    { ...PLACE, operating_status: "permanently_closed" },
    { ...PLACE, operating_status: "temporarily_closed" },
    { ...PLACE, sources: [{ dataset: "Foursquare", license: null }, ...PLACE.sources] },
    { ...PLACE, sources: [{ dataset: "Foursquare", license: "Apache-2.0" }] },
    { ...PLACE, addresses: [{ freeform: "1 rue X", locality: "Paris", region: null, country: "FR" }] },
    { ...PLACE, addresses: [{ freeform: "12 Elm St", country: "US" }] },
    { ...PLACE, addresses: [], geometry: null, bbox: null },
    { ...PLACE, geometry: wkbPoint(200, 95) },
  );
  expect(rows.map((row) => ("place" in row ? row.place.isClosed : row.reason))).toEqual([
    true,
    false,
    false,
    false,
    "It is in FR, not in the USA or Canada",
    false,
    "Address is required; City is required; State is required",
    false,
  ]);
  expect(rows.map((row) => "place" in row && row.place.license)).toEqual([
    undefined,
    undefined,
    "Apache-2.0 AND CDLA-Permissive-2.0",
    "Apache-2.0",
    false,
    undefined,
    false,
    undefined,
  ]);
  expect(rows[5]).toMatchObject({ place: { city: "Dearborn", state: "MI" } });
  expect(rows[7]).toMatchObject({
    place: { latitude: null, longitude: null },
    left: "Latitude must be a number from -90 to 90; Longitude must be a number from -180 to 180",
  });
});

test("Overture's GeoJSON says the same as its GeoParquet", async () => {
  const { geometry: _, bbox: __, id, ...properties } = PLACE;
  const point = { type: "Point", coordinates: [-83.18, 42.32] };
  const text = JSON.stringify({
    type: "FeatureCollection",
    features: [{ type: "Feature", id, geometry: point, properties }],
  });
  expect(await rowsOf("overture", await folder.file(text))).toEqual(await rowsIn(PLACE));
});
