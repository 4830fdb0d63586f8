import type { FactKey, FactSource, FactValue } from "../../../shared/places/facts/facts.ts";

/** Rows of one table that were about the duplicate. */
export interface MovedRows {
  /** Each with its state after the merge: an undo moves back those that are still in it. */
  readonly rows: readonly { readonly id: string; readonly state: string }[];
  /** Ended by the merge, as the place that stays had such a row already. */
  readonly ended: readonly string[];
}

/** A statement about the duplicate, as it is stored. */
export interface MergedFact {
  readonly key: FactKey;
  readonly value: FactValue | null;
  readonly source: FactSource;
  readonly byId: string | null;
  readonly byName: string | null;
  readonly at: string;
}

export interface MergedFacts {
  /** All that was stated about the duplicate, oldest first. */
  readonly stated: readonly MergedFact[];
  /** The `seq` of what was copied to the place that stays. */
  readonly copied: readonly number[];
}

export const MERGED_TABLES = ["claims", "requests", "proposals", "transfers", "reports", "renewals"] as const;
export type MergedTable = (typeof MERGED_TABLES)[number];

/** What an undo of a merge needs. */
export interface MergeUndo {
  /** The row of the duplicate as JSON. */
  readonly place: Readonly<Record<string, unknown>>;
  readonly moved: Readonly<Record<MergedTable, MovedRows>>;
  readonly facts: MergedFacts;
  /** What the place that stays lacked and got from the duplicate. */
  readonly filled: Readonly<Record<string, unknown>>;
  /** The owner that the place that stays got from the duplicate; null for none. */
  readonly owner: string | null;
  /** The places that had been merged into the duplicate before. */
  readonly earlier: readonly string[];
}
