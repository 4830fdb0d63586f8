import { expect, test } from "bun:test";
import { refusalOf, rowsOf, sourceFolder } from "../../../../testing/places/sources/read-rows.ts";

const folder = sourceFolder();

const PLACE = {
  ref: "1042",
  "@spider": "noor_grill_us",
  brand: "Noor Grill",
  "brand:wikidata": "Q1",
  name: "Noor Grill",
  branch: "Dearborn",
  amenity: "fast_food",
  cuisine: "middle_eastern;pizza",
  "diet:halal": "yes",
  "addr:street_address": "7 Lime St",
  "addr:city": "Dearborn",
  "addr:state": "MI",
  "addr:postcode": "48126",
  "addr:country": "US",
  phone: "+1 313-555-0150",
  website: "https://noor.example/1042",
  opening_hours: "Mo-Su 11:00-22:00",
  nsi_id: "N/A",
};
const feature = (properties: object) => ({
  type: "Feature",
  id: "aGFzaA==",
  properties,
  geometry: { type: "Point", coordinates: [-83.18, 42.32] },
});
const file = (features: readonly object[], attributes: object = { "@spider": "noor_grill_us" }) =>
  folder.file(
    JSON.stringify({
      type: "FeatureCollection",
      dataset_attributes: attributes,
      features: features.map(feature),
    }),
  );
const rowsIn = async (...places: readonly object[]) => rowsOf("alltheplaces", await file(places));

test("Ten places of All The Places give each of their fields", async () => {
  const rows = await rowsIn(...Array.from({ length: 10 }, (_, n) => ({ ...PLACE, ref: `${n}` })));
  expect(rows).toEqual(
    Array.from({ length: 10 }, (_, n) => ({
      row: n + 1,
      place: {
        externalId: `noor_grill_us:${n}`,
        name: "Noor Grill",
        names: {},
        address: "7 Lime St",
        city: "Dearborn",
        state: "MI",
        zipCode: "48126",
        phone: "3135550150",
        website: "https://noor.example/1042",
        category: "restaurant",
        subcategory: "middle eastern",
        categoryRule: "amenity=fast_food",
        latitude: 42.32,
        longitude: -83.18,
        placeId: null,
        hours: "Mo-Su 11:00-22:00",
        isHalal: true,
        isClosed: false,
      },
    })),
  );
});

test("A place without a name has that of its brand, and its address may be in one text", async () => {
  const {
    name: _,
    "addr:street_address": __,
    "addr:city": ___,
    "addr:state": ____,
    "addr:postcode": _____,
    ...rest
  } = PLACE;
  const rows = await rowsIn({ ...rest, "addr:full": "7 Lime St, Dearborn, MI 48126" });
  expect(rows).toMatchObject([
    { place: { name: "Noor Grill", address: "7 Lime St", city: "Dearborn", state: "MI", zipCode: "48126" } },
  ]);
});

test("A place that has closed, one abroad and one of another kind are told", async () => {
  const { amenity: _, ...noKind } = PLACE;
  const rows = await rowsIn(
    { ...PLACE, end_date: "2024-03-01" },
    { ...PLACE, "addr:country": "DE" },
    { ...noKind, leisure: "fitness_centre" },
  );
  expect(rows).toMatchObject([
    { place: { isClosed: true } },
    { reason: "It is in DE, not in the USA or Canada" },
    { reason: "It is none of the kinds that are listed: fitness_centre" },
  ]);
});

test("A file with a license of its own has it in each row", async () => {
  const path = await file([PLACE], { "@spider": "city_us", license: "CC-BY-4.0" });
  expect(await rowsOf("alltheplaces", path)).toMatchObject([{ place: { license: "CC-BY-4.0" } }]);
});

test("A file of another format, or cut, is refused in one sentence", async () => {
  expect(await refusalOf(rowsOf("alltheplaces", await folder.file("ref,name\n1,Nur\n")))).toStartWith(
    "FileError: The file is not JSON",
  );
  const whole = await Bun.file(await file([PLACE, PLACE])).text();
  expect(await refusalOf(rowsOf("alltheplaces", await folder.file(whole.slice(0, -30))))).toBe(
    "FileError: The file ends in the middle.",
  );
});
