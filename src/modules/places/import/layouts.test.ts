import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestApp, testApp } from "../../../testing/app.ts";
import type { ImportReport } from "../schema.ts";
import { pois } from "../table.ts";

/** What is true of a place of a list, and must be in the directory once the list is imported. */
interface Truth {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly phone: string;
  readonly website: string;
  readonly category: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

type Cells = Readonly<Record<string, string>>;

/** A way in which some program writes a list: its file, and the cells of a place by the names of its columns. */
interface Layout {
  readonly format?: "csv" | "geojson";
  readonly cells: (truth: Truth, n: number) => Cells;
  readonly write?: (rows: readonly Cells[]) => string | Uint8Array;
  /** What the layout cannot say. */
  readonly lacks?: readonly (keyof Truth)[];
}

const CITIES = [
  ["Dearborn", "MI", "Michigan", "48126", 42.3223, -83.1763],
  ["Cambridge", "MA", "Massachusetts", "02139", 42.3646, -71.1043],
  ["Toronto", "ON", "Ontario", "M5S 1A1", 43.6629, -79.3957],
  ["Houston", "TX", "Texas", "77036", 29.7015, -95.5341],
  ["St. Louis", "MO", "Missouri", "63110", 38.6205, -90.2585],
  ["Montréal", "QC", "Québec", "H2X 1Y4", 45.5121, -73.5702],
] as const;
const KINDS = [
  ["Masjid Noor", "mosque", "Mosque"],
  ["Olive Grill", "restaurant", "Halal Restaurant"],
  ["Hilal Market", "grocery", "Grocery Store"],
  ["Café Sami’s Pizza", "restaurant", "Restaurant"],
] as const;

function truthOf(layout: number, n: number): Truth & { readonly stateName: string; readonly kind: string } {
  const [city, state, stateName, zipCode, latitude, longitude] = CITIES[n % CITIES.length] ?? CITIES[0];
  const [name, category, kind] = KINDS[(n + layout) % KINDS.length] ?? KINDS[0];
  const id = `${layout}-${n}`;
  return {
    name: `${name} ${id}`,
    address: `${100 + n} ${["Elm St", "N 5th Ave", "Warren Ave, Suite 4"][n % 3]}`,
    city,
    state,
    stateName,
    zipCode,
    phone: `313555${String(1_000 + n)}`,
    website: `https://p${id}.example`,
    category,
    kind,
    latitude: Number((latitude + n / 10_000).toFixed(6)),
    longitude: Number((longitude - n / 10_000).toFixed(6)),
  };
}

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || cell.includes('"') || cell.includes("\n")
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;

const csvOf =
  (delimiter = ",", before: readonly string[] = []) =>
  (rows: readonly Cells[]): string => {
    const names = Object.keys(rows[0] ?? {});
    const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))];
    return [
      ...before,
      ...lines.map((line) => line.map((cell) => quoted(cell, delimiter)).join(delimiter)),
    ].join("\r\n");
  };

const utf16 = (rows: readonly Cells[]): Uint8Array =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csvOf("\t")(rows), "utf16le")]);

const geojson =
  (geometryOf: (row: Cells) => unknown) =>
  (rows: readonly Cells[]): string =>
    JSON.stringify({
      type: "FeatureCollection",
      features: rows.map((row) => {
        const { longitude, latitude, ...properties } = row;
        return {
          type: "Feature",
          geometry: geometryOf({ longitude: longitude ?? "", latitude: latitude ?? "" }),
          properties,
        };
      }),
    });

type All = ReturnType<typeof truthOf>;
const own = (t: Truth): Cells =>
  Object.fromEntries(
    Object.entries(t).flatMap(([name, value]) =>
      ["stateName", "kind"].includes(name) ? [] : [[name, String(value)]],
    ),
  );
const us = (t: Truth): boolean => /^\d/.test(t.zipCode);
const PHONES: readonly ((phone: string) => string)[] = [
  (p) => `(${p.slice(0, 3)}) ${p.slice(3, 6)}-${p.slice(6)}`,
  (p) => `+1-${p.slice(0, 3)}-${p.slice(3, 6)}-${p.slice(6)} ext. 12`,
  (p) => `${p.slice(0, 3)}.${p.slice(3, 6)}.${p.slice(6)}; 248-555-0199`,
  (p) => `tel:+1${p}`,
  (p) => `001 ${p.slice(0, 3)}/${p.slice(3, 6)}-${p.slice(6)}`,
];
const phone = (t: Truth, n: number): string => PHONES[n % PHONES.length]?.(t.phone) ?? "";

/** The layouts of programs and makers of public lists. */
const LAYOUTS: Readonly<Record<string, Layout>> = {
  "our own": { cells: own },
  "Excel in French": {
    cells: (t) => ({
      ...own(t),
      latitude: String(t.latitude).replace(".", ","),
      longitude: String(t.longitude).replace(".", ","),
    }),
    write: csvOf(";"),
  },
  "pasted from a sheet": { cells: own, write: csvOf("\t") },
  "a separator line": { cells: own, write: csvOf(";", ["sep=;"]) },
  "Unicode Text": { cells: own, write: utf16 },
  "capitals, spaces and names": {
    cells: (t, n) => ({
      "Name ": t.name,
      " Street Address": t.address,
      CITY: t.city,
      State: (t as All).stateName,
      "ZIP Code": us(t) && t.zipCode.startsWith("0") ? t.zipCode.slice(1) : t.zipCode,
      Telephone: phone(t, n),
      URL: t.website.replace("https://", ""),
      Type: (t as All).kind,
      Lat: String(t.latitude),
      Lng: String(t.longitude),
      Rating: "4.5",
    }),
    write: (rows) => `${csvOf()(rows)}\r\n,,,,,,,,,,\r\n`,
  },
  "a title above the header": {
    cells: (t, n) => ({
      "Mosque Name": t.name,
      "Address 1": t.address,
      Town: t.city,
      Province: `US-${t.state}`,
      Postcode: t.zipCode,
      Tel: phone(t, n),
      Homepage: t.website,
      Category: t.category,
      y: String(t.latitude),
      x: String(t.longitude),
    }),
    write: (rows) =>
      `Halal places 2025,,,,,,,,,\r\n\r\n${csvOf()(rows.map((row) => ({ ...row, Province: (row.Province ?? "").replace(/^US-(ON|QC)$/, "CA-$1") })))}`,
  },
  "OpenStreetMap as CSV": {
    cells: (t) => {
      const [, house = "", street = ""] = /^(\d+) (.+?)(?:, Suite 4)?$/.exec(t.address) ?? [];
      return {
        "@id": "node/1",
        "@type": "node",
        "@lat": String(t.latitude),
        "@lon": String(t.longitude),
        name: t.name,
        "addr:housenumber": house,
        "addr:street": street,
        "addr:unit": t.address.includes("Suite") ? "Suite 4" : "",
        "addr:city": t.city,
        "addr:state": t.state,
        "addr:postcode": t.zipCode,
        phone: t.phone,
        "contact:website": t.website,
        amenity:
          t.category === "mosque" ? "place_of_worship" : t.category === "restaurant" ? "restaurant" : "",
        religion: t.category === "mosque" ? "muslim" : "",
        shop: t.category === "grocery" ? "supermarket" : "",
      };
    },
  },
  "OpenStreetMap with outlines": {
    format: "geojson",
    cells: (t) => ({
      longitude: String(t.longitude),
      latitude: String(t.latitude),
      "@id": "way/1",
      name: t.name,
      "addr:street_address": t.address,
      "addr:city": t.city,
      "addr:state": t.state,
      "addr:postcode": t.zipCode,
      phone: t.phone,
      website: t.website,
      amenity: t.category === "mosque" ? "place_of_worship" : t.category === "restaurant" ? "fast_food" : "",
      religion: t.category === "mosque" ? "muslim" : "",
      shop: t.category === "grocery" ? "convenience" : "",
    }),
    write: geojson(({ longitude, latitude }) => {
      const [x, y, d] = [Number(longitude), Number(latitude), 0.0002];
      return {
        type: "Polygon",
        coordinates: [
          [
            [x - d, y - d],
            [x + d, y - d],
            [x + d, y + d],
            [x - d, y + d],
            [x - d, y - d],
          ],
        ],
      };
    }),
  },
  "a saved Google list": {
    format: "geojson",
    cells: (t) => ({
      longitude: String(t.longitude),
      latitude: String(t.latitude),
      name: t.name,
      formatted_address: `${t.address}, ${t.city}, ${t.state} ${t.zipCode}, ${us(t) ? "USA" : "Canada"}`,
      formatted_phone_number: `(313) ${t.phone.slice(3, 6)}-${t.phone.slice(6)}`,
      website: t.website,
      type: t.category === "grocery" ? "grocery_store" : t.category,
    }),
    write: geojson(({ longitude, latitude }) => ({
      type: "Point",
      coordinates: [Number(longitude), Number(latitude)],
    })),
  },
  "the whole address in one column": {
    cells: (t, n) => ({
      "Business Name": t.name,
      Address: `${t.address}, ${t.city}, ${n % 2 ? (t as All).stateName : t.state} ${t.zipCode}`,
      "Phone Number": phone(t, n),
      Website: t.website,
      Kind: (t as All).kind,
      Coordinates: `${t.latitude}, ${t.longitude}`,
    }),
  },
  "names that are not recognized": {
    cells: (t, n) => ({
      Bezeichnung: t.name,
      Anschrift: t.address,
      Ort: t.city,
      Bundesstaat: t.state,
      Code: us(t) && !t.zipCode.startsWith("0") ? t.zipCode : t.zipCode,
      Rufnummer: phone(t, n),
      Netz: t.website,
      Art: (t as All).kind,
      Breite: t.latitude?.toFixed(6) ?? "",
      Länge: t.longitude?.toFixed(6) ?? "",
    }),
  },
  "a list of masjids without a category": {
    cells: (t) => ({
      Masjid: `Masjid ${t.name.split(" ").at(-1)}`,
      Street: t.address,
      City: t.city,
      ST: t.state,
      Zip: t.zipCode,
      Phone: t.phone,
      Web: t.website,
      Latitude: `${t.latitude}° N`,
      Longitude: `${Math.abs(t.longitude ?? 0)}° W`,
    }),
  },
  "a city's open data": {
    cells: (t) => ({
      OBJECTID: "7",
      DBA: t.name,
      Location_Address: t.address.toUpperCase(),
      CITY_NAME: t.city,
      STATE_CODE: t.state,
      POSTAL_CODE: us(t) ? `${t.zipCode}` : t.zipCode,
      BUSINESS_PHONE: t.phone,
      WEB_ADDRESS: t.website,
      FACILITY_TYPE: (t as All).kind,
      the_geom: `POINT (${t.longitude} ${t.latitude})`,
    }),
  },
  "HTML and bad optional values": {
    cells: (t, n) => ({
      ...own(t),
      name: t.name.replace("’", "&#8217;").replace("é", "Ã©"),
      phone: n % 2 ? "call us" : t.phone,
      latitude: n % 5 === 0 ? "0" : String(t.latitude),
      longitude: n % 5 === 0 ? "0" : String(t.longitude),
      halalVerificationStatus: n % 3 ? "" : "self_declared",
    }),
  },
};

const PER_LAYOUT = Math.ceil(2_000 / Object.keys(LAYOUTS).length);

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), "rihla-layouts-"));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function take(name: string, { format = "csv", write = csvOf() }: Layout, rows: readonly Cells[]) {
  const file = join(folder, name);
  await Bun.write(file, write(rows));
  return (await app.operate("admin.pois.import", { file, format })) as ImportReport;
}

/** The truth of a row in its layout, with what it makes wrong left out. */
function expectedOf(layout: string, truth: Truth, n: number): Truth {
  const { stateName: _, kind: __, ...fields } = truth as All;
  if (layout === "a list of masjids without a category")
    return { ...fields, name: `Masjid ${truth.name.split(" ").at(-1)}`, category: "mosque" };
  if (layout === "a city's open data") return { ...fields, address: truth.address.toUpperCase() };
  if (layout !== "HTML and bad optional values") return fields;
  const isZero = n % 5 === 0;
  return { ...fields, ...(n % 2 && { phone: "" }), ...(isZero && { latitude: null, longitude: null }) };
}

const near = (one: number | null, other: number | null): boolean =>
  one === null || other === null ? one === other : Math.abs(one - other) < 0.000_1;

test("of 2,000 places in the layouts of other programs 98 % are taken as they are, and no value is changed in silence", async () => {
  const wrong: string[] = [];
  let [all, right, silent] = [0, 0, 0];
  for (const [n, [name, layout]] of Object.entries(LAYOUTS).entries()) {
    const truths = Array.from({ length: PER_LAYOUT }, (_, row) => truthOf(n, row));
    const report = await take(
      name.replaceAll(/\W/g, "-"),
      layout,
      truths.map((truth, row) => layout.cells(truth, row)),
    );
    const said = new Set([...report.refusals, ...report.doubts].map(({ at }) => at));
    const found = await app.db.orm.select().from(pois).orderBy(pois.seq);
    const byName = new Map(found.map((place) => [place.name, place]));
    for (const [row, truth] of truths.entries()) {
      all += 1;
      const expected = expectedOf(name, truth, row);
      const place = byName.get(expected.name);
      const differs = Object.entries(expected).flatMap(([field, value]) => {
        const is = place?.[field as keyof Truth];
        const isSame =
          typeof value === "number" || value === null
            ? near(value as number | null, (is ?? null) as number | null)
            : is === value;
        return isSame ? [] : [`${field} ${String(is)} for ${String(value)}`];
      });
      if (place && differs.length > 0 && !said.has(report.list ? report.list.header + 1 + row : row))
        silent += 1;
      if (place && differs.length === 0) right += 1;
      else
        wrong.push(
          `${name} ${row}: ${place ? differs.join(", ") : `not taken: ${report.refusals[0]?.reason}`}`,
        );
    }
  }
  expect([wrong.slice(0, 20), silent]).toEqual([[], 0]);
  console.info(`${right} of ${all} rows of ${Object.keys(LAYOUTS).length} layouts are right`);
  expect(all).toBeGreaterThanOrEqual(2_000);
  expect(right / all).toBeGreaterThanOrEqual(0.98);
});
