import { PbfReader } from "pbf";
import { FileError } from "../../../../core/files/file-error.ts";
import type { Position } from "./outlines.ts";
import type { Fields } from "./source.ts";

/** A node, way or relation, with what of it was asked for. */
export interface OsmElement {
  readonly type: "node" | "way" | "relation";
  readonly id: number;
  readonly tags: Fields;
  /** Of a node, and of a way whose file has them. */
  readonly points: readonly Position[];
  /** The nodes of a way. */
  readonly refs: readonly number[];
  /** The outlines of a relation, the outer ones first. */
  readonly members: readonly number[];
}

/** What is looked for in a block. */
export interface Wanted {
  /** The keys of which an element has one, if its tags are looked at. */
  readonly keys: ReadonlySet<string>;
  readonly isWanted: (tags: Fields) => boolean;
  readonly types: ReadonlySet<OsmElement["type"]>;
  /** Elements of these ids are wanted whatever their tags are. */
  readonly ids?: { has(id: number): boolean };
}

const STRINGS_MAX = 1_000_000; // of a block, most of which have 8,000 elements
const GROUPS_MAX = 100_000;
const REFS_MAX = 50_000; // nodes of a way and members of a relation, of which OpenStreetMap allows 2,000 and 32,000
/** Elements, and nodes of them, that are looked at before others have a turn. */
const TURN = 8_000;
export const DAMAGED = "The PBF file is damaged.";

type Range = readonly [from: number, end: number];

/** A block of a PBF file, unpacked. https://wiki.openstreetmap.org/wiki/PBF_Format */
export class Block {
  readonly #pbf: PbfReader;
  readonly #strings: Range[] = [];
  readonly #groups: Range[] = [];
  readonly #texts = new Map<number, string>();
  #granularity = 100;
  #offset = { latitude: 0, longitude: 0 };

  constructor(bytes: Uint8Array) {
    this.#pbf = new PbfReader(bytes);
    this.#eachField([0, bytes.length], (field, pbf) => {
      if (field === 1)
        this.#eachField(
          rangeOf(pbf),
          (inner) => inner === 1 && add(this.#strings, rangeOf(pbf), STRINGS_MAX),
        );
      else if (field === 2) add(this.#groups, rangeOf(pbf), GROUPS_MAX);
      else if (field === 17) this.#granularity = pbf.readVarint();
      else if (field === 19) this.#offset.latitude = pbf.readVarint(true);
      else if (field === 20) this.#offset.longitude = pbf.readVarint(true);
    });
  }

  /** Which kinds of elements it has. */
  types(): ReadonlySet<OsmElement["type"]> {
    const found = new Set<OsmElement["type"]>();
    for (const group of this.#groups)
      this.#eachField(group, (field) => {
        const type = field === 2 ? "node" : TYPES[field];
        if (type) found.add(type);
      });
    return found;
  }

  /** The wanted elements; null where others may have a turn. */
  *elements(wanted: Wanted): Generator<OsmElement | null> {
    const keys = this.#keyIds(wanted.keys);
    let count = 0;
    for (const group of this.#groups)
      for (const [field, range] of this.#ranges(group)) {
        const type = TYPES[field];
        if (field === 2 && wanted.types.has("node")) yield* this.#dense(range, wanted, keys);
        else if (type && wanted.types.has(type)) {
          const element = this.#element(type, range, wanted, keys);
          if (element) yield element;
          count += 1 + (element?.refs.length ?? 0) + (element?.members.length ?? 0);
          if (count < TURN) continue;
          yield null;
          count = 0;
        }
      }
  }

  #keyIds(keys: ReadonlySet<string>): ReadonlySet<number> {
    const longest = Math.max(0, ...Array.from(keys, (key) => key.length));
    const ids = this.#strings.flatMap(([from, end], n) =>
      end - from <= longest && keys.has(this.#text(n)) ? [n] : [],
    );
    return new Set(ids);
  }

  /** The nodes of a group are lists of differences, one for each field. */
  *#dense(group: Range, wanted: Wanted, keys: ReadonlySet<number>): Generator<OsmElement | null> {
    const lists = new Map<number, PbfReader>();
    this.#eachField(group, (field, pbf) => {
      if (pbf.type === BYTES) lists.set(field, this.#reader(rangeOf(pbf)));
    });
    const [ids, latitudes, longitudes, tags] = [1, 8, 9, 10].map((field) => lists.get(field));
    if (!ids || !latitudes || !longitudes) return;
    let [id, latitude, longitude] = [0, 0, 0];
    for (let count = 1; ids.pos < ids.length; count += 1) {
      id += ids.readSVarint();
      latitude += latitudes.readSVarint();
      longitude += longitudes.readSVarint();
      const found = tags && tags.pos < tags.length ? this.#denseTags(tags, wanted, keys) : null;
      if (found || wanted.ids?.has(id)) {
        const points = [this.#position(longitude, latitude)];
        yield { type: "node", id, tags: found ?? {}, points, refs: [], members: [] };
      }
      if (count % TURN === 0) yield null;
    }
  }

  /** The tags of the next node, if they are wanted: keys and values in turn up to a 0. */
  #denseTags(reader: PbfReader, { isWanted }: Wanted, keys: ReadonlySet<number>): Fields | null {
    const from = reader.pos;
    let hasKey = false;
    for (let key = reader.readVarint(); key !== 0; key = reader.readVarint()) {
      if (keys.has(key)) hasKey = true;
      reader.readVarint();
      if (reader.pos >= reader.length) break;
    }
    if (!hasKey) return null;
    const end = reader.pos;
    reader.pos = from;
    const tags: Record<string, string> = {};
    for (let key = reader.readVarint(); key !== 0 && reader.pos < end; key = reader.readVarint())
      tags[this.#text(key)] = this.#text(reader.readVarint());
    reader.pos = end;
    return isWanted(tags) ? tags : null;
  }

  #element(
    type: OsmElement["type"],
    range: Range,
    wanted: Wanted,
    keys: ReadonlySet<number>,
  ): OsmElement | null {
    let id = 0;
    const lists = new Map<number, Range>();
    let point: [number, number] = [0, 0];
    this.#eachField(range, (field, pbf) => {
      if (field === 1) id = type === "node" ? pbf.readSVarint() : pbf.readVarint(true);
      else if (type === "node" && field === 8) point = [point[0], pbf.readSVarint()];
      else if (type === "node" && field === 9) point = [pbf.readSVarint(), point[1]];
      else if (pbf.type === BYTES) lists.set(field, rangeOf(pbf));
    });
    const tags = this.#tags(lists, wanted, keys);
    if (!tags && !wanted.ids?.has(id)) return null;
    const empty = { type, id, tags: tags ?? {}, points: [], refs: [], members: [] };
    if (type === "node") return { ...empty, points: [this.#position(...point)] };
    if (type === "relation") return { ...empty, members: this.#outlines(lists) };
    const [refs, latitudes, longitudes] = [8, 9, 10].map((field) => this.#sums(lists.get(field)));
    const points = (longitudes ?? []).map((each, n) => this.#position(each, latitudes?.[n] ?? 0));
    return { ...empty, refs: refs ?? [], points };
  }

  #tags(lists: ReadonlyMap<number, Range>, { isWanted }: Wanted, keys: ReadonlySet<number>): Fields | null {
    const ids = this.#numbers(lists.get(2));
    if (!ids.some((key) => keys.has(key))) return null;
    const values = this.#numbers(lists.get(3));
    const tags = Object.fromEntries(ids.map((key, n) => [this.#text(key), this.#text(values[n] ?? 0)]));
    return isWanted(tags) ? tags : null;
  }

  /** The ways of a relation that are its outer outlines, then the others. */
  #outlines(lists: ReadonlyMap<number, Range>): readonly number[] {
    const types = this.#numbers(lists.get(10));
    const roles = this.#numbers(lists.get(8));
    const ways = this.#sums(lists.get(9)).flatMap((id, n) =>
      types[n] === WAY ? [{ id, isInner: this.#text(roles[n] ?? 0) === "inner" }] : [],
    );
    return [...ways.filter(({ isInner }) => !isInner), ...ways.filter(({ isInner }) => isInner)].map(
      ({ id }) => id,
    );
  }

  #position(longitude: number, latitude: number): Position {
    return [
      round((this.#offset.longitude + longitude * this.#granularity) / BILLION),
      round((this.#offset.latitude + latitude * this.#granularity) / BILLION),
    ];
  }

  #text(id: number): string {
    const known = this.#texts.get(id);
    if (known !== undefined) return known;
    const range = this.#strings[id];
    if (!range) throw new FileError(DAMAGED);
    const text = Buffer.from(
      this.#pbf.buf.buffer,
      this.#pbf.buf.byteOffset + range[0],
      range[1] - range[0],
    ).toString();
    this.#texts.set(id, text);
    return text;
  }

  #numbers(range: Range | undefined): number[] {
    return this.#list(range, (reader) => reader.readVarint());
  }

  /** Of a list of differences. */
  #sums(range: Range | undefined): number[] {
    let sum = 0;
    return this.#list(range, (reader) => {
      sum += reader.readSVarint();
      return sum;
    });
  }

  #list(range: Range | undefined, next: (reader: PbfReader) => number): number[] {
    const all: number[] = [];
    if (!range) return all;
    const reader = this.#reader(range);
    while (reader.pos < reader.length) {
      all.push(next(reader));
      if (all.length > REFS_MAX) throw new FileError(DAMAGED);
    }
    return all;
  }

  #reader([from, end]: Range): PbfReader {
    const reader = new PbfReader(this.#pbf.buf);
    reader.pos = from;
    reader.length = end;
    return reader;
  }

  #eachField(range: Range, take: (field: number, pbf: PbfReader) => unknown): void {
    const pbf = this.#pbf;
    const [from, end] = range;
    pbf.pos = from;
    while (pbf.pos < end) {
      const tag = pbf.readVarint();
      const before = pbf.pos;
      pbf.type = tag & 7;
      take(tag >> 3, pbf);
      if (pbf.pos === before) pbf.skip(tag);
    }
  }

  *#ranges(group: Range): Generator<readonly [field: number, range: Range]> {
    const [from, end] = group;
    let pos = from;
    while (pos < end) {
      this.#pbf.pos = pos;
      const tag = this.#pbf.readVarint();
      const range = rangeOf(this.#pbf);
      pos = range[1];
      yield [tag >> 3, range];
    }
  }
}

const TYPES: Readonly<Partial<Record<number, OsmElement["type"]>>> = { 1: "node", 3: "way", 4: "relation" };
const BYTES = 2; // how a list, a text or a message is written
const WAY = 1;
const BILLION = 1e9;
const DECIMALS = 1e7;
const round = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS;

function add(ranges: Range[], range: Range, max: number): void {
  if (ranges.length === max) throw new FileError(DAMAGED);
  ranges.push(range);
}

/** Where the bytes of a field are; the reader is after them then. Throws if the block ends before. */
function rangeOf(pbf: PbfReader): Range {
  const length = pbf.readVarint();
  const from = pbf.pos;
  const end = from + length;
  if (!(end <= pbf.buf.length)) throw new FileError(DAMAGED);
  pbf.pos = end;
  return [from, end];
}
