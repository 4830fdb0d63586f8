import { z } from "zod";
import { idInPath } from "../../shared/fields.ts";
import type { ProvenanceByField } from "../../shared/places/sources.ts";
import type { SavedDecision } from "../../shared/reviews/reviews.ts";
import type { ProposedFields } from "./proposals/schema.ts";

export const releaseInput = z.object({ id: idInPath });

/** The place and its owner after a decision. */
interface PlaceAfter {
  readonly poiId: string | null;
  readonly ownerId: string | null;
}

/** What it takes to undo the decision on an owner's change. */
export interface ChangeDecision extends SavedDecision, PlaceAfter {
  /** The values that an approval replaced. */
  readonly replaced: ProposedFields;
  /** Who had said them; missing in decisions of before that was kept. */
  readonly said?: ProvenanceByField;
}

/** What it takes to undo the decision on a transfer. */
export interface TransferDecision extends SavedDecision, PlaceAfter {
  /** The mail to the owner who was asked; `mailId` is the one to the partner who asks. */
  readonly ownerMailId: string | null;
  readonly closed: ClosedCases;
}

/** What waited for the owner of a place when it changed hands. */
export interface ClosedCases {
  /** Ids. */
  readonly proposals: readonly string[];
  readonly transfers: readonly ClosedTransfer[];
}

interface ClosedTransfer {
  readonly id: string;
  /** The mail to the partner who asked; null if there was none. */
  readonly mailId: string | null;
}
