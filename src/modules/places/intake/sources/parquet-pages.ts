import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { CompressionCodec, PageHeader, SchemaTree } from "hyparquet";
import type { readDataPageV2 } from "hyparquet/src/datapage.js";
import { FileError } from "../../../../core/files/file-error.ts";

/** What a page may unpack to: most have 1 MiB. docs/limits.md */
const PAGE_MAX = 64 * 1_024 * 1_024;
/** Of a page, nulls included: a few bytes can stand for any number of them. docs/limits.md */
const VALUES_MAX = 1_000_000;

/**
 * Encodings whose output has at most the size that a page says. Not the delta encodings: the decoder trusts their header,
 * which can make it run forever, and the files of Overture and Foursquare have none.
 */
const ENCODINGS: ReadonlySet<string> = new Set([
  "PLAIN",
  "PLAIN_DICTIONARY",
  "RLE_DICTIONARY",
  "RLE",
  "BYTE_STREAM_SPLIT",
]);

export type Decoder = Parameters<typeof readDataPageV2>[2];
type Unpack = (packed: Uint8Array, size: number) => Uint8Array;
type Unpackers = Readonly<Partial<Record<CompressionCodec, Unpack>>>;

/** Unpack to the size that a page says and not more. */
export async function unpackers(): Promise<Unpackers> {
  const { SNAPPY, LZ4, LZ4_RAW } = (await import("hyparquet-compressors")).compressors;
  return {
    GZIP: (packed, size) => gunzipSync(packed, { maxOutputLength: Math.max(size, 1) }),
    BROTLI: (packed, size) => brotliDecompressSync(packed, { maxOutputLength: Math.max(size, 1) }),
    ZSTD: (packed, size) => zstdDecompressSync(packed, { maxOutputLength: Math.max(size, 1) }),
    ...(SNAPPY && { SNAPPY }),
    ...(LZ4 && { LZ4 }),
    ...(LZ4_RAW && { LZ4_RAW }),
  };
}

interface Page {
  readonly header: PageHeader;
  readonly bytes: Uint8Array;
}

/** A page unpacked, so that the decoder copies nothing without a limit. Throws `FileError`. */
export function unpackedPage(
  header: PageHeader,
  packed: Uint8Array,
  unpackWith: Unpackers,
  decoder: Decoder,
): Page {
  const { codec } = decoder;
  const v2 = header.data_page_header_v2;
  const isPacked = codec !== "UNCOMPRESSED" && v2?.is_compressed !== false;
  const unpack = unpackWith[codec];
  if (isPacked && !unpack) throw new FileError(`The file is packed with ${codec}, which is not read.`);
  const levels = v2 ? v2.definition_levels_byte_length + v2.repetition_levels_byte_length : 0;
  if (!(levels >= 0 && levels <= packed.length)) throw new FileError(DAMAGED);
  const size = header.uncompressed_page_size - levels;
  const rest = packed.subarray(levels);
  const values = !isPacked || !unpack ? rest : size === 0 ? rest.subarray(0, 0) : unpack(rest, size);
  const bytes = levels === 0 ? values : Buffer.concat([packed.subarray(0, levels), values]);
  if (values.length !== size) throw new FileError(DAMAGED);
  checkRuns(header, bytes, decoder);
  return {
    header: {
      ...header,
      compressed_page_size: bytes.length,
      ...(v2 && { data_page_header_v2: { ...v2, is_compressed: false } }),
    },
    bytes,
  };
}

export const DAMAGED = "The Parquet file is damaged.";

/** Throws unless a page says sizes that can be unpacked. */
export function checkSizes(header: PageHeader, { type }: Decoder): void {
  const { uncompressed_page_size: size, data_page_header_v2: v2 } = header;
  const body = header.data_page_header ?? v2 ?? header.dictionary_page_header;
  if (!body || !(size >= 0)) throw new FileError(DAMAGED);
  if (size > PAGE_MAX)
    throw new FileError("A page of the Parquet file says that it unpacks to more than 64 MiB.");
  const { num_values: count, encoding } = body;
  if (!(count >= 0) || (v2 && !(v2.num_nulls >= 0 && v2.num_nulls <= count))) throw new FileError(DAMAGED);
  if (count > VALUES_MAX)
    throw new FileError("A page of the Parquet file says that it has more than 1,000,000 values.");
  const isWide = encoding === "BYTE_STREAM_SPLIT" && type === "FIXED_LEN_BYTE_ARRAY";
  if (!ENCODINGS.has(encoding) || isWide)
    throw new FileError(`The file has values in the encoding ${encoding}, which is not read.`);
}

/**
 * Throws unless each run of levels and of dictionary entries has at most as many values as its page: the decoder writes
 * what a run says.
 */
function checkRuns(header: PageHeader, bytes: Uint8Array, { schemaPath, type }: Decoder): void {
  const { data_page_header: v1, data_page_header_v2: v2 } = header;
  const body = v1 ?? v2;
  if (!body) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { encoding, num_values: count } = body;
  let at = 0;
  const { repetition, definition } = levelsOf(schemaPath);
  for (const [level, length] of [
    [repetition, v2?.repetition_levels_byte_length],
    [definition, v2?.definition_levels_byte_length],
  ] as const) {
    if (level === 0 && length !== undefined && length !== 0) throw new FileError(DAMAGED);
    if (level === 0) continue;
    if (length === undefined) at += 4;
    const end = at + (length ?? view.getUint32(at - 4, true));
    if (walkRuns(view, at, end, widthOf(level), count) < count) throw new FileError(DAMAGED);
    at = end;
  }
  if (at >= view.byteLength) return;
  if (encoding === "RLE" && (v2 || type === "BOOLEAN")) walkRuns(view, at + 4, view.byteLength, 1, count);
  else if (encoding === "RLE" || encoding.endsWith("_DICTIONARY"))
    walkRuns(view, at + 1, view.byteLength, view.getUint8(at), count);
}

/** The highest levels of a column. */
export function levelsOf(path: readonly SchemaTree[]) {
  const kinds = path.slice(1).map(({ element }) => element.repetition_type);
  return {
    repetition: kinds.filter((kind) => kind === "REPEATED").length,
    definition: kinds.filter((kind) => kind !== "REQUIRED").length,
  };
}

const widthOf = (level: number): number => 32 - Math.clz32(level);

/**
 * How many values the runs between two offsets have. Throws at a run of too many.
 * https://parquet.apache.org/docs/file-format/data-pages/encodings, RLE / Bit-Packing Hybrid
 */
function walkRuns(view: DataView, from: number, end: number, width: number, count: number): number {
  let [at, seen] = [from, 0];
  while (seen < count && at < end) {
    let [head, shift, byte] = [0, 0, 0];
    do {
      byte = view.getUint8(at);
      head += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      at += 1;
    } while (byte > 0x7f);
    const isPacked = head % 2 === 1;
    const run = Math.floor(head / 2) * (isPacked ? 8 : 1);
    if (run > count + 7) throw new FileError(DAMAGED); // packed runs are of eight
    at += isPacked ? (run * width) / 8 : Math.ceil(width / 8);
    seen += run;
  }
  return seen;
}
