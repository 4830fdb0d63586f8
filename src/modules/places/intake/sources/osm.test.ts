import { describe, expect, test } from "bun:test";
import { PbfWriter } from "pbf";
import type { SourceRow } from "../../../../shared/places/sources.ts";
import { blob, pbfBlock, pbfFile } from "../../../../testing/places/sources/pbf-file.ts";
import { refusalOf, rowsOf, sourceFolder } from "../../../../testing/places/sources/read-rows.ts";
import { turnsDuring } from "../../../../testing/turns.ts";

const folder = sourceFolder();
const rowsIn = async (content: string | Uint8Array) => rowsOf("osm", await folder.file(content));
const refused = async (content: string | Uint8Array) => refusalOf(rowsIn(content));

const TAGS = {
  amenity: "place_of_worship",
  religion: "muslim",
  name: "Masjid Sabirin",
  "name:ar": "مسجد الصابرين",
  "addr:housenumber": "12",
  "addr:street": "Elm Street",
  "addr:unit": "4",
  "addr:city": "Dearborn",
  "addr:state": "MI",
  "addr:postcode": "48126",
  opening_hours: "Mo-Su 05:00-22:00",
  phone: "+1-313-555-0123",
  website: "https://sabirin.example",
};
const ROW: SourceRow = {
  externalId: "node/1",
  name: "Masjid Sabirin",
  names: { ar: "مسجد الصابرين" },
  address: "12 Elm Street #4",
  city: "Dearborn",
  state: "MI",
  zipCode: "48126",
  phone: "3135550123",
  website: "https://sabirin.example",
  category: "mosque",
  subcategory: "",
  categoryRule: "amenity=place_of_worship religion=muslim",
  latitude: 42.32,
  longitude: -83.18,
  placeId: null,
  hours: "Mo-Su 05:00-22:00",
  isHalal: false,
  isClosed: false,
};
const SQUARE = [
  [-83.19, 42.31],
  [-83.17, 42.31],
  [-83.17, 42.33],
  [-83.19, 42.33],
  [-83.19, 42.31],
] as const;

const geojson = (...features: readonly object[]) => JSON.stringify({ type: "FeatureCollection", features });
const feature = (properties: object, geometry: object = { type: "Point", coordinates: [-83.18, 42.32] }) => ({
  type: "Feature",
  properties,
  geometry,
});
const overpass = (...elements: readonly object[]) =>
  JSON.stringify({ version: 0.6, generator: "Overpass API 0.7", elements });
const nodes = SQUARE.slice(0, 4).map((at, n) => ({ id: 10 + n, at }));
const refs = [10, 11, 12, 13, 10];

describe("A place of OpenStreetMap gives each of its fields", () => {
  test("in GeoJSON, with the id of its element however it is named", async () => {
    const rows = await rowsIn(
      geojson(
        feature({ "@id": "node/1", ...TAGS }),
        feature({ type: "node", id: 1, tags: TAGS }),
        feature({ "@type": "node", "@id": 1, ...TAGS }),
        { ...feature(TAGS, { type: "Polygon", coordinates: [SQUARE] }), id: "way/7" },
      ),
    );
    const ids = ["node/1", "node/1", "node/1", "way/7"];
    expect(rows).toEqual(ids.map((externalId, n) => ({ row: n + 1, place: { ...ROW, externalId } })));
  });

  test("in the JSON of Overpass: nodes, centers, geometries, and outlines whose nodes follow", async () => {
    const geometry = SQUARE.map(([lon, lat]) => ({ lon, lat }));
    const rows = await rowsIn(
      overpass(
        { type: "node", id: 1, lat: 42.32, lon: -83.18, tags: TAGS },
        { type: "way", id: 2, nodes: refs, tags: TAGS },
        { type: "way", id: 3, center: { lat: 42.32, lon: -83.18 }, tags: TAGS },
        { type: "way", id: 4, nodes: refs, geometry, tags: TAGS },
        { type: "relation", id: 5, members: [{ type: "way", ref: 4, role: "outer", geometry }], tags: TAGS },
        ...nodes.map(({ id, at: [lon, lat] }) => ({ type: "node", id, lat, lon })),
      ),
    );
    const ids = ["node/1", "way/3", "way/4", "relation/5", "way/2"];
    expect(rows.map((row) => "place" in row && row.place.externalId)).toEqual(ids);
    for (const row of rows)
      expect(row).toMatchObject({
        place: { ...ROW, externalId: expect.any(String), latitude: expect.closeTo(42.32, 6) },
      });
  });

  test("in PBF: nodes, then outlines of ways and relations with a point inside, wherever their nodes are", async () => {
    const file = pbfFile([
      {
        ways: [
          { id: 2, refs, tags: TAGS },
          { id: 3, refs, tags: { highway: "residential", name: "Elm Street" } },
        ],
      },
      {
        nodes: [
          { id: 1, at: [-83.18, 42.32], tags: TAGS },
          ...nodes,
          { id: 99, at: [0, 0], tags: { amenity: "bench" } },
        ],
      },
      {
        ways: [
          { id: 8, refs: [10, 11, 12] },
          { id: 9, refs: [12, 13, 10] },
        ],
      },
      {
        relations: [
          {
            id: 5,
            members: [
              { way: 8, role: "outer" },
              { way: 9, role: "outer" },
            ],
            tags: TAGS,
          },
        ],
      },
    ]);
    const ids = ["node/1", "way/2", "relation/5"];
    const rows = await rowsIn(file);
    expect(rows).toEqual(ids.map((externalId, n) => ({ row: n + 1, place: { ...ROW, externalId } })));
  });
});

test("What the tags of a place mean", async () => {
  const base = { name: "Nur", "addr:street": "Elm St", "addr:city": "Troy", "addr:state": "MI" };
  const cases: readonly (readonly [object, string, string, boolean, boolean])[] = [
    [{ shop: "butcher", "diet:halal": "only" }, "grocery", "shop=butcher", true, false],
    [{ amenity: "restaurant", cuisine: "halal;pizza" }, "restaurant", "amenity=restaurant", true, false],
    [{ amenity: "restaurant", "diet:halal": "no" }, "restaurant", "amenity=restaurant", false, false],
    [{ shop: "clothes" }, "retail", "shop=clothes", false, false],
    [{ office: "lawyer" }, "services", "office=lawyer", false, false],
    [{ "disused:amenity": "restaurant" }, "restaurant", "disused:amenity=restaurant", false, true],
    [{ "abandoned:shop": "bakery" }, "grocery", "abandoned:shop=bakery", false, true],
    [{ amenity: "cafe", opening_hours: 'closed "for good"' }, "restaurant", "amenity=cafe", false, true],
    [{ amenity: "cafe", opening_hours: "off" }, "restaurant", "amenity=cafe", false, true],
    [
      { amenity: "cafe", opening_hours: "Mo off; Tu 10:00-12:00" },
      "restaurant",
      "amenity=cafe",
      false,
      false,
    ],
  ];
  const rows = await rowsIn(geojson(...cases.map(([tags]) => feature({ ...base, ...tags }))));
  expect(
    rows.map((row) => {
      if (!("place" in row)) return row.reason;
      const { category, categoryRule, isHalal, isClosed } = row.place;
      return [category, categoryRule, isHalal, isClosed];
    }),
  ).toEqual(cases.map(([, ...said]) => said));
});

test("A place that cannot be listed is refused with a reason", async () => {
  const { "addr:street": _, "addr:housenumber": __, ...noAddress } = TAGS;
  const rows = await rowsIn(
    geojson(
      feature(noAddress),
      feature({ ...TAGS, religion: "christian" }),
      feature({ ...TAGS, "addr:country": "FR" }),
      feature({ highway: "bus_stop", name: "Elm" }),
    ),
  );
  expect(rows).toEqual([
    { row: 1, reason: "Address is required" },
    {
      row: 2,
      reason: "It is none of the kinds that are listed: amenity=place_of_worship religion=christian",
    },
    { row: 3, reason: "It is in FR, not in the USA or Canada" },
    { row: 4, reason: "Its source does not say what kind of a place it is" },
  ]);
});

test("A reason that quotes the file has no characters that cannot be kept", async () => {
  const tags = [
    { amenity: "bad\u0000word" },
    { amenity: `${"b".repeat(91)}😀😀` },
    { ...TAGS, "addr:country": "a😀" },
    { ...TAGS, "addr:country": "\u0000\u0001" },
  ];
  const rows = await rowsIn(geojson(...tags.map((each) => feature(each))));
  const reasons = rows.map((row) => ("place" in row ? "" : row.reason));
  expect(reasons.map((reason) => reason !== "" && reason.isWellFormed() && !reason.includes("\0"))).toEqual(
    Array(4).fill(true),
  );
  expect(reasons[0]).toBe("It is none of the kinds that are listed: amenity=badword");
});

test("A city and a state that the tags lack come from the position", async () => {
  const { "addr:city": _, "addr:state": __, "addr:postcode": ___, ...rest } = TAGS;
  expect(await rowsIn(pbfFile([{ nodes: [{ id: 1, at: [-83.18, 42.32], tags: rest }] }]))).toMatchObject([
    { place: { city: "Dearborn", state: "MI" } },
  ]);
});

describe("A hostile file of OpenStreetMap is refused in one sentence:", () => {
  const whole = pbfFile([{ nodes: [{ id: 1, at: [-83.18, 42.32], tags: TAGS }] }]);

  test("cut, of another format, or damaged anywhere", async () => {
    expect(await refused(whole.subarray(0, whole.length - 3))).toBe(
      "FileError: The PBF file ends in the middle.",
    );
    expect(await refused("%PDF-1.7 not a map")).toBe(
      "FileError: The file is not a PBF file of OpenStreetMap.",
    );
    expect(await refused(Buffer.alloc(0))).toBe("FileError: The file is empty.");
    expect(await refused("<osm version='0.6'></osm>")).toStartWith("FileError: The file is XML");
    expect(await refused(Bun.gzipSync(Buffer.from("x")))).toBe(
      "FileError: The file is packed with gzip: unpack it first.",
    );
    for (let at = 0; at < whole.length; at += 3) {
      const wrong = Buffer.from(whole);
      wrong[at] = (wrong[at] ?? 0) ^ 0xff;
      expect(await refused(wrong)).toMatch(/^(?:FileError: |read: )/);
    }
  });

  test("that says it unpacks to gigabytes, or unpacks to more than it says", async () => {
    const zeros = Buffer.alloc(40_000_000);
    const header = pbfFile([]);
    const says = (size: number) => refused(Buffer.concat([header, blob("OSMData", zeros, size)]));
    expect(await says(4_000_000_000)).toBe(
      "FileError: A blob of the PBF file says that it unpacks to more than 32 MiB.",
    );
    expect(await says(1_000)).toBe("FileError: The PBF file is damaged.");
  });

  test("of a block with millions of texts or groups", async () => {
    const empty = (field: number) =>
      Buffer.from(new Uint8Array(6_000_000).map((_, n) => (n % 2 ? 0 : field * 8 + 2)));
    const table = new PbfWriter();
    table.writeBytesField(1, empty(1));
    for (const block of [table.finish(), empty(2)])
      expect(await refused(Buffer.concat([pbfFile([]), blob("OSMData", block)]))).toBe(
        "FileError: The PBF file is damaged.",
      );
  });

  test("of outlines with millions of nodes in a few bytes", async () => {
    const long = Array.from({ length: 50_000 }, (_, n) => n + 1);
    const sentence = "FileError: The outlines of the PBF file have too many nodes.";
    const ways = Array.from({ length: 21 }, (_, n) => ({ id: n + 1, refs: long, tags: TAGS }));
    expect(await refused(pbfFile([{ ways }]))).toBe(sentence);
    const members = Array.from({ length: 50 }, () => ({ way: 1, role: "outer" }));
    const again = { ways: [{ id: 1, refs: long }], relations: [{ id: 5, members, tags: TAGS }] };
    expect(await refused(pbfFile([again]))).toBe(sentence);
    const without = ways.concat(ways).map(({ id, refs, tags }) => ({ type: "way", id, nodes: refs, tags }));
    expect(await refused(overpass(...without))).toBe(
      "FileError: More than 100,000 outlines, or outlines of more than 2,000,000 nodes, have no center: ask Overpass for `out center`.",
    );
  });

  test("that needs what is not read", async () => {
    expect(await refused(pbfFile([], ["OsmSchema-V0.6", "Nonsense"]))).toBe(
      "FileError: The PBF file needs Nonsense, which is not read.",
    );
  });

  test("nested too deep, or of JSON that is no map", async () => {
    expect(await refused(`{"elements":[${"[".repeat(500_000)}`)).toStartWith("FileError: ");
    expect(
      await refused(
        geojson(
          feature(TAGS, { type: "Polygon", coordinates: JSON.parse(`${"[".repeat(900)}${"]".repeat(900)}`) }),
        ),
      ),
    ).toStartWith("read: ");
    expect(await refused('{"hello":1}')).toBe("FileError: The file is not a GeoJSON FeatureCollection.");
  });
});

test("An outline of any number of corners is read", async () => {
  const many = Array.from({ length: 60_000 }, (_, n) => [
    -83.18 + Math.cos(n) / 100,
    42.32 + Math.sin(n) / 100,
  ]);
  const rows = await rowsIn(
    geojson(
      feature(TAGS, {
        type: "Polygon",
        coordinates: [many.map(([x = 0, y = 0]) => [+x.toFixed(3), +y.toFixed(3)])],
      }),
    ),
  );
  expect(rows).toMatchObject([{ place: { name: "Masjid Sabirin", latitude: expect.closeTo(42.32, 1) } }]);
});

test("A PBF file leaves others a turn after each block and each 8,000 elements", async () => {
  const all = Array.from({ length: 40_000 }, (_, n) => ({ id: n + 1, at: [-83, 42] as const }));
  const file = await folder.file(
    Buffer.concat([pbfFile([]), pbfBlock({ nodes: all }), pbfBlock({ nodes: all })]),
  );
  const [, turns] = await turnsDuring(() => rowsOf("osm", file));
  expect(turns).toBeGreaterThanOrEqual(10);
});
