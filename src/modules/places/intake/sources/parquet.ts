import { type FileHandle, open } from "node:fs/promises";
import type { FileMetaData, RowGroup, SchemaTree } from "hyparquet";
import type { assembleNested } from "hyparquet/src/assemble.js";
import { FileError } from "../../../../core/files/file-error.ts";
import { yieldToEventLoop } from "../../../../core/limits/event-loop.ts";
import type { Fields } from "./marks.ts";
import { checkSizes, DAMAGED, type Decoder, levelsOf, unpackedPage, unpackers } from "./parquet-pages.ts";

/** What a file says of its columns and row groups: Overture's own have 1 to 3 MiB. docs/limits.md */
const FOOTER_MAX = 4 * 1_024 * 1_024;
const COLUMNS_MAX = 1_000; // and the groups of them. docs/limits.md
const DEPTH_MAX = 16;
const ROWS_MAX = 20_000_000; // docs/limits.md
const BATCH = 2_000; // rows
const WINDOW = 1_024 * 1_024; // bytes of a column that are read at once
const HEADER_MAX = 64 * 1_024; // bytes of a page's header
const PENDING_MAX = 4_000_000; // values that are decoded before a row of them is complete. docs/limits.md
const TAIL = 8; // bytes: the length of the footer, and the magic
const MAGIC = "PAR1";

export const isParquet = (start: Buffer): boolean => start.toString("latin1", 0, 4) === MAGIC;

/**
 * The rows of a Parquet file with the wanted columns that it has, in batches of 2,000. A column is named by its path
 * without the groups that only make it a list or a map: `addresses.region`. A page of each column is in memory, however
 * large a row group is: the library itself decodes whole groups, and as many values as a file says. Throws `FileError`.
 */
export async function* readParquet(path: string, wanted: readonly string[]): AsyncGenerator<Fields[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const library = await loaded();
    const metadata = await metadataOf(file, size, library);
    const tree = library.parquetSchema(metadata);
    for (const group of metadata.row_groups)
      yield* rowsOf(new GroupReader(file, size, library, group, tree, wanted), Number(group.num_rows));
  } catch (error) {
    throw isDamage(error) ? new FileError(DAMAGED) : error;
  } finally {
    await file.close();
  }
}

const SRID = 0x20_00_00_00; // the flag of PostGIS

/** The position in the bytes of a point; null for any other shape. */
export function pointOfWkb(bytes: Uint8Array) {
  if (bytes.length < 21) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = view.getUint8(0) === 1;
  const type = view.getUint32(1, isLittle);
  if ((type & 0xff_ff) % 1_000 !== 1) return null;
  const at = (type & SRID) === 0 ? 5 : 9;
  if (at + 16 > bytes.length) return null;
  const [longitude, latitude] = [view.getFloat64(at, isLittle), view.getFloat64(at + 8, isLittle)];
  return Number.isFinite(longitude + latitude) ? { longitude, latitude } : null;
}

/** Whether the decoder failed at the bytes: what it throws is no error of the system or of ours. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  error.name !== "FileError" &&
  !("syscall" in error || error.name === "AbortError");

async function loaded() {
  const [
    { parquetMetadata, parquetSchema },
    { parquetHeader, readPage },
    { assembleNested },
    { convert, DEFAULT_PARSERS },
    unpackWith,
  ] = await Promise.all([
    import("hyparquet"),
    import("hyparquet/src/column.js"),
    import("hyparquet/src/assemble.js"),
    import("hyparquet/src/convert.js"),
    unpackers(),
  ]);
  const bytes = (value: Uint8Array) => value; // of a geometry, which we read ourselves
  const parsers = { ...DEFAULT_PARSERS, geometryFromBytes: bytes, geographyFromBytes: bytes };
  return {
    parquetMetadata,
    parquetSchema,
    parquetHeader,
    readPage,
    convert,
    assembleNested,
    parsers,
    unpackWith,
  };
}

type Library = Awaited<ReturnType<typeof loaded>>;

async function metadataOf(file: FileHandle, size: number, { parquetMetadata }: Library) {
  const tail = await bytesAt(file, Math.max(0, size - TAIL), Math.min(size, TAIL));
  const start = await bytesAt(file, 0, Math.min(size, 4));
  if (size < TAIL + 4 || !isParquet(start)) throw new FileError("The file is not a Parquet file.");
  if (tail.toString("latin1", 4) !== MAGIC) throw new FileError("The Parquet file ends in the middle.");
  const length = tail.readUInt32LE(0);
  if (length > FOOTER_MAX)
    throw new FileError("The description of the columns of the Parquet file is larger than 4 MiB.");
  if (length + TAIL + 4 > size) throw new FileError(DAMAGED);
  const footer = await bytesAt(file, size - TAIL - length, length + TAIL);
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

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new FileError("The Parquet file ends in the middle.");
  return buffer;
}

async function* rowsOf(group: GroupReader, rows: number): AsyncGenerator<Fields[]> {
  for (let at = 0; at < rows; at += BATCH) yield group.take(Math.min(BATCH, rows - at));
}

/** Groups of a schema that only make their content a list or a map. */
const WRAPPERS = new Set(["list", "element", "array", "array_element", "bag", "item", "key_value", "map"]);

/** The rows of a row group, as many as are asked for at once. */
class GroupReader {
  readonly #columns: readonly { readonly tree: SchemaTree; readonly leaves: readonly LeafReader[] }[];

  constructor(
    file: FileHandle,
    size: number,
    readonly library: Library,
    group: RowGroup,
    tree: SchemaTree,
    wanted: readonly string[],
  ) {
    const isWanted = ({ path }: SchemaTree) => {
      const name = path.filter((part, n) => n === 0 || !WRAPPERS.has(part)).join(".");
      return wanted.some((each) => name === each || name.startsWith(`${each}.`));
    };
    this.#columns = tree.children.flatMap((child) => {
      const part = pruned(child, isWanted);
      if (!part) return [];
      return [
        {
          tree: part,
          leaves: leavesOf([tree, part]).map((path) => new LeafReader(file, size, library, group, path)),
        },
      ];
    });
  }

  async take(count: number): Promise<Fields[]> {
    const rows = Array.from({ length: count }, (): Record<string, unknown> => ({}));
    for (const { tree, leaves } of this.#columns) {
      const values = new Map<string, unknown[]>();
      for (const leaf of leaves) values.set(leaf.name, await leaf.take(count));
      if (tree.children.length > 0)
        this.library.assembleNested(
          values as Parameters<typeof assembleNested>[0],
          tree,
          this.library.parsers,
        );
      const column = values.get(tree.element.name) ?? [];
      for (const [n, row] of rows.entries()) row[tree.element.name] = column[n];
    }
    return rows;
  }
}

/** The part of a tree that has wanted leaves; null if none is. */
function pruned(tree: SchemaTree, isWanted: (leaf: SchemaTree) => boolean): SchemaTree | null {
  if (tree.children.length === 0) return isWanted(tree) ? tree : null;
  const children = tree.children.flatMap((child) => pruned(child, isWanted) ?? []);
  return children.length === 0 ? null : { ...tree, children };
}

/** The paths from the root to each leaf. */
function leavesOf(path: readonly SchemaTree[]): readonly SchemaTree[][] {
  const children = path.at(-1)?.children ?? [];
  return children.length === 0 ? [[...path]] : children.flatMap((child) => leavesOf([...path, child]));
}

/** The values of one column of a row group, decoded page by page as they are taken. */
class LeafReader {
  readonly name: string;
  readonly #decoder: Decoder;
  readonly #end: number;
  readonly #isRepeated: boolean;
  #at: number;
  #rows: unknown[] = [];
  #window: { readonly at: number; readonly bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) };
  #dictionary: ReturnType<Library["readPage"]>["data"];

  constructor(
    readonly file: FileHandle,
    size: number,
    readonly library: Library,
    group: RowGroup,
    path: readonly SchemaTree[],
  ) {
    const leaf = path.at(-1);
    this.name = leaf?.path.join(".") ?? "";
    const meta = group.columns.find(
      ({ meta_data }) => meta_data?.path_in_schema.join(".") === this.name,
    )?.meta_data;
    if (!meta || !leaf) throw new FileError(DAMAGED);
    this.#at = Number(meta.dictionary_page_offset || meta.data_page_offset);
    this.#end = this.#at + Number(meta.total_compressed_size);
    if (!(this.#at >= 4 && this.#end >= this.#at)) throw new FileError(DAMAGED);
    if (this.#end > size) throw new FileError("The Parquet file ends in the middle.");
    this.#isRepeated = levelsOf(path).repetition > 0;
    this.#decoder = {
      pathInSchema: leaf.path,
      type: meta.type,
      element: leaf.element,
      schemaPath: [...path],
      codec: meta.codec,
      parsers: library.parsers,
      utf8: false,
    };
  }

  async take(count: number): Promise<unknown[]> {
    let pending = 0;
    while (this.#complete < count) {
      if (this.#at >= this.#end) throw new FileError(DAMAGED);
      pending += await this.#decodePage();
      if (pending > PENDING_MAX) throw new FileError("A row of the Parquet file is too long.");
      await yieldToEventLoop();
    }
    return this.#rows.splice(0, count);
  }

  /** The last row of a list may go on in the next page. */
  get #complete(): number {
    return this.#rows.length - (this.#isRepeated && this.#at < this.#end ? 1 : 0);
  }

  /** The next bytes of the column. */
  async #bytes(length: number): Promise<Buffer> {
    const { at, bytes } = this.#window;
    const from = this.#at - at;
    if (from + length <= bytes.length) return bytes.subarray(from, from + length);
    const ahead = Math.min(Math.max(length, WINDOW), this.#end - this.#at);
    this.#window = { at: this.#at, bytes: await bytesAt(this.file, this.#at, ahead) };
    return this.#window.bytes.subarray(0, length);
  }

  /** Returns how many values it has. */
  async #decodePage(): Promise<number> {
    const { parquetHeader, readPage, unpackWith } = this.library;
    const head = await this.#bytes(Math.min(HEADER_MAX, this.#end - this.#at));
    const reader = { view: new DataView(head.buffer, head.byteOffset, head.byteLength), offset: 0 };
    const said = parquetHeader(reader);
    const length = said.compressed_page_size;
    this.#at += reader.offset;
    if (said.type !== "INDEX_PAGE") checkSizes(said, this.#decoder);
    if (!(length >= 0 && this.#at + length <= this.#end)) throw new FileError(DAMAGED);
    const packed = await this.#bytes(length);
    this.#at += length;
    if (said.type === "INDEX_PAGE") return 0;
    const page = unpackedPage(said, packed, unpackWith, this.#decoder);
    const decoder = { ...this.#decoder, codec: "UNCOMPRESSED" as const };
    const { data } = readPage(page.reader, page.header, decoder, this.#dictionary, this.#rows, 0);
    if (said.type === "DICTIONARY_PAGE") this.#dictionary = data && this.library.convert(data, decoder);
    else if (data && data !== this.#rows) for (const value of data) this.#rows.push(value);
    return said.data_page_header?.num_values ?? said.data_page_header_v2?.num_values ?? 0;
  }
}
