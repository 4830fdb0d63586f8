import type { FileHandle } from "node:fs/promises";
import type { FileMetaData } from "hyparquet";
import { FileError } from "../../../../core/files/file-error.ts";
import { DAMAGED } from "./parquet-pages.ts";

/** What a file says of its columns and row groups. docs/limits.md */
const FOOTER_MAX = 4 * 1_024 * 1_024;
const VALUES_MAX = 1_000_000;
const COLUMNS_MAX = 1_000; // and the groups of them
const DEPTH_MAX = 16;
const ROWS_MAX = 20_000_000;
const TAIL = 8; // bytes: the length of the footer, and the magic
const MAGIC = "PAR1";

export const isParquet = (start: Buffer): boolean => start.toString("latin1", 0, 4) === MAGIC;

/** What a file says of its columns and row groups. Throws `FileError`. */
export async function metadataOf(
  file: FileHandle,
  size: number,
  parquetMetadata: typeof import("hyparquet").parquetMetadata,
): Promise<FileMetaData> {
  const tail = await bytesAt(file, Math.max(0, size - TAIL), Math.min(size, TAIL));
  const start = await bytesAt(file, 0, Math.min(size, 4));
  if (size < TAIL + 4 || !isParquet(start)) throw new FileError("The file is not a Parquet file.");
  if (tail.toString("latin1", 4) !== MAGIC) throw new FileError("The Parquet file ends in the middle.");
  const length = tail.readUInt32LE(0);
  if (length > FOOTER_MAX)
    throw new FileError("The description of the columns of the Parquet file is larger than 4 MiB.");
  if (length + TAIL + 4 > size) throw new FileError(DAMAGED);
  const footer = await bytesAt(file, size - TAIL - length, length + TAIL);
  checkValues(footer);
  const metadata = parquetMetadata(new Uint8Array(footer), { geoparquet: false });
  checkSchema(metadata);
  const rows = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (!(rows <= ROWS_MAX))
    throw new FileError("The Parquet file has more than 20,000,000 rows: take a part of it.");
  return metadata;
}

/** Throws if the tree of columns is too large or too deep to be walked. */
function checkSchema({ schema }: FileMetaData): void {
  if (schema.length > COLUMNS_MAX) throw new FileError("The Parquet file has more than 1,000 columns.");
  const open: number[] = [];
  for (const { num_children: children = 0 } of schema) {
    while (open.length > 0 && open.at(-1) === 0) open.pop();
    if (open.length > 0) open.push((open.pop() ?? 0) - 1);
    if (children > 0) open.push(children);
    if (open.length > DEPTH_MAX) throw new FileError("The columns of the Parquet file are nested too deep.");
  }
}

export async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new FileError("The Parquet file ends in the middle.");
  return buffer;
}

const [TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12];

/**
 * Throws if a footer has so many values that an object of each would fill the memory.
 * https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */
function checkValues(bytes: Uint8Array): void {
  let [at, count] = [0, 0];
  const next = (): number => bytes[at++] ?? fail();
  const varint = (): number => {
    for (let [value, factor] = [0, 1]; ; factor *= 128) {
      const byte = next();
      value += (byte & 0x7f) * factor;
      if (byte <= 0x7f) return value;
    }
  };
  const skipList = (depth: number): void => {
    const head = next();
    const size = head >> 4 === 15 ? varint() : head >> 4;
    for (let n = 0; n < size; n += 1) skip(head & 15, depth);
    if ((head & 15) <= FALSE) at += size;
  };
  const skip = (type: number, depth: number): void => {
    count += 1;
    if (count > VALUES_MAX || depth > DEPTH_MAX) fail();
    if (type === BYTE) at += 1;
    else if (type === I16 || type === I32 || type === I64) varint();
    else if (type === DOUBLE) at += 8;
    else if (type === BINARY) {
      const length = varint(); // moves `at`
      at += length;
    } else if (type === LIST) skipList(depth + 1);
    else if (type === STRUCT)
      for (let head = next(); (head & 15) !== 0; head = next()) {
        if (head >> 4 === 0) varint();
        skip(head & 15, depth + 1);
      }
    else if (type !== TRUE && type !== FALSE) fail();
  };
  skip(STRUCT, 0);
}

function fail(): never {
  throw new FileError(DAMAGED);
}
