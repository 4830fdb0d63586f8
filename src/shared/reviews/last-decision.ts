import { minutes } from "../duration.ts";
import { DomainError } from "../errors.ts";
import type { ClaimDecision } from "./reviews.ts";

/** How long a decision can be undone. */
const DECISION_UNDO = minutes(10);

/** What is kept of every decision that can be undone. */
export interface KeptDecision {
  readonly decision: ClaimDecision;
  /** ISO 8601. */
  readonly at: string;
  /** The staff account that decided; null for an operator. */
  readonly byId: string | null;
  /** The mail about it; null if the partner got none. */
  readonly mailId: string | null;
}

/** What it takes to undo the last decision on a claim or a request. */
export interface LastDecision extends KeptDecision {
  /** What was asked of the partner before. */
  readonly notes: string;
  readonly moreRequestedAt: string | null;
  /** The place and its owner after the decision. */
  readonly poiId: string | null;
  readonly ownerId: string | null;
  /** The claims that an approval rejected. */
  readonly rivals: readonly LostClaim[];
  /** The place that an approved request created: its version, and how many records it had. */
  readonly created: { readonly version: number; readonly records: number } | null;
}

/** A claim that was rejected because another one was approved. */
interface LostClaim {
  readonly id: string;
  readonly moreRequestedAt: string | null;
  readonly mailId: string | null;
}

/** Until when a decision can be undone. */
export const undoableUntil = ({ at }: KeptDecision): Date => new Date(Date.parse(at) + DECISION_UNDO);

/** Decisions before this cannot be undone any more. */
export const lastKept = (now: Date): Date => new Date(now.getTime() - DECISION_UNDO);

/** Of concurrent calls that undo one decision, only one still finds it. */
export const isSameDecision = (kept: KeptDecision | null, last: KeptDecision): boolean =>
  kept !== null && kept.at === last.at && kept.mailId === last.mailId && kept.decision === last.decision;

/** The refusal to undo a decision whose effects others have built on. */
export const changedSince = (what: string): DomainError =>
  new DomainError("conflict", `This decision cannot be undone any more: ${what} since.`);
