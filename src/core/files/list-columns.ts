import type { ListColumn, ListMap } from "../../shared/list-columns.ts";
import { REASON_COLUMN } from "../../shared/list-columns.ts";

/** A field of a list, and how its column is recognized. */
export interface ListField {
  readonly name: string;
  /** What others call its column, as `foldName` folds it, the likeliest first. */
  readonly names: readonly string[];
  /** Whether a text can be its value. A column is not taken by a name of others if most of its texts are none. */
  readonly holds?: (text: string) => boolean;
  /** A column without a known name is taken if it is the only one of which nearly all texts are typical of this field. */
  readonly typical?: (text: string) => boolean;
  /** Whether rows share its values, so that a column of names of their own is not typical of it. */
  readonly shared?: boolean;
  /** Whether the leftmost of several such columns is taken, once all other fields have theirs. */
  readonly leftmost?: boolean;
  /** Whether several columns are taken, of which the likeliest that has a text counts. */
  readonly several?: boolean;
  /** Whether its columns keep their own names, for what reads them. */
  readonly raw?: boolean;
}

const NAME_MAX = 100; // characters of a name; what follows tells no column from another

/** Columns whose values look like those of fields, and are not. */
const OTHERS = new Set([
  "altphone",
  "county",
  "country",
  "fax",
  "faxnumber",
  "id",
  "notes",
  "number",
  "sources",
  foldName(REASON_COLUMN),
]);

const BY_NAME = 0.5; // of the texts that must be values where a name of others is known
const BY_VALUES = 0.9;
const FILLED = 0.5; // of the rows that must have a text

/** Letters and digits alone: equal for `ZIP Code`, `zip_code` and `Zipcode (5 digits)`. */
export function foldName(name: string): string {
  const plain = name.slice(0, NAME_MAX).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/\([^)]*\)/g, "").replace(/[^\p{L}\p{N}]/gu, "");
}

type Rows = readonly (readonly string[])[];

/** The field of each column of a header, as a person said, else by name, else by the values in the first rows. */
export function guessColumns(
  header: readonly string[],
  rows: Rows,
  fields: readonly ListField[],
  map: ListMap["columns"] = {},
  saidBy: "said" | "remembered" = "said",
): ListColumn[] {
  const texts = header.map((_, n) => rows.map((row) => (row[n] ?? "").trim()).filter((text) => text !== ""));
  const found = new Map<number, Pick<ListColumn, "field" | "by">>();
  const taken = () => new Set([...found.values()].map(({ field }) => field));
  for (const [n, column] of header.entries())
    if (Object.hasOwn(map, column)) found.set(n, { field: map[column] ?? null, by: saidBy });
  for (const field of fields) {
    if (taken().has(field.name)) continue;
    const columns = byName(header, texts, field).filter((n) => !found.has(n));
    for (const n of field.several ? columns : columns.slice(0, 1))
      found.set(n, { field: field.name, by: "name" });
  }
  const byValues = fields.filter(({ typical }) => typical);
  for (const field of [
    ...byValues.filter((each) => !each.leftmost),
    ...byValues.filter((each) => each.leftmost),
  ]) {
    if (taken().has(field.name)) continue;
    const free = header.flatMap((column, n) => (found.has(n) || OTHERS.has(foldName(column)) ? [] : [n]));
    const [only, another] = free
      .slice(0, FREE_MAX)
      .filter((n) => isFilledWith(texts[n] ?? [], rows.length, field));
    if (only !== undefined && (another === undefined || field.leftmost))
      found.set(only, { field: field.name, by: "values" });
  }
  return header.map((column, n) => ({
    column,
    ...(found.get(n) ?? { field: null, by: null }),
    sample: (texts[n]?.[0] ?? "").slice(0, SAMPLE_MAX),
  }));
}

const SAMPLE_MAX = 80; // characters
const FREE_MAX = 50; // columns whose values are looked at

/** Whether so many of the texts are such values. Stops as soon as too many are none. */
function areMostly(
  share: number,
  texts: readonly string[],
  isValue: ListField["holds"] = () => true,
): boolean {
  const misses = texts.length * (1 - share);
  let missed = 0;
  return texts.every((text) => {
    if (text.length > VALUE_MAX || !isValue(text)) missed += 1;
    return missed <= misses;
  });
}

const VALUE_MAX = 300; // characters of a text that can be a value

const isFilledWith = (texts: readonly string[], rows: number, { typical, shared }: ListField): boolean =>
  texts.length > 0 &&
  texts.length >= rows * FILLED &&
  areMostly(BY_VALUES, texts, typical) &&
  (!shared || texts.length < FEW || new Set(texts).size <= texts.length / 2);

const FEW = 8; // rows, which may all differ by chance

/** The columns with a name of a field, the likeliest first. Its own name counts whatever the values are. */
function byName(header: readonly string[], texts: Rows, field: ListField): readonly number[] {
  const names = [foldName(field.name), ...field.names];
  const ranked = header.flatMap((column, n) => {
    const rank = names.indexOf(foldName(column));
    const isLikely = rank === 0 || (rank > 0 && areMostly(BY_NAME, texts[n] ?? [], field.holds));
    return !isLikely ? [] : [{ n, rank }];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank || one.n - other.n).map(({ n }) => n);
}

/** How many columns have a name that is known. */
export const knownNames = (header: readonly string[], fields: readonly ListField[]): number => {
  const names = new Set(fields.flatMap(({ name, names: others }) => [foldName(name), ...others]));
  return header.filter((column) => names.has(foldName(column))).length;
};
