import type { FactKey, FactSource, FactValue } from "./facts/facts.ts";

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

export type MergedTable = "claims" | "requests" | "proposals" | "transfers" | "reports" | "renewals";
