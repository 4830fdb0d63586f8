import type { ClaimDecision } from "./reviews.ts";

/** What it takes to undo the last decision on a claim or a request. */
export interface LastDecision {
  readonly decision: ClaimDecision;
  /** ISO 8601. */
  readonly at: string;
  /** The staff account that decided; null for an operator. */
  readonly byId: string | null;
  /** What was asked of the partner before. */
  readonly notes: string;
  readonly moreRequestedAt: string | null;
  /** The place and its owner after the decision. */
  readonly poiId: string | null;
  readonly ownerId: string | null;
  /** The mail about it; null if the partner got none. */
  readonly mailId: string | null;
  /** The claims that an approval rejected. */
  readonly rivals: readonly LostClaim[];
  /** The place that an approved request created: its version and how many records it had. */
  readonly created: { readonly version: number; readonly records: number } | null;
}

/** A claim that was rejected because another one was approved. */
interface LostClaim {
  readonly id: string;
  readonly moreRequestedAt: string | null;
  readonly mailId: string | null;
}
