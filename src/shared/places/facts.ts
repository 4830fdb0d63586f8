import type { Hours } from "./hours.ts";
import type { Category } from "./places.ts";

/** A place that is permanently closed, and where it is now: the id of a place, or a text. */
export interface Moved {
  readonly closed: true;
  readonly movedTo: string;
}

export const SLAUGHTERS = ["hand", "machine"] as const;

/** What people ask about a place. */
export interface FactValues {
  readonly hours: Hours;
  /** Permanently. */
  readonly closed: boolean | Moved;
  /** On the premises. Not the declaration on which a tier can be based. */
  readonly alcohol: boolean;
  readonly prayerRoom: boolean;
  readonly slaughter: (typeof SLAUGHTERS)[number];
  /** When Friday prayers begin, `HH:MM`. */
  readonly jumuah: readonly string[];
  readonly womensSpace: boolean;
  readonly wudu: boolean;
  readonly parking: boolean | string;
}

export type FactKey = keyof FactValues;
export type FactValue = FactValues[FactKey];

/** In the order in which they are shown. */
export const FACT_KEYS = [
  "closed",
  "hours",
  "jumuah",
  "slaughter",
  "alcohol",
  "prayerRoom",
  "womensSpace",
  "wudu",
  "parking",
] as const satisfies readonly FactKey[];

/** Who can say something about a place, the strongest first. */
export const FACT_SOURCES = ["staff", "owner", "import"] as const;
export type FactSource = (typeof FACT_SOURCES)[number];

const MASJID_ONLY: readonly FactKey[] = ["jumuah", "womensSpace", "wudu"];
const NOT_OF_A_MASJID: readonly FactKey[] = ["slaughter", "alcohol", "prayerRoom"];

/** The facts that places of a category have, in the order in which they are shown. */
export const factsOfCategory = (category: Category): readonly FactKey[] =>
  FACT_KEYS.filter((key) => !(category === "mosque" ? NOT_OF_A_MASJID : MASJID_ONLY).includes(key));

const NAMES: Readonly<Record<FactKey, string>> = {
  closed: "Closed",
  hours: "Hours",
  jumuah: "Jumu'ah",
  slaughter: "Slaughter",
  alcohol: "Alcohol",
  prayerRoom: "A prayer room",
  womensSpace: "A women's space",
  wudu: "Wudu",
  parking: "Parking",
};

/** Why a place of this category cannot have a fact; null if it can. */
export function misfit(key: FactKey, category: Category): string | null {
  if (factsOfCategory(category).includes(key)) return null;
  return category === "mosque"
    ? `${NAMES[key]} is not recorded for a masjid`
    : `${NAMES[key]} is recorded for a masjid only`;
}

/** What one source states about one fact; null withdraws an earlier statement. */
export interface Statement {
  readonly key: FactKey;
  readonly value: FactValue | null;
  readonly source: FactSource;
}

/**
 * Which of all statements about a place, in the order in which they were made, counts for each fact: the newest of the
 * strongest source. A source whose newest statement is null says nothing, and the next one counts.
 */
export function currentFacts<S extends Statement>(
  statements: readonly S[],
): ReadonlyMap<FactKey, S & { readonly value: FactValue }> {
  const newest = new Map(statements.map((each) => [`${each.source} ${each.key}`, each]));
  const current = new Map<FactKey, S & { readonly value: FactValue }>();
  for (const source of FACT_SOURCES)
    for (const key of FACT_KEYS) {
      const statement = newest.get(`${source} ${key}`);
      if (statement && says(statement) && !current.has(key)) current.set(key, statement);
    }
  return current;
}

const says = <S extends Statement>(statement: S): statement is S & { readonly value: FactValue } =>
  statement.value !== null;

/** Rows of one table that were about the duplicate. */
export interface MovedRows {
  /** Each with its state after the merge: an undo moves back those that are still in it. */
  readonly rows: readonly { readonly id: string; readonly state: string }[];
  /** Ended by the merge, as the place that stays had such a row already. */
  readonly ended: readonly string[];
}

export type MergedTable =
  | "claims"
  | "requests"
  | "proposals"
  | "transfers"
  | "reports"
  | "renewals"
  | "photos";
