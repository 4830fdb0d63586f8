import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileSource } from "../../../../shared/places/sources.ts";
import { createGazetteer } from "../../gazetteer/gazetteer.ts";
import { readSource, type SourceEntry } from "./read-source.ts";

const gazetteer = createGazetteer();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rihla-sources-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Options = Omit<Parameters<typeof readSource>[2], "gazetteer">;

async function read(source: FileSource, content: string, options: Options = {}): Promise<SourceEntry[]> {
  const path = join(folder, "file");
  await Bun.write(path, content);
  const batches = await Array.fromAsync(readSource(source, path, { gazetteer, ...options }));
  return batches.flat();
}

const refusal = (reading: Promise<unknown>) =>
  reading.then(String, ({ name, message }) => `${name}: ${message}`);

const FULL = {
  id: "list-7",
  name: "Masjid Sabirin",
  "name:ar": "مسجد الصابرين",
  address: "12 Elm Street",
  city: "Dearborn",
  state: "Michigan",
  zipCode: 48126,
  phone: "+1-313-555-0123",
  website: "sabirin.example",
  category: "Mosque",
  opening_hours: "Mo-Su 05:00-22:00",
};
const collection = (...features: readonly object[]) =>
  JSON.stringify({ type: "FeatureCollection", features });
const feature = (properties: object, coordinates: readonly number[] | null = [-83.18, 42.32]) => ({
  type: "Feature",
  properties,
  geometry: coordinates && { type: "Point", coordinates },
});

describe("A GeoJSON file of any maker", () => {
  test("gives each field of a place in one shape", async () => {
    expect(await read("geojson", collection(feature(FULL)))).toEqual([
      {
        row: 1,
        place: {
          externalId: "list-7",
          name: "Masjid Sabirin",
          names: { ar: "مسجد الصابرين" },
          address: "12 Elm Street",
          city: "Dearborn",
          state: "MI",
          zipCode: "48126",
          phone: "3135550123",
          website: "https://sabirin.example",
          category: "mosque",
          subcategory: "",
          categoryRule: "category=Mosque",
          latitude: 42.32,
          longitude: -83.18,
          placeId: null,
          hours: "Mo-Su 05:00-22:00",
          isHalal: false,
          isClosed: false,
        },
      },
    ]);
  });

  test("gets a missing city and state from the position, and is refused by name of what it lacks", async () => {
    const { city: _, state: __, zipCode: ___, ...rest } = FULL;
    const [withCityAndState, alone] = await read("geojson", collection(feature(rest), feature(rest, null)));
    expect(withCityAndState).toMatchObject({ place: { city: "Dearborn", state: "MI" } });
    expect(alone).toEqual({ row: 2, reason: "City is required; State is required" });
  });

  test("loses a position that contradicts the state, and says so", async () => {
    const [swapped] = await read("geojson", collection(feature(FULL, [42.32, -83.18])));
    expect(swapped).toMatchObject({
      place: { latitude: null, longitude: null },
      left: "The position -83.18, 42.32 is not in the USA or Canada: latitude and longitude are swapped",
    });
  });

  test("has its dedupe key for an id where it names none, and the id of a feature for one", async () => {
    const { id: _, ...rest } = FULL;
    const rows = await read("geojson", collection(feature(rest), { ...feature(rest), id: "f1" }));
    expect(rows.map((row) => "place" in row && row.place.externalId)).toEqual([
      "12 elm street|dearborn|mi|masjid sabirin",
      "f1",
    ]);
  });

  test("is halal only if it says so in so many words", async () => {
    const said = [
      { halal: "yes" },
      { category: "Halal Market" },
      { name: "Halal Corner" },
      { subcategory: "not halal" },
      { halal: "no" },
      { cuisine: "halal;pizza" },
    ];
    const rows = await read(
      "geojson",
      collection(...said.map((words) => feature({ ...FULL, category: "restaurant", ...words }))),
    );
    expect(rows.map((row) => "place" in row && row.place.isHalal)).toEqual([
      true,
      true,
      false,
      false,
      false,
      true,
    ]);
  });
});

test("A file of OpenStreetMap or All The Places is not taken for one of another maker", async () => {
  const { id: _, ...rest } = FULL;
  const osm = "FileError: This is a file of OpenStreetMap. Choose osm as its source.";
  const places = "FileError: This is a file of All The Places. Choose alltheplaces as its source.";
  const copyright = "The data included in this document is from www.openstreetmap.org.";
  const whole = JSON.stringify({ type: "FeatureCollection", copyright, features: [feature(rest)] });
  const byId = collection(feature(rest), { ...feature(rest), id: "way/7" });
  const cases = [
    [whole, osm, osm],
    [byId, osm, osm],
    [collection(feature({ "@id": "node/1", ...rest })), osm, osm],
    [collection(feature({ "@spider": "noor_us", ref: "1", ...rest })), places, "read"],
    [collection(feature({ ...FULL, website: "https://www.openstreetmap.org/node/1" })), "read", "read"],
  ] as const;
  const said = (source: FileSource, content: string) => refusal(read(source, content).then(() => "read"));
  for (const [content, asGeojson, asAllThePlaces] of cases) {
    expect(await said("geojson", content)).toBe(asGeojson);
    expect(await said("alltheplaces", content)).toBe(asAllThePlaces);
    expect(await said("osm", content)).toBe(asGeojson === places ? places : "read");
  }
});

test("A register that writes in capitals alone is read as others write", async () => {
  const given = [
    ["TIGER BAKERY LLC", "12 N MAIN ST", "TOLEDO", "OH"],
    ["MCDONALD'S NO. 3", "1 W 42ND ST SW", "ANN ARBOR", "MI"],
    ["O'BRIEN & SONS III", "7 ELM RD #B", "NO SUCH TOWNSHIP", "MI"],
    ["IHOP", "P.O. BOX 9", "ERIE", "PA"],
    ["Noor GRILL", "7 Elm RD", "Dearborn", "MI"],
    ["مطعم النور", "7 ELM AVENUE", "MONTREAL", "QC"],
  ];
  const rows = await read(
    "geojson",
    collection(
      ...given.map(([name, address, city, state]) =>
        feature({ name, address, city, state, category: "restaurant" }, null),
      ),
    ),
  );
  expect(rows.map((row) => "place" in row && [row.place.name, row.place.address, row.place.city])).toEqual([
    ["Tiger Bakery LLC", "12 N Main St", "Toledo"],
    ["McDonald's No. 3", "1 W 42nd St SW", "Ann Arbor"],
    ["O'Brien & Sons III", "7 Elm Rd #B", "No Such Township"],
    ["IHOP", "P.O. Box 9", "Erie"],
    ["Noor GRILL", "7 Elm RD", "Dearborn"],
    ["مطعم النور", "7 Elm Avenue", "Montréal"],
  ]);
});

describe("A CSV list", () => {
  const HEAD = "Masjid,Where,City,ST,Kind,ref";

  test("is read by guessed columns, whose number is the line", async () => {
    const rows = await read("csv", `name,address,city,state,category,id\nNur,1 Elm St,Troy,MI,Masjid,n1\n`);
    expect(rows).toMatchObject([{ row: 2, place: { externalId: "n1", category: "mosque", state: "MI" } }]);
  });

  test("is read as a person says, who sees its columns first", async () => {
    let columns: readonly unknown[] = [];
    const rows = await read("csv", `${HEAD}\nNur,Elm,Troy,MI,prayer hall,n1\n`, {
      map: { columns: { Masjid: "name", Where: "address", Kind: null }, values: { category: "mosque" } },
      onList: (list) => {
        columns = list.columns;
      },
    });
    expect(rows).toMatchObject([{ place: { name: "Nur", address: "Elm", categoryRule: "category=mosque" } }]);
    expect(columns).toHaveLength(6);
  });

  test("may lack the state if its rows have a ZIP code or a position", async () => {
    const rows = await read("csv", "name,address,zip,category\nNur,1 Elm St,48126,mosque\n");
    expect(rows).toMatchObject([{ place: { city: "Dearborn", state: "MI" } }]);
  });

  test("tells of places that have closed for good", async () => {
    const text = `name,address,city,state,category,date_closed,business_status,operating_status
Olive Grill,1 Lime St,Troy,MI,restaurant,2023-04-01,,
Gate Deli,2 Lime St,Troy,MI,grocery,,CLOSED_PERMANENTLY,
Nova Bakery,3 Lime St,Troy,MI,grocery,,,permanently_closed
Open Deli,4 Lime St,Troy,MI,grocery,,OPERATIONAL,open
`;
    const rows = await read("csv", text);
    expect(rows.map((row) => "place" in row && row.place.isClosed)).toEqual([true, true, true, false]);
  });

  test("comes in batches of at most 2,000 rows, and stops once it is not wanted", async () => {
    const lines = Array.from({ length: 4_500 }, (_, n) => `Nur ${n},${n} Elm St,Troy,MI,mosque`);
    const path = join(folder, "many");
    await Bun.write(path, ["name,address,city,state,category", ...lines].join("\n"));
    const batches = await Array.fromAsync(readSource("csv", path, { gazetteer }));
    expect(batches.map(({ length }) => length)).toEqual([2_000, 2_000, 500]);
    const stopped = Array.fromAsync(readSource("csv", path, { gazetteer, signal: AbortSignal.abort() }));
    expect(await refusal(stopped)).toContain("AbortError");
  });

  test("that cannot be read is refused in one sentence", async () => {
    expect(await refusal(read("csv", "a,b\n1,2\n"))).toBe(
      "FileError: No column was recognized as: name, address, city, state, category.",
    );
    expect(await refusal(read("csv", "\0\u0001PAR1"))).toStartWith("FileError: ");
    expect(await refusal(read("geojson", "[".repeat(2_000_000)))).toStartWith("FileError: ");
  });
});
