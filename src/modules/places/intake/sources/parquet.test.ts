import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { zstdCompressSync } from "node:zlib";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import {
  OVERTURE_COLUMNS,
  wkbPoint,
  writeParquet,
} from "../../../../testing/places/sources/parquet-files.ts";
import { refusalOf, rowsOf, sourceFolder } from "../../../../testing/places/sources/read-rows.ts";
import { turnsDuring } from "../../../../testing/turns.ts";
import { pointOfWkb, readParquet } from "./parquet.ts";
import { unpackedPage } from "./parquet-pages.ts";

const folder = sourceFolder();

/** Rows with lists and texts of all lengths, empty and null ones among them. */
const varied = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `id-${n}`,
    names: n % 11 === 0 ? null : { primary: `Place ${n % 97}`, common: n % 3 ? { ar: `م ${n}` } : null },
    categories: {
      primary: n % 5 ? "mosque" : null,
      alternate: Array.from({ length: n % 4 }, (_, m) => `kind_${m}`),
    },
    websites: n % 7 === 0 ? null : Array.from({ length: n % 13 }, (_, m) => `https://${n}.example/${m}`),
    addresses: [{ freeform: `${n} Elm St`, locality: "Troy", region: "MI", country: "US", postcode: null }],
    sources: Array.from({ length: n % 3 }, (_, m) => ({ dataset: `d${m}`, license: m ? "CC0-1.0" : null })),
  }));
const within = (group: string, names: string) => names.split(" ").map((name) => `${group}.${name}`);
const WANTED = [
  "id",
  "websites",
  ...within("names", "primary common.key common.value"),
  ...within("categories", "primary alternate"),
  ...within("addresses", "freeform locality postcode region country"),
  ...within("sources", "property dataset license record_id update_time confidence"),
];

describe("A Parquet file", () => {
  test("is read page by page as the library reads whole row groups", async () => {
    const path = folder.path();
    const rows = varied(2_700);
    await writeParquet(path, OVERTURE_COLUMNS, [rows.slice(0, 2_300), rows.slice(2_300)], {
      pageSize: 12_000,
    });
    const ours = (await Array.fromAsync(readParquet(path, WANTED))).flat();
    const columns = ["id", "categories", "websites", "addresses", "sources"];
    const theirs = await parquetReadObjects({ file: await asyncBufferFromFile(path), columns, compressors });
    expect(ours.length).toBe(2_700);
    expect(ours.map((row) => columns.map((name) => JSON.stringify(row[name])))).toEqual(
      theirs.map((row) => columns.map((name) => JSON.stringify({ ...row }[name]))),
    );
    const pairs = (common: object) => Object.entries(common).map(([key, value]) => ({ key, value }));
    expect(ours.map(({ names }) => names)).toEqual(
      rows.map(({ names }) => names && { ...names, common: names.common && pairs(names.common) }),
    );
  });

  test("leaves others a turn between its pages", async () => {
    const path = folder.path();
    await writeParquet(path, OVERTURE_COLUMNS, [varied(4_000)], { pageSize: 2_000 });
    const [, turns] = await turnsDuring(() => Array.fromAsync(readParquet(path, ["websites"])));
    expect(turns).toBeGreaterThan(50);
  });
});

test("A point is read from its bytes in either order, with a reference system, a height or neither", () => {
  const point = { longitude: -83.18, latitude: 42.32 };
  const little = wkbPoint(point.longitude, point.latitude);
  const big = Buffer.from([
    0,
    0,
    0,
    0,
    1,
    ...little.slice(5, 13).toReversed(),
    ...little.slice(13).toReversed(),
  ]);
  const referenced = Buffer.from([1, 1, 0, 0, 0x20, 0xe6, 0x10, 0, 0, ...little.slice(5)]);
  const high = Buffer.from([1, 0xe9, 0x03, 0, 0, ...little.slice(5), ...Buffer.alloc(8)]);
  expect([little, big, referenced, high].map(pointOfWkb)).toEqual([point, point, point, point]);
  const line = Buffer.from([1, 2, 0, 0, 0, ...little.slice(5)]);
  expect([line, little.slice(0, 20), Buffer.alloc(0)].map(pointOfWkb)).toEqual([null, null, null]);
});

const small = async () => {
  const path = folder.path();
  await writeParquet(path, OVERTURE_COLUMNS, [varied(10)], { codec: "UNCOMPRESSED" });
  return readFile(path);
};
const refused = async (bytes: Uint8Array) => refusalOf(rowsOf("overture", await folder.file(bytes)));

/** A file of two columns of ten values, changed. */
function changed(value: string | null, change: (bytes: Buffer) => Buffer): Buffer {
  const writer = new ByteWriter();
  const schema = [
    { name: "root", num_children: 2 },
    { name: "id", type: "BYTE_ARRAY", repetition_type: "OPTIONAL" },
    { name: "geometry", type: "BYTE_ARRAY", repetition_type: "OPTIONAL" },
  ] as const;
  const parquet = new ParquetWriter({ writer, schema: [...schema], codec: "UNCOMPRESSED" });
  const data = Array.from({ length: 10 }, () => value);
  parquet.write({
    columnData: [
      { name: "id", data },
      { name: "geometry", data },
    ],
  });
  parquet.finish();
  return change(Buffer.from(writer.getBuffer()));
}

/** The number of LEB128. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

describe("A hostile Parquet file is refused in one sentence:", () => {
  test("cut, of another format, or with a wrong footer", async () => {
    const whole = await small();
    expect(await refused(whole.subarray(0, whole.length - 20))).toBe(
      "FileError: The Parquet file ends in the middle.",
    );
    expect(await refused(Buffer.concat([whole.subarray(0, 200), whole.subarray(-8)]))).toBe(
      "FileError: The Parquet file is damaged.",
    );
    expect(await refused(Buffer.from("PAR1PAR1"))).toBe("FileError: The file is not a Parquet file.");
    expect(await refused(Buffer.from("%PDF-1.7"))).toStartWith("FileError: The file is not JSON");
    for (let at = 5; at < whole.length - 4; at += 37) {
      const wrong = Buffer.from(whole);
      wrong[at] = (wrong[at] ?? 0) ^ 0xff;
      expect(await refused(wrong)).toMatch(/^(?:FileError: The|FileError: A |read: )/);
    }
  });

  test("without the columns of its source", async () => {
    const path = folder.path();
    await writeParquet(path, { id: OVERTURE_COLUMNS.id }, [[{ id: "1" }]]);
    expect(await refusalOf(rowsOf("overture", path))).toBe(
      "FileError: The file has no columns names and addresses, as places of Overture Maps have.",
    );
  });

  test("with a footer or pages that say they are huge", async () => {
    const whole = await small();
    whole.writeUInt32LE(5_000_000, whole.length - 8);
    expect(await refused(whole)).toBe(
      "FileError: The description of the columns of the Parquet file is larger than 4 MiB.",
    );
    // a page header begins with its type and its size, both as zigzag numbers
    const inflated = changed("x".repeat(40), (bytes) =>
      Buffer.concat([bytes.subarray(0, 7), varint(2 * 2_000_000_000), bytes.subarray(8)]),
    );
    expect(await refused(inflated)).toBe(
      "FileError: A page of the Parquet file says that it unpacks to more than 64 MiB.",
    );
  });

  test("with a footer of millions of records", async () => {
    const count = 3_000_000;
    const footer = Buffer.concat([
      Buffer.from([0x15, 2, 0x19, 0xfc]),
      varint(count),
      Buffer.alloc(count + 1),
    ]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    const magic = Buffer.from("PAR1");
    expect(await refused(Buffer.concat([magic, footer, length, magic]))).toBe(
      "FileError: The Parquet file is damaged.",
    );
  });

  test("with a page that unpacks to more than it says", async () => {
    const writer = new ByteWriter();
    const packed = new Uint8Array(zstdCompressSync(Buffer.alloc(50_000_000)));
    const schema = [
      { name: "root", num_children: 1 },
      { name: "id", type: "BYTE_ARRAY" as const, repetition_type: "OPTIONAL" as const },
    ];
    const pack = () => packed;
    const parquet = new ParquetWriter({ writer, schema, codec: "ZSTD", compressors: { ZSTD: pack } });
    parquet.write({ columnData: [{ name: "id", data: ["a", "b"] }] });
    parquet.finish();
    expect(await refused(new Uint8Array(writer.getBuffer()))).toBe("FileError: The Parquet file is damaged.");
  });

  test("with columns or lists that fill the memory although each page and each list is within its limit", async () => {
    const { id, names, addresses, phones } = OVERTURE_COLUMNS;
    const large = folder.path();
    const text = "a".repeat(45 * 1_024 * 1_024);
    const row = {
      ...{ id: text, basic_category: text, operating_status: text },
      names: { primary: text, common: null, rules: null },
      addresses: [{ freeform: text, locality: text, postcode: null, region: null, country: null }],
    };
    const wide = { id, basic_category: id, operating_status: id, names, addresses };
    await writeParquet(large, wide, [[row]]);
    expect(await refusalOf(rowsOf("overture", large))).toBe(
      "FileError: The pages of 2,000 rows of the Parquet file unpack to more than 256 MiB.",
    );
    const many = folder.path();
    const rows = Array.from({ length: 12 }, (_, n) => ({ id: `${n}`, phones: Array(90_000).fill("5") }));
    await writeParquet(many, { id, names, addresses, phones }, [rows], { pageSize: 50_000 });
    expect(await refusalOf(rowsOf("overture", many))).toBe(
      "FileError: The lists of 2,000 rows of the Parquet file have more than 1,000,000 values.",
    );
  });

  test("with a run of a billion levels or entries in a few bytes", () => {
    const element = { name: "id", type: "BYTE_ARRAY", repetition_type: "OPTIONAL" } as const;
    const path = [{ name: "root" }, element].map((each) => ({
      children: [],
      count: 1,
      element: each,
      path: [],
    }));
    const decoder = { codec: "UNCOMPRESSED", type: "BYTE_ARRAY", element, schemaPath: path } as never;
    const page = (levels: Buffer, values: Buffer = Buffer.alloc(0)) => {
      const sizes = { repetition_levels_byte_length: 0, definition_levels_byte_length: levels.length };
      const body = { num_values: 10, num_nulls: 10, num_rows: 10, encoding: "RLE_DICTIONARY", ...sizes };
      const size = levels.length + values.length;
      const header = { uncompressed_page_size: size, compressed_page_size: size, data_page_header_v2: body };
      return () => unpackedPage(header as never, Buffer.concat([levels, values]), {}, decoder);
    };
    const run = (count: number) => Buffer.concat([varint(2 * count), Buffer.from([0])]);
    expect(page(run(10))().bytes.length).toBe(2);
    expect(page(run(1_000_000_000))).toThrow("The Parquet file is damaged.");
    expect(page(run(5))).toThrow("The Parquet file is damaged.");
    expect(page(run(10), Buffer.concat([Buffer.from([1]), run(1_000_000_000)]))).toThrow(
      "The Parquet file is damaged.",
    );
  });

  test("with values as differences, whose header can say that there is no end", async () => {
    const writer = new ByteWriter();
    const schema = [
      { name: "root", num_children: 1 },
      { name: "id", type: "BYTE_ARRAY", repetition_type: "REQUIRED" },
    ] as const;
    const parquet = new ParquetWriter({ writer, schema: [...schema], codec: "UNCOMPRESSED" });
    const data = Array.from({ length: 300 }, (_, n) => Buffer.from(`text ${n}`));
    parquet.write({ columnData: [{ name: "id", data, encoding: "DELTA_LENGTH_BYTE_ARRAY" }] });
    parquet.finish();
    const whole = Buffer.from(writer.getBuffer());
    const endless = Buffer.from([0x80, 0x01, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x01, 0x02, 0x02]);
    endless.copy(whole, whole.indexOf(Buffer.from([0x80, 0x01, 0x04])));
    expect(await refused(whole)).toBe(
      "FileError: The file has values in the encoding DELTA_LENGTH_BYTE_ARRAY, which is not read.",
    );
  });

  test("with too many columns, or columns nested too deep", async () => {
    const file = (schema: readonly object[]) => {
      const writer = new ByteWriter();
      new ParquetWriter({ writer, schema: schema as never, codec: "UNCOMPRESSED" }).finish();
      return Buffer.from(writer.getBuffer());
    };
    const wide = Array.from({ length: 5_000 }, (_, n) => ({
      name: `c${n}`,
      type: "INT32",
      repetition_type: "OPTIONAL",
    }));
    expect(await refused(file([{ name: "root", num_children: wide.length }, ...wide]))).toBe(
      "FileError: The Parquet file has more than 1,000 columns.",
    );
    const deep = Array.from({ length: 500 }, () => ({
      name: "g",
      num_children: 1,
      repetition_type: "OPTIONAL",
    }));
    const end = { name: "x", type: "INT32", repetition_type: "OPTIONAL" };
    expect(await refused(file([...deep, end]))).toBe(
      "FileError: The columns of the Parquet file are nested too deep.",
    );
  });
});
