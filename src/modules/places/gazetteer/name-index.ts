import { firstWhere } from "./grid.ts";
import { nameKey, OTHER_NAMES } from "./names.ts";

/** The rows of cities by the keys of their names (`nameKey`). */
export interface NameIndex {
  /** The rows of the cities with exactly this key. */
  named(key: string): readonly number[];
  /** The rows of the cities with a word that starts with the text, in order; at most `limit` that are accepted. */
  starting(text: string, limit: number, accepts: (row: number) => boolean): readonly number[];
}

/** Of the ids and names of the cities, by row. */
export function nameIndexOf(cities: readonly (readonly [id: number, name: string])[]): NameIndex {
  const { text, rows, starts, sorted } = columnsOf(cities);
  const keyAt = (index: number) => text.slice((starts[index] ?? 0) + 1, (starts[index + 1] ?? 0) - 1);

  function named(key: string): readonly number[] {
    const found: number[] = [];
    const first = firstWhere(sorted.length, (index) => keyAt(sorted[index] ?? 0) >= key);
    for (const index of sorted.subarray(first)) {
      if (keyAt(index) !== key) break;
      found.push(rows[index] ?? 0);
    }
    return found;
  }

  function starting(word: string, limit: number, accepts: (row: number) => boolean): readonly number[] {
    const found: number[] = [];
    let from = 0;
    while (found.length < limit) {
      const at = text.indexOf(` ${word}`, from);
      if (at === -1) break;
      const next = firstWhere(starts.length, (index) => (starts[index] ?? 0) > at);
      const row = rows[next - 1] ?? 0;
      if (row !== found.at(-1) && accepts(row)) found.push(row);
      from = starts[next] ?? text.length;
    }
    return found;
  }

  return { named, starting };
}

/** A function of its own, so that no closure that stays keeps the objects alive. */
function columnsOf(cities: readonly (readonly [id: number, name: string])[]) {
  const names = cities.flatMap(([id, name], row) =>
    [name, OTHER_NAMES.get(id) ?? []].flat().map((each) => ({ row, key: nameKey(each) })),
  );
  const starts = new Uint32Array(names.length + 1);
  for (const [index, { key }] of names.entries())
    starts[index + 1] = (starts[index] ?? 0) + key.length + " \n".length;
  return {
    /** Each key after ` ` and before a line break. */
    text: names.map(({ key }) => ` ${key}\n`).join(""),
    rows: Uint16Array.from(names, ({ row }) => row),
    starts,
    /** The numbers of the keys in alphabetical order. */
    sorted: Uint16Array.from(names.keys()).sort((a, b) => compare(names[a]?.key, names[b]?.key) || a - b),
  };
}

const compare = (a = "", b = ""): number => (a < b ? -1 : Number(a > b));
