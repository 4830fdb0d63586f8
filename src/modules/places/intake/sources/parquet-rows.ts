import type { SchemaTree } from "hyparquet";

export type Row = Record<string, unknown>;

/** Without a prototype: a column may have any name. */
export const newRow = (): Row => Object.create(null);

/** A key, and the definition level from which on it has a value. */
interface Step {
  readonly key: string;
  readonly level: number;
}

/**
 * Where the values of a column are in a row: in records within each other, or in the items of one list. A map is a list of
 * records with `key` and `value`. https://parquet.apache.org/docs/file-format/nestedencoding
 */
export class PlaceInRow {
  /** The keys up to the value or the list. */
  readonly #outer: Step[] = [];
  /** The keys in an item, if it is a record. */
  readonly #inner: Step[] = [];
  /** From which level on the list has an item, and from which on the item is not null. */
  #list: { readonly level: number; readonly item: number } | undefined;

  /** From the root to the column, with one list at most. */
  constructor(path: readonly SchemaTree[]) {
    let level = 0;
    for (const [n, node] of path.entries()) {
      if (n === 0) continue;
      const { name, repetition_type: kind } = node.element;
      const [parent, before] = [path[n - 1], path[n - 2]];
      if (kind !== "REQUIRED") level += 1;
      if (kind === "REPEATED") {
        if (!isList(parent)) this.#outer.push({ key: name, level: 0 });
        this.#list = { level, item: level };
      } else if (this.#list && isList(before) && parent?.children.length === 1)
        this.#list = { ...this.#list, item: level };
      else (this.#list ? this.#inner : this.#outer).push({ key: name, level });
    }
  }

  /** `item` is the number of the value among those of its row. */
  put(row: Row, item: number, level: number, value: unknown): void {
    if (this.#list === undefined) putAt(row, this.#outer, level, value);
    else {
      const items = listAt(row, this.#outer, level);
      if (items === null || level < this.#list.level) return;
      if (level < this.#list.item) items[item] = null;
      else if (this.#inner.length === 0) items[item] = value;
      else putAt(recordIn(items, item), this.#inner, level, value);
    }
  }
}

const isList = (node: SchemaTree | undefined): boolean =>
  node !== undefined &&
  /^(?:LIST|MAP|MAP_KEY_VALUE)$/.test(node.element.converted_type ?? node.element.logical_type?.type ?? "") &&
  node.children.length === 1 &&
  node.children[0]?.element.repetition_type === "REPEATED";

function recordIn(items: unknown[], item: number): Row {
  const record = (items[item] ?? newRow()) as Row; // columns of one list have records in it
  items[item] = record;
  return record;
}

/** The record within others that has the last key; null if one of them is null. */
function holderOf(row: Row, steps: readonly Step[], level: number): Row | null {
  let holder = row;
  for (const { key, level: from } of steps.slice(0, -1)) {
    if (level < from) {
      holder[key] ??= null;
      return null;
    }
    const inside = (holder[key] ?? newRow()) as Row; // columns with this key above them have records at it
    holder[key] = inside;
    holder = inside;
  }
  return holder;
}

function putAt(row: Row, steps: readonly Step[], level: number, value: unknown): void {
  const [holder, last] = [holderOf(row, steps, level), steps.at(-1)];
  if (holder && last) holder[last.key] = value;
}

/** The list at the keys; null if it is null. */
function listAt(row: Row, steps: readonly Step[], level: number): unknown[] | null {
  const [holder, last] = [holderOf(row, steps, level), steps.at(-1)];
  if (!holder || !last) return null;
  if (level < last.level) {
    holder[last.key] ??= null;
    return null;
  }
  const items = (holder[last.key] ?? []) as unknown[]; // columns of one list have it at the same key
  holder[last.key] = items;
  return items;
}
