import type { z } from "zod";
import type { reviewedProposal } from "../../../../modules/ownership/proposals/schema.ts";
import type { reviewedTransfer } from "../../../../modules/ownership/transfers/schema.ts";

export type OwnershipKind = "proposal" | "transfer";

export type ShownChange = z.output<typeof reviewedProposal>;
export type ShownTransfer = z.output<typeof reviewedTransfer>;

/** What both kinds of cases have. */
export type ShownCase = Pick<
  ShownTransfer,
  | "id"
  | "poiId"
  | "poiName"
  | "partnerId"
  | "partnerName"
  | "status"
  | "reason"
  | "notes"
  | "submittedAt"
  | "reviewedAt"
  | "reviewedBy"
  | "dueBy"
  | "late"
  | "updatedAt"
  | "undoUntil"
>;

/** The version of a case that a decision is about: refused if it has changed since. */
export type CaseVersion = Pick<ShownTransfer, "updatedAt"> &
  Partial<Pick<ShownChange, "placeVersion" | "current">>;
