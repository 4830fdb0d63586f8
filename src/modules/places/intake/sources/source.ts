import { open } from "node:fs/promises";
import type { Entry } from "../../../../core/files/csv-reader.ts";
import type { KeptList } from "../../../../core/files/list-maps.ts";
import type { Tx } from "../../../../db/client.ts";
import type { ListMap } from "../../../../shared/list-columns.ts";
import type { Gazetteer } from "../../gazetteer/gazetteer.ts";

export type Fields = Readonly<Record<string, unknown>>;

export interface ReadOptions {
  readonly gazetteer: Gazetteer;
  /** Of a CSV file, how a person says that its columns are read. */
  readonly map?: ListMap | undefined;
  /** Where it is kept how lists were read before; without it none is remembered. */
  readonly db?: Pick<Tx, "select"> | undefined;
  /** Is called with the columns of a CSV file before its first row. */
  readonly onList?: ((list: KeptList) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a source says of a place besides its fields. */
export interface RowDetails {
  /** Empty if it has none. */
  readonly externalId: string;
  /** By language tag; unchecked. */
  readonly names: Fields;
  readonly categoryRule: string;
  /** As the source writes them, or empty. */
  readonly hours: string;
  readonly isHalal: boolean;
  readonly isClosed: boolean;
  readonly license?: string | undefined;
}

/** A maker of files: how its files are read, and what the rows in them say. */
export interface Source {
  /** The rows under the maker's own names. `at` is the row's number, from `firstRow`. Throws `FileError`. */
  read(path: string, options: ReadOptions): AsyncGenerator<readonly Entry[]>;
  readonly firstRow: 0 | 1;
  /** The fields of a place under our names, or the reason why it cannot be one of ours. */
  fieldsOf(given: Fields): Fields | string;
  /** `fields` are those of `fieldsOf` with clear values. */
  detailsOf(given: Fields, fields: Fields): RowDetails;
}

export const isText = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number";
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const textOr = (value: unknown): string => (isText(value) ? String(value) : "");
export const firstText = (...values: readonly unknown[]): string => values.map(textOr).find(Boolean) ?? "";
export const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/** The USA with the territories whose addresses have the same form, and Canada. */
const COUNTRIES: ReadonlySet<string> = new Set(["US", "CA", "PR", "GU", "VI", "AS", "MP"]);

/** Why a place in a country, by its code, cannot be listed; null if it can. */
export function countryRefusal(country: unknown): string | null {
  const code = textOr(country).trim().toUpperCase();
  return code === "" || COUNTRIES.has(code) ? null : `It is in ${code.slice(0, 2)}, not in the USA or Canada`;
}

/** Why a place whose category is not known cannot be listed; null if it is. `word` is what the source says of it. */
export const categoryRefusal = (category: unknown, word: unknown): string | null => {
  if (isText(category)) return null;
  return isText(word)
    ? `It is none of the kinds that are listed: ${textOr(word).slice(0, WORD_MAX)}`
    : "Its source does not say what kind of a place it is";
};

const WORD_MAX = 100; // characters

const HALAL = /\bhalal\b/i;
const NOT_HALAL = /\b(?:non|not|no)[\s_-]*halal\b/i;

/** Whether one of the words of a source, such as `halal_restaurant`, says halal. Never asked of a name. */
export const saysHalal = (...words: readonly unknown[]): boolean =>
  words.some((word) => {
    const plain = textOr(word).replaceAll("_", " ");
    return HALAL.test(plain) && !NOT_HALAL.test(plain);
  });

const NAME_KEY = /^name(?::([a-z]{2,3}(?:[-_][a-z0-9]{2,8})*)|_([a-z]{2}))$/i;

/** The names that a source writes as `name:ar` or `name_ar`. */
export function namesIn(given: Fields): Fields {
  const names: Record<string, unknown> = {};
  for (const key in given) {
    if (!key.startsWith("name")) continue;
    const [, colon, line] = NAME_KEY.exec(key) ?? [];
    const tag = colon ?? line;
    if (tag) names[tag.replaceAll("_", "-")] = given[key];
  }
  return names;
}

const START = 4_096; // bytes

/** The first bytes of a file, which say what it is. */
export async function startOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(START), 0, START, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
