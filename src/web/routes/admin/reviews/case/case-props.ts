import type { z } from "zod";
import type { reviewedClaim } from "../../../../../modules/reviews/schema.ts";
import type { ClaimDecision, ReviewKind } from "../../../../../shared/reviews/reviews.ts";

export interface CaseActions {
  /** The decision being made; null while the case is only read. */
  readonly decision: ClaimDecision | null;
  readonly onDecide: (decision: ClaimDecision | null) => void;
  /** Called when the case is decided, by this user or another one. */
  readonly onSettled: () => Promise<void>;
}

export type Decided = Pick<
  z.output<typeof reviewedClaim>,
  "id" | "status" | "reviewedAt" | "reviewedBy" | "reason" | "notes" | "partnerName" | "updatedAt"
>;

export interface DecisionProps extends CaseActions {
  readonly kind: ReviewKind;
  readonly decided: Decided;
  readonly placeName: string;
  /** Until when this user may undo the last decision; null if not. */
  readonly undoUntil: Date | null;
  /** Claims of the same place that an approval would reject. */
  readonly rivals: number;
  /** How many files came with it. */
  readonly files: number;
}
