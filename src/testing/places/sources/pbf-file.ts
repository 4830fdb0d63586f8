import { deflateSync } from "node:zlib";
import { PbfWriter } from "pbf";

type Tags = Readonly<Record<string, string>>;

export interface Elements {
  readonly nodes?: readonly {
    readonly id: number;
    readonly at: readonly [number, number];
    readonly tags?: Tags;
  }[];
  readonly ways?: readonly { readonly id: number; readonly refs: readonly number[]; readonly tags?: Tags }[];
  readonly relations?: readonly {
    readonly id: number;
    readonly members: readonly { readonly way: number; readonly role: string }[];
    readonly tags?: Tags;
  }[];
}

const UNIT = 1e7; // parts of a degree

/** A file of OpenStreetMap with a block for each part. https://wiki.openstreetmap.org/wiki/PBF_Format */
export function pbfFile(
  parts: Iterable<Elements>,
  features: readonly string[] = ["OsmSchema-V0.6", "DenseNodes"],
): Buffer {
  const header = new PbfWriter();
  for (const feature of features) header.writeStringField(4, feature);
  return Buffer.concat([blob("OSMHeader", header.finish()), ...Array.from(parts, pbfBlock)]);
}

export const pbfBlock = (elements: Elements): Buffer => blob("OSMData", block(elements));

/** `said` is how large it says that it unpacks to. */
export function blob(type: string, content: Uint8Array, said: number = content.length): Buffer {
  const body = new PbfWriter();
  body.writeVarintField(2, said);
  body.writeBytesField(3, deflateSync(content));
  const data = body.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, data.length);
  const head = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, data]);
}

function block({ nodes = [], ways = [], relations = [] }: Elements): Uint8Array {
  const strings = new Map<string, number>([["", 0]]);
  const idOf = (text: string): number => {
    const known = strings.get(text);
    if (known !== undefined) return known;
    strings.set(text, strings.size);
    return strings.size - 1;
  };
  const groups = new PbfWriter();
  if (nodes.length > 0) groups.writeBytesField(2, message(2, dense(nodes, idOf)));
  for (const way of ways) groups.writeBytesField(2, message(3, wayOf(way, idOf)));
  for (const relation of relations) groups.writeBytesField(2, message(4, relationOf(relation, idOf)));
  const table = new PbfWriter();
  for (const text of strings.keys()) table.writeStringField(1, text);
  return Buffer.concat([message(1, table.finish()), groups.finish()]);
}

type Ids = (text: string) => number;

function message(field: number, content: Uint8Array): Uint8Array {
  const writer = new PbfWriter();
  writer.writeBytesField(field, content);
  return writer.finish();
}

const differences = (values: readonly number[]): number[] =>
  values.map((value, n) => value - (values[n - 1] ?? 0));

function dense(nodes: NonNullable<Elements["nodes"]>, idOf: Ids): Uint8Array {
  const writer = new PbfWriter();
  const list = (of: (node: (typeof nodes)[number]) => number) =>
    differences(nodes.map((node) => Math.round(of(node))));
  writer.writePackedSVarint(
    1,
    list(({ id }) => id),
  );
  writer.writePackedSVarint(
    8,
    list(({ at: [, latitude] }) => latitude * UNIT),
  );
  writer.writePackedSVarint(
    9,
    list(({ at: [longitude] }) => longitude * UNIT),
  );
  const tags = nodes.map((node) => Object.entries(node.tags ?? {}));
  if (tags.some((each) => each.length > 0))
    writer.writePackedVarint(
      10,
      tags.flatMap((each) => [...each.flat().map(idOf), 0]),
    );
  return writer.finish();
}

function tagged(id: number, tags: Tags | undefined, idOf: Ids): PbfWriter {
  const writer = new PbfWriter();
  writer.writeVarintField(1, id);
  const entries = Object.entries(tags ?? {});
  if (entries.length > 0) {
    writer.writePackedVarint(
      2,
      entries.map(([key]) => idOf(key)),
    );
    writer.writePackedVarint(
      3,
      entries.map(([, value]) => idOf(value)),
    );
  }
  return writer;
}

function wayOf({ id, refs, tags }: NonNullable<Elements["ways"]>[number], idOf: Ids): Uint8Array {
  const writer = tagged(id, tags, idOf);
  writer.writePackedSVarint(8, differences(refs));
  return writer.finish();
}

function relationOf(
  { id, members, tags }: NonNullable<Elements["relations"]>[number],
  idOf: Ids,
): Uint8Array {
  const writer = tagged(id, tags, idOf);
  writer.writePackedVarint(
    8,
    members.map(({ role }) => idOf(role)),
  );
  writer.writePackedSVarint(9, differences(members.map(({ way }) => way)));
  writer.writePackedVarint(
    10,
    members.map(() => 1),
  );
  return writer.finish();
}
