import { zstdCompressSync } from "node:zlib";
import type { CompressionCodec } from "hyparquet";
import { fileWriter, ParquetWriter } from "hyparquet-writer";

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

type Node = (name: string) => readonly SchemaElement[];

const leaf =
  (type: Partial<SchemaElement>): Node =>
  (name) => [{ name, repetition_type: "OPTIONAL", ...type }];
const text = leaf({ type: "BYTE_ARRAY", converted_type: "UTF8" });
const bytes = leaf({ type: "BYTE_ARRAY" });
const float = leaf({ type: "FLOAT" });
const double = leaf({ type: "DOUBLE" });
const int = leaf({ type: "INT32" });

const group =
  (children: Readonly<Record<string, Node>>): Node =>
  (name) => [
    { name, repetition_type: "OPTIONAL", num_children: Object.keys(children).length },
    ...Object.entries(children).flatMap(([key, child]) => child(key)),
  ];
const list =
  (element: Node): Node =>
  (name) => [
    { name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    ...element("element"),
  ];
const map: Node = (name) => [
  { name, repetition_type: "OPTIONAL", converted_type: "MAP", num_children: 1 },
  { name: "key_value", repetition_type: "REPEATED", num_children: 2 },
  { name: "key", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" },
  ...text("value"),
];

const bbox = group({ xmin: float, xmax: float, ymin: float, ymax: float });
const names = group({
  primary: text,
  common: map,
  rules: list(group({ variant: text, language: text, value: text, side: text })),
});

/** https://docs.overturemaps.org/schema/reference/places/place, as the releases write it. */
export const OVERTURE_COLUMNS = {
  id: text,
  geometry: bytes,
  bbox,
  version: int,
  sources: list(
    group({
      property: text,
      dataset: text,
      license: text,
      record_id: text,
      update_time: text,
      confidence: double,
    }),
  ),
  names,
  categories: group({ primary: text, alternate: list(text) }),
  basic_category: text,
  taxonomy: group({ primary: text, hierarchy: list(text), alternates: list(text) }),
  confidence: double,
  websites: list(text),
  socials: list(text),
  emails: list(text),
  phones: list(text),
  brand: group({ wikidata: text, names }),
  addresses: list(group({ freeform: text, locality: text, postcode: text, region: text, country: text })),
  operating_status: text,
} as const;

/** https://docs.foursquare.com/data-products/docs/places-os-data-schema */
export const FOURSQUARE_COLUMNS = {
  fsq_place_id: text,
  name: text,
  latitude: double,
  longitude: double,
  address: text,
  locality: text,
  region: text,
  postcode: text,
  admin_region: text,
  post_town: text,
  po_box: text,
  country: text,
  date_created: text,
  date_refreshed: text,
  date_closed: text,
  tel: text,
  website: text,
  email: text,
  facebook_id: leaf({ type: "INT64" }),
  instagram: text,
  twitter: text,
  fsq_category_ids: list(text),
  fsq_category_labels: list(text),
  placemaker_url: text,
  unresolved_flags: list(text),
  geom: bytes,
  bbox,
} as const;

const PACKERS = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdCompressSync(input)) };

type Columns = Readonly<Record<string, Node>>;
type Row = Readonly<Record<string, unknown>>;

/** Writes rows in steps, each a row group of its own: a million are never in memory at once. */
export async function writeParquet(
  path: string,
  columns: Columns,
  steps: Iterable<readonly Row[]>,
  { codec = "ZSTD", pageSize }: { readonly codec?: CompressionCodec; readonly pageSize?: number } = {},
): Promise<void> {
  const schema = [
    { name: "root", num_children: Object.keys(columns).length },
    ...Object.entries(columns).flatMap(([name, node]) => node(name)),
  ];
  const writer = new ParquetWriter({ writer: fileWriter(path), schema, codec, compressors: PACKERS });
  for (const rows of steps) {
    const columnData = Object.keys(columns).map((name) => ({
      name,
      data: rows.map((row) => row[name] ?? null),
    }));
    await writer.write({ columnData, rowGroupSize: Math.max(rows.length, 1), ...(pageSize && { pageSize }) });
  }
  await writer.finish();
}

/** A point as Well-Known Binary. */
export function wkbPoint(longitude: number, latitude: number): Uint8Array {
  const point = Buffer.alloc(21);
  point.writeUInt8(1, 0);
  point.writeUInt32LE(1, 1);
  point.writeDoubleLE(longitude, 5);
  point.writeDoubleLE(latitude, 13);
  return new Uint8Array(point);
}
