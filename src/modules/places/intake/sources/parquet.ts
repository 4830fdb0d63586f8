import { type FileHandle, open } from "node:fs/promises";
import type { RowGroup, SchemaTree } from "hyparquet";
import { FileError } from "../../../../core/files/file-error.ts";
import { yieldToEventLoop } from "../../../../core/limits/event-loop.ts";
import { bytesAt, metadataOf } from "./parquet-footer.ts";
import { checkSizes, DAMAGED, type Decoder, levelsOf, unpackedPage, unpackers } from "./parquet-pages.ts";
import { newRow, PlaceInRow, type Row } from "./parquet-rows.ts";
import type { Fields } from "./source.ts";

const BATCH = 2_000; // rows
const WINDOW = 1_024 * 1_024; // bytes of a column that are read at once
const HEADER_MAX = 64 * 1_024; // bytes of a page's header
const ITEMS_MAX = 100_000; // of a list. docs/limits.md
/** Of the rows of a batch and the pages that they are in. docs/limits.md */
const BATCH_BYTES_MAX = 256 * 1_024 * 1_024;
const BATCH_ITEMS_MAX = 1_000_000;

/**
 * The rows of a Parquet file with the wanted columns that it has, in batches of 2,000. A column is named by its path
 * without the groups that only make it a list or a map: `addresses.region`; the first of two with one name. A page of each column is in memory, however
 * large a row group is: the library itself decodes whole groups, and as many values as a file says. Throws `FileError`.
 */
export async function* readParquet(path: string, wanted: readonly string[]): AsyncGenerator<Fields[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const library = await loaded();
    const metadata = await metadataOf(file, size, library.parquetMetadata);
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
    { parquetHeader },
    pages,
    { convert, convertWithDictionary, DEFAULT_PARSERS },
  ] = await Promise.all([
    import("hyparquet"),
    import("hyparquet/src/column.js"),
    import("hyparquet/src/datapage.js"),
    import("hyparquet/src/convert.js"),
  ]);
  const { readPlain } = await import("hyparquet/src/plain.js");
  const bytes = (value: Uint8Array) => value; // of a geometry, which we read ourselves
  const parsers = { ...DEFAULT_PARSERS, geometryFromBytes: bytes, geographyFromBytes: bytes };
  return {
    parquetMetadata,
    parquetSchema,
    parquetHeader,
    ...pages,
    readPlain,
    convert,
    convertWithDictionary,
    parsers,
    unpackWith: await unpackers(),
  };
}

type Library = Awaited<ReturnType<typeof loaded>>;

async function* rowsOf(group: GroupReader, rows: number): AsyncGenerator<Fields[]> {
  for (let at = 0; at < rows; at += BATCH) yield group.take(Math.min(BATCH, rows - at));
}

/** Groups of a schema that only make their content a list or a map. */
const WRAPPERS = new Set(["list", "element", "array", "array_element", "bag", "item", "key_value", "map"]);

/** What the columns of a row group have unpacked for a batch of rows. */
class Unpacked {
  #bytes = 0;
  #items = 0;

  /** `held` are the bytes of the pages that earlier rows have left open. */
  begin(held: number): void {
    [this.#bytes, this.#items] = [held, 0];
  }

  addPage(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > BATCH_BYTES_MAX)
      throw new FileError("The pages of 2,000 rows of the Parquet file unpack to more than 256 MiB.");
  }

  addItem(): void {
    this.#items += 1;
    if (this.#items > BATCH_ITEMS_MAX)
      throw new FileError("The lists of 2,000 rows of the Parquet file have more than 1,000,000 values.");
  }
}

/** The rows of a row group, as many as are asked for at once. */
class GroupReader {
  readonly #leaves: readonly LeafReader[];
  readonly #unpacked = new Unpacked();

  constructor(
    file: FileHandle,
    size: number,
    library: Library,
    group: RowGroup,
    tree: SchemaTree,
    wanted: readonly string[],
  ) {
    const found = new Map<string, SchemaTree[]>();
    for (const path of leavesOf([tree])) {
      const parts = path.at(-1)?.path ?? [];
      const name = parts.filter((part, n) => n === 0 || !WRAPPERS.has(part)).join(".");
      if (wanted.includes(name) && !found.has(name) && levelsOf(path).repetition <= 1) found.set(name, path);
    }
    this.#leaves = [...found.values()].map(
      (path) => new LeafReader(file, size, library, group, path, this.#unpacked),
    );
  }

  async take(count: number): Promise<Fields[]> {
    const rows = Array.from({ length: count }, newRow);
    this.#unpacked.begin(this.#leaves.reduce((sum, { held }) => sum + held.dictionary + held.page, 0));
    for (const leaf of this.#leaves) await leaf.putInto(rows);
    return rows;
  }
}

/** The paths from the root to each leaf. */
function leavesOf(path: readonly SchemaTree[]): readonly SchemaTree[][] {
  const children = path.at(-1)?.children ?? [];
  return children.length === 0 ? [[...path]] : children.flatMap((child) => leavesOf([...path, child]));
}

/** A page whose values are taken one after the other. */
interface OpenPage {
  readonly count: number;
  /** Empty if all are the highest. */
  readonly definition: readonly number[];
  /** Empty if no value is of a list. */
  readonly repetition: readonly number[];
  readonly values: ReturnType<Library["convert"]>;
}

const NO_PAGE: OpenPage = { count: 0, definition: [], repetition: [], values: [] };

/** The values of one column of a row group, decoded page by page as they are taken. */
class LeafReader {
  readonly #decoder: Decoder;
  readonly #place: PlaceInRow;
  readonly #levels: ReturnType<typeof levelsOf>;
  readonly #end: number;
  #at: number;
  #window: { readonly at: number; readonly bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) };
  #dictionary: ReturnType<Library["convert"]> | undefined;
  #page = NO_PAGE;
  /** How many levels and values of the page are taken. */
  #taken = { levels: 0, values: 0 };
  /** The bytes of what is open. */
  readonly held = { dictionary: 0, page: 0 };

  constructor(
    readonly file: FileHandle,
    size: number,
    readonly library: Library,
    group: RowGroup,
    path: readonly SchemaTree[],
    readonly unpacked: Unpacked,
  ) {
    const leaf = path.at(-1);
    const name = leaf?.path.join(".");
    const meta = group.columns.find(
      ({ meta_data }) => meta_data?.path_in_schema.join(".") === name,
    )?.meta_data;
    if (!meta || !leaf) throw new FileError(DAMAGED);
    this.#at = Number(meta.dictionary_page_offset || meta.data_page_offset);
    this.#end = this.#at + Number(meta.total_compressed_size);
    if (!(this.#at >= 4 && this.#end >= this.#at)) throw new FileError(DAMAGED);
    if (this.#end > size) throw new FileError("The Parquet file ends in the middle.");
    this.#levels = levelsOf(path);
    this.#place = new PlaceInRow(path);
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

  /** Puts the next value of each row into it, or the next list of values. */
  async putInto(rows: readonly Row[]): Promise<void> {
    const isList = this.#levels.repetition > 0;
    let [row, item] = [-1, 0];
    for (;;) {
      const { definition, repetition, values } = this.#page;
      for (; this.#taken.levels < this.#page.count; this.#taken.levels += 1) {
        const isNext = !isList || (repetition[this.#taken.levels] ?? 0) === 0;
        if (isNext && row === rows.length - 1) return;
        [row, item] = isNext ? [row + 1, 0] : [row, item + 1];
        const holder = rows[row];
        if (!holder || item > ITEMS_MAX) throw new FileError(DAMAGED);
        if (isList) this.unpacked.addItem();
        const level = definition[this.#taken.levels] ?? this.#levels.definition;
        const value = level === this.#levels.definition ? values[this.#taken.values++] : null;
        this.#place.put(holder, item, level, value);
      }
      if (row === rows.length - 1 && (!isList || this.#at >= this.#end)) return;
      if (this.#at >= this.#end) throw new FileError(DAMAGED);
      await this.#openPage();
      await yieldToEventLoop();
    }
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

  async #openPage(): Promise<void> {
    const { parquetHeader, unpackWith, readPlain, convert, convertWithDictionary } = this.library;
    const head = await this.#bytes(Math.min(HEADER_MAX, this.#end - this.#at));
    const reader = { view: new DataView(head.buffer, head.byteOffset, head.byteLength), offset: 0 };
    const said = parquetHeader(reader);
    const length = said.compressed_page_size;
    this.#at += reader.offset;
    if (said.type !== "INDEX_PAGE") checkSizes(said, this.#decoder);
    if (!(length >= 0 && this.#at + length <= this.#end)) throw new FileError(DAMAGED);
    const packed = await this.#bytes(length);
    this.#at += length;
    if (said.type === "INDEX_PAGE") return;
    this.unpacked.addPage(said.uncompressed_page_size);
    this.held[said.type === "DICTIONARY_PAGE" ? "dictionary" : "page"] = said.uncompressed_page_size;
    const { header, bytes } = unpackedPage(said, packed, unpackWith, this.#decoder);
    const decoder = { ...this.#decoder, codec: "UNCOMPRESSED" as const };
    const { data_page_header: v1, data_page_header_v2: v2, dictionary_page_header: dictionary } = header;
    const body = v1 ?? v2;
    if (!body) {
      const plain = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
      const { type, element } = decoder;
      this.#dictionary = convert(
        readPlain(plain, type, dictionary?.num_values ?? 0, element.type_length),
        decoder,
      );
      return;
    }
    const { readDataPage, readDataPageV2 } = this.library;
    const page = v1 ? readDataPage(bytes, v1, decoder) : readDataPageV2(bytes, header, decoder);
    this.#page = {
      count: body.num_values,
      definition: page.definitionLevels ?? [],
      repetition: page.repetitionLevels,
      values: convertWithDictionary(page.dataPage, this.#dictionary, body.encoding, decoder),
    };
    this.#taken = { levels: 0, values: 0 };
  }
}
