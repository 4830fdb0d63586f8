import { expect, test } from "bun:test";
import type { SourceRow } from "../../../../shared/places/sources.ts";
import {
  FOURSQUARE_COLUMNS,
  wkbPoint,
  writeParquet,
} from "../../../../testing/places/sources/parquet-files.ts";
import { refusalOf, rowsOf, sourceFolder } from "../../../../testing/places/sources/read-rows.ts";

const folder = sourceFolder();

const PLACE = {
  fsq_place_id: "4b0588f1f964a52000a122e3",
  name: "Noor Grill",
  latitude: 42.32,
  longitude: -83.18,
  address: "7 Lime St",
  locality: "Dearborn",
  region: "MI",
  postcode: "48126",
  country: "US",
  date_created: "2012-01-01",
  date_refreshed: "2026-09-01",
  date_closed: null,
  tel: "(313) 555-0150",
  website: "http://noor.example",
  facebook_id: 12n,
  fsq_category_ids: ["52e81612bcbc57f1066b79ff"],
  fsq_category_labels: ["Dining and Drinking > Restaurant > Halal Restaurant"],
  unresolved_flags: [],
  geom: wkbPoint(-83.18, 42.32),
};

const ROW: SourceRow = {
  externalId: "4b0588f1f964a52000a122e3",
  name: "Noor Grill",
  names: {},
  address: "7 Lime St",
  city: "Dearborn",
  state: "MI",
  zipCode: "48126",
  phone: "3135550150",
  website: "http://noor.example",
  category: "restaurant",
  subcategory: "Halal",
  categoryRule: "fsq_category_labels=Dining and Drinking > Restaurant > Halal Restaurant",
  latitude: 42.32,
  longitude: -83.18,
  placeId: null,
  hours: "",
  isHalal: true,
  isClosed: false,
};

const rowsIn = async (...rows: readonly Record<string, unknown>[]) => {
  const path = folder.path();
  await writeParquet(path, FOURSQUARE_COLUMNS, [rows], { codec: "SNAPPY" });
  return rowsOf("foursquare", path);
};

test("A place of Foursquare's Parquet gives each of its fields, also by its geometry alone", async () => {
  const rows = await rowsIn(PLACE, { ...PLACE, latitude: null, longitude: null });
  expect(rows).toEqual([
    { row: 1, place: ROW },
    { row: 2, place: ROW },
  ]);
});

test("Ten places in CSV are ten rows", async () => {
  const head =
    "fsq_place_id,name,latitude,longitude,address,locality,region,postcode,country,date_closed,tel,website,fsq_category_labels";
  const line = (n: number) =>
    `fsq${n},Noor Grill,42.32,-83.18,7 Lime St,Dearborn,MI,48126,US,,(313) 555-0150,http://noor.example,"['Dining and Drinking > Restaurant > Halal Restaurant', 'Retail > Food and Beverage Retail > Butcher']"`;
  const rows = await rowsOf(
    "foursquare",
    await folder.file([head, ...Array.from({ length: 10 }, (_, n) => line(n))].join("\n")),
  );
  expect(rows).toEqual(
    Array.from({ length: 10 }, (_, n) => ({ row: n + 1, place: { ...ROW, externalId: `fsq${n}` } })),
  );
});

test("Labels in one text are read with quotes or without, and spaces without end take no time", async () => {
  const [dining, retail] = ["Dining and Drinking > Restaurant", "Retail > Food and Beverage Retail > Deli"];
  const labels = [
    dining,
    `[${dining}, ${retail}]`,
    `['${dining}' , "${retail}"]`,
    `${dining}${" ".repeat(90_000)}b`,
    `${dining}${", ".repeat(45_000)}b`,
  ];
  const lines = labels.map(
    (label, n) => `f${n},Noor Grill,7 Lime St,Dearborn,MI,48126,US,"${label.replaceAll('"', '""')}"`,
  );
  const head = "fsq_place_id,name,address,locality,region,postcode,country,fsq_category_labels";
  const rows = await rowsOf("foursquare", await folder.file([head, ...lines].join("\n")));
  const rules = rows.map((row) => "place" in row && row.place.categoryRule);
  expect(rules.slice(0, 3)).toEqual(Array(3).fill(`fsq_category_labels=${dining}`));
  expect(rules.slice(3)).toEqual(Array(2).fill(expect.stringContaining(dining)));
});

test("The kind comes from the first label that we know: the last level, else the first ones", async () => {
  const labels = [
    ["Community and Government > Spiritual Center > Mosque"],
    ["Retail > Food and Beverage Retail > Butcher"],
    ["Retail > Fashion Retail > Women's Store"],
    ["Health and Medicine > Dentist"],
    ["Dining and Drinking > Restaurant > Turkish Restaurant > Kokoreç Restaurant"],
    ["Landmarks and Outdoors > Park", "Dining and Drinking > Bakery"],
    ["Dining and Drinking > Bar > Sports Bar"],
    [],
  ];
  const rows = await rowsIn(...labels.map((each) => ({ ...PLACE, fsq_category_labels: each })));
  expect(rows.map((row) => ("place" in row ? [row.place.category, row.place.isHalal] : row.reason))).toEqual([
    ["mosque", false],
    ["grocery", false],
    ["retail", false],
    ["services", false],
    ["restaurant", false],
    ["grocery", false],
    "It is none of the kinds that are listed: Dining and Drinking > Bar > Sports Bar",
    "Its source does not say what kind of a place it is",
  ]);
});

test("A place that has closed and one abroad are told", async () => {
  const rows = await rowsIn({ ...PLACE, date_closed: "2023-04-01" }, { ...PLACE, country: "GB" });
  expect(rows).toMatchObject([
    { place: { isClosed: true } },
    { reason: "It is in GB, not in the USA or Canada" },
  ]);
});

test("A file that is none of Foursquare's is refused in one sentence", async () => {
  const sentence =
    "FileError: The file has no columns fsq_place_id, name, fsq_category_labels, as places of Foursquare have.";
  expect(await refusalOf(rowsOf("foursquare", await folder.file("name,city\nNur,Troy\n")))).toBe(sentence);
  const path = folder.path();
  await writeParquet(path, { name: FOURSQUARE_COLUMNS.name }, [[{ name: "Nur" }]]);
  expect(await refusalOf(rowsOf("foursquare", path))).toBe(sentence);
  const { buffer } = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0]);
  expect(await refusalOf(rowsOf("foursquare", await folder.file(new Uint8Array(buffer))))).toStartWith(
    "FileError: ",
  );
});
