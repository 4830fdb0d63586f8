import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { inflate, zstdDecompress } from "node:zlib";
import { PbfReader } from "pbf";
import { FileError } from "../../../../core/files/file-error.ts";
import { yieldToEventLoop } from "../../../../core/limits/event-loop.ts";
import type { Block, OsmElement, Wanted } from "./osm-blocks.ts";
import { middleOf, middlesOf, NODES_MAX, nodesIn, nodesOf, type Outline, type Position } from "./outlines.ts";
import type { Fields } from "./source.ts";

/** What a PBF file may write as one piece, packed or not. https://wiki.openstreetmap.org/wiki/PBF_Format */
const HEADER_MAX = 64 * 1_024;
const BLOB_MAX = 32 * 1_024 * 1_024;
const BLOBS_MAX = 1_000_000;
/** Outlines whose nodes are looked up in one walk through the file. docs/limits.md */
const OUTLINES_MAX = 100_000;
/** Of the outlines of one block, most of which have some thousand. */
const BLOCK_NODES_MAX = 1_000_000;
const FEATURES: ReadonlySet<string> = new Set(["OsmSchema-V0.6", "DenseNodes", "HistoricalInformation"]);
const DAMAGED = "The PBF file is damaged.";
const NO_PBF = "The file is not a PBF file of OpenStreetMap.";

/** An element with tags, and its point; null if its nodes are not in the file. */
export interface OsmPlace {
  readonly type: OsmElement["type"];
  readonly id: number;
  readonly tags: Fields;
  readonly point: Position | null;
}

const inflated = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate);
const unzstd = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(zstdDecompress);

/**
 * The nodes, ways and relations whose tags are wanted, in this order. The file is walked through for the nodes, and again
 * for the outlines, of which at most 100,000 are in memory with their nodes. Throws `FileError`.
 */
export async function* readPbf(
  path: string,
  wanted: Pick<Wanted, "keys" | "isWanted">,
): AsyncGenerator<OsmPlace[]> {
  const file = await open(path);
  try {
    yield* new PbfFile(file, (await file.stat()).size, wanted).places();
  } catch (error) {
    const isOurs = error instanceof FileError || (error instanceof Error && "syscall" in error);
    throw isOurs ? error : new FileError(DAMAGED);
  } finally {
    await file.close();
  }
}

interface Blob {
  readonly at: number;
  readonly length: number;
  readonly types: ReadonlySet<OsmElement["type"]>;
}

class PbfFile {
  readonly #blobs: Blob[] = [];

  constructor(
    readonly file: FileHandle,
    readonly size: number,
    readonly wanted: Pick<Wanted, "keys" | "isWanted">,
  ) {}

  async *places(): AsyncGenerator<OsmPlace[]> {
    const relations: OsmElement[] = [];
    let members = 0;
    for await (const block of this.#allBlocks()) {
      const found: OsmPlace[] = [];
      const types = new Set(["node", "relation"] as const);
      for await (const element of turns(block.elements({ ...this.wanted, types })))
        if (element.type === "relation") {
          relations.push(element);
          members += element.members.length;
          if (relations.length > OUTLINES_MAX || members > NODES_MAX) throw new FileError(TOO_MANY);
        } else found.push(placeOf(element, element.points[0] ?? null));
      yield found;
    }
    yield* this.#ways();
    for (let at = 0; at < relations.length; at += RELATIONS_STEP)
      yield* this.#relations(relations.slice(at, at + RELATIONS_STEP));
  }

  async *#ways(): AsyncGenerator<OsmPlace[]> {
    const types = new Set(["way"] as const);
    let outlines: Outline<OsmElement>[] = [];
    let nodes = 0;
    for await (const block of this.#blocksWith("way")) {
      const before = nodes;
      for await (const element of turns(block.elements({ ...this.wanted, types }))) {
        if (element.points.length > 0) yield [placeOf(element, middleOf([element.points]))];
        else outlines.push({ element, parts: [element.refs] });
        nodes += element.refs.length;
        if (nodes - before > BLOCK_NODES_MAX) throw new FileError(TOO_MANY);
      }
      yield [];
      if (outlines.length < OUTLINES_MAX && nodes < NODES_MAX) continue;
      yield* this.#idAndPosition(outlines);
      [outlines, nodes] = [[], 0];
    }
    yield* this.#idAndPosition(outlines);
  }

  async *#relations(relations: readonly OsmElement[]): AsyncGenerator<OsmPlace[]> {
    const refs = new Map<number, readonly number[]>(
      relations.flatMap(({ members }) => members.map((id) => [id, []])),
    );
    const types = new Set(["way"] as const);
    let nodes = 0;
    for await (const block of this.#blocksWith("way"))
      for await (const way of turns(block.elements({ ...NOTHING, types, ids: refs }))) {
        refs.set(way.id, way.refs);
        nodes += way.refs.length;
        if (nodes > NODES_MAX) throw new FileError(TOO_MANY);
      }
    const outlines = relations.map((element) => ({
      element,
      parts: element.members.map((id) => refs.get(id) ?? []),
    }));
    // a few bytes can name one way any number of times
    if (outlines.reduce((sum, { parts }) => sum + nodesIn(parts), 0) > NODES_MAX)
      throw new FileError(TOO_MANY);
    yield* this.#idAndPosition(outlines);
  }

  /** The outlines with a point inside, once their nodes are found. */
  async *#idAndPosition(outlines: readonly Outline<OsmElement>[]): AsyncGenerator<OsmPlace[]> {
    const points = await nodesOf(outlines);
    const types = new Set(["node"] as const);
    if (points.size > 0)
      for await (const block of this.#blocksWith("node")) {
        const found = block.elements({ ...NOTHING, types, ids: points });
        for await (const { id, points: own } of turns(found)) points.set(id, own[0] ?? null);
        yield []; // the reader may want no more
      }
    for await (const found of middlesOf(outlines, points))
      yield found.map(([element, point]) => placeOf(element, point));
  }

  /** All blocks, and notes where each is and what it has. */
  async *#allBlocks(): AsyncGenerator<Block> {
    if (this.size === 0) throw new FileError("The file is empty.");
    let isFirst = true;
    for (let at = 0; at < this.size; ) {
      const { type, length, from } = await this.#header(at, isFirst);
      const blob = { at: from, length };
      if (isFirst) checkFeatures(await this.#unpacked(blob));
      else if (type === "OSMData") {
        const block = await this.#block(blob);
        this.#blobs.push({ ...blob, types: block.types() });
        if (this.#blobs.length > BLOBS_MAX) throw new FileError(DAMAGED);
        yield block;
      }
      isFirst = false;
      at = from + length;
    }
  }

  async *#blocksWith(type: OsmElement["type"]): AsyncGenerator<Block> {
    for (const blob of this.#blobs) if (blob.types.has(type)) yield await this.#block(blob);
  }

  async #block(blob: Pick<Blob, "at" | "length">): Promise<Block> {
    const { Block } = await import("./osm-blocks.ts");
    return new Block(await this.#unpacked(blob));
  }

  async #header(at: number, isFirst: boolean) {
    const size = at + LENGTH <= this.size ? (await this.#bytes(at, LENGTH)).readUInt32BE() : 0;
    if (isFirst && (size === 0 || size > HEADER_MAX)) throw new FileError(NO_PBF);
    if (size > HEADER_MAX) throw new FileError(DAMAGED);
    const header = await this.#bytes(at + LENGTH, size);
    let [type, length] = ["", 0];
    const pbf = new PbfReader(header);
    for (let field = pbf.nextField(); field !== 0; field = pbf.nextField())
      if (field === 1) type = pbf.readString();
      else if (field === 3) length = pbf.readVarint();
    if (isFirst && type !== "OSMHeader") throw new FileError(NO_PBF);
    if (!(length > 0 && length <= BLOB_MAX)) throw new FileError(TOO_LARGE);
    return { type, length, from: at + LENGTH + size };
  }

  /** Unpacks to the size that a blob says, and not more. */
  async #unpacked({ at, length }: Pick<Blob, "at" | "length">): Promise<Uint8Array> {
    const pbf = new PbfReader(await this.#bytes(at, length));
    let size = 0;
    let packed: { readonly by: number; readonly bytes: Uint8Array } | undefined;
    for (let field = pbf.nextField(); field !== 0; field = pbf.nextField())
      if (field === RAW_SIZE) size = pbf.readVarint();
      else if (pbf.type === 2) packed = { by: field, bytes: pbf.readBytes() };
    if (!packed) throw new FileError(DAMAGED);
    if (packed.by === RAW) return packed.bytes;
    if (!(size > 0 && size <= BLOB_MAX)) throw new FileError(TOO_LARGE);
    const unpack = { [ZLIB]: inflated, [ZSTD]: unzstd }[packed.by];
    if (!unpack) throw new FileError("The PBF file is packed in a way that is not read: zlib and zstd are.");
    const bytes = await unpack(packed.bytes, { maxOutputLength: size });
    if (bytes.length !== size) throw new FileError(DAMAGED);
    return bytes;
  }

  async #bytes(at: number, length: number): Promise<Buffer> {
    if (at + length > this.size) throw new FileError("The PBF file ends in the middle.");
    const { bytesRead, buffer } = await this.file.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead < length) throw new FileError("The PBF file ends in the middle.");
    return buffer;
  }
}

const RELATIONS_STEP = 1_000;
const LENGTH = 4; // bytes of the length of a header
const [RAW, RAW_SIZE, ZLIB, ZSTD] = [1, 2, 3, 7]; // fields of a blob
const TOO_LARGE = "A blob of the PBF file says that it unpacks to more than 32 MiB.";
const TOO_MANY = "The outlines of the PBF file have too many nodes.";
const NOTHING = { keys: new Set<string>(), isWanted: () => false };

function checkFeatures(header: Uint8Array): void {
  const pbf = new PbfReader(header);
  for (let field = pbf.nextField(); field !== 0; field = pbf.nextField()) {
    const needed = field === 4 ? pbf.readString() : "";
    if (needed !== "" && !FEATURES.has(needed))
      throw new FileError(`The PBF file needs ${needed.slice(0, 40)}, which is not read.`);
  }
}

const placeOf = ({ type, id, tags }: OsmElement, point: Position | null): OsmPlace => ({
  type,
  id,
  tags,
  point,
});

async function* turns(elements: Generator<OsmElement | null>): AsyncGenerator<OsmElement> {
  for (const element of elements)
    if (element) yield element;
    else await yieldToEventLoop();
  await yieldToEventLoop();
}
