import { z } from "zod";
import { idInPath, mustBeOneOf, optionalLongText } from "../../../shared/fields.ts";
import { pageOf } from "../../../shared/listing.ts";
import { withoutCardNumbers } from "../../../shared/money/card-numbers.ts";
import { CLOSING_REASON_CODES, TRANSFER_REASONS } from "../../../shared/places/places.ts";
import { documents, REVIEW_STATUSES, undoUntil } from "../../../shared/reviews/reviews.ts";
import { reviewedFile } from "../../evidence/uploads/schema.ts";

/** Pending transfers that one partner asks for. */
export const MAX_OPEN_TRANSFERS = 10;

/** Code points of the words with which a partner explains why it asks. */
export const EXPLANATION_MAX = 1_000;

/** Questions of one partner, withdrawn ones too; of these about the same place. */
export const ASKED_A_DAY = 20;
export const SAME_PLACE_A_DAY = 3;

export const askInput = z
  .object({
    /** The id of the place. */
    id: idInPath,
    /** For the owner and staff. */
    why: z.enum(TRANSFER_REASONS, { error: mustBeOneOf("why", TRANSFER_REASONS) }).optional(),
    /** The same in own words. */
    explanation: optionalLongText("Explanation", EXPLANATION_MAX).transform(withoutCardNumbers),
    /** Free text and ids of the caller's uploaded files, for staff. */
    documents: documents.nullish().transform((entries) => entries ?? []),
  })
  .refine(({ why, explanation }) => why === undefined || explanation !== "", {
    error: "Explanation is required",
    path: ["explanation"],
  });

export const answerInput = z
  .object({
    id: idInPath,
    /** By the owner. */
    accept: z.boolean({ error: "accept must be true or false" }).optional(),
    /** By the partner who asked. */
    withdraw: z.literal(true, { error: "withdraw must be true" }).optional(),
  })
  .refine(({ accept, withdraw }) => (accept === undefined) !== (withdraw === undefined), {
    error: "accept must be true or false",
    path: ["accept"],
  });

const transfer = {
  id: z.string(),
  /** Null if the place was deleted. */
  poiId: z.string().nullable(),
  poiName: z.string(),
  /** The business name of the partner who asks. */
  partnerName: z.string(),
  /** Why the partner asks, and the same in its words; null and empty where no reason was given. */
  why: z.enum(TRANSFER_REASONS).nullable(),
  explanation: z.string(),
  status: z.enum(REVIEW_STATUSES),
  /** Why it ended without a decision; see `CLOSING_REASONS` in `copy/en/decisions.ts`. */
  reason: z.enum(CLOSING_REASON_CODES).nullable(),
  notes: z.string(),
  submittedAt: z.date(),
  /** The end of the third business day after: until then the owner alone decides. */
  answerBy: z.date(),
  /** When the owner refused; staff decide then. */
  refusedAt: z.date().nullable(),
  reviewedAt: z.date().nullable(),
  /** Who has to act; null if it is decided. */
  waitsFor: z.enum(["owner", "staff"]).nullable(),
  /** When staff have promised a decision; null while the owner has to answer. */
  dueBy: z.date().nullable(),
};

export const ownTransfer = z.object({
  ...transfer,
  /** Whether the caller was asked for the place or asks for it. */
  direction: z.enum(["incoming", "outgoing"]),
});
export type OwnTransfer = z.input<typeof ownTransfer>;
export const ownTransfers = pageOf(ownTransfer);

export const reviewedTransfer = z.object({
  ...transfer,
  /** Null if the account was deleted; the business name stays. */
  partnerId: z.string().nullable(),
  /** Who was asked; null if the account was deleted. */
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable(),
  documents: z.array(z.string()),
  /** The documents that are free text. */
  statements: z.array(z.string()),
  evidence: z.array(reviewedFile),
  reviewedBy: z.string().nullable(),
  late: z.boolean(),
  updatedAt: z.date(),
  undoUntil,
});
export type ReviewedTransfer = z.input<typeof reviewedTransfer>;
export const reviewedTransfers = pageOf(reviewedTransfer);
