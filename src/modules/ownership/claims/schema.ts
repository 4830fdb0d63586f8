import { z } from "zod";
import { idInPath, mustBeOneOf, requiredText } from "../../../shared/fields.ts";
import { listInput, pageOf } from "../../../shared/listing.ts";
import { documents, PROOF_SLOTS, REASON_CODES, REVIEW_STATUSES } from "../../../shared/reviews/reviews.ts";
import { proof } from "./proofs/schema.ts";

/** Pending claims of one partner. */
export const MAX_OPEN_CLAIMS = 10;

export const submitInput = z.object({
  poiId: requiredText("poiId", 100),
  /** Free text and ids of the caller's uploaded files. */
  documents: documents.nullish().transform((entries) => entries ?? []),
  /** What each file is, by its id; a file without one proves anything. */
  slots: z
    .record(z.string().max(100), z.enum(PROOF_SLOTS, { error: mustBeOneOf("Each of slots", PROOF_SLOTS) }), {
      error: "slots must name files",
    })
    .optional(),
});

export const changeInput = z
  .object({
    id: idInPath,
    withdraw: z.literal(true, { error: "withdraw must be true" }).optional(),
    /** Added to what was sent before. */
    documents: documents.refine((entries) => entries.length > 0, "Send at least one document").optional(),
  })
  .refine(({ withdraw, documents: sent }) => (withdraw === undefined) !== (sent === undefined), {
    error: "Send either withdraw or documents",
    path: ["documents"],
  });

export const claim = z.object({
  id: z.string(),
  /** Null if the place was deleted. */
  poiId: z.string().nullable(),
  poiName: z.string(),
  /** Of the place as it is listed; empty if it was deleted. */
  poiAddress: z.string(),
  status: z.enum(REVIEW_STATUSES),
  submittedAt: z.date(),
  reviewedAt: z.date().nullable(),
  notes: z.string(),
  documents: z.array(z.string()),
  /** The files among the documents, as long as they are kept. */
  files: z.array(z.object({ id: z.string(), name: z.string(), slot: z.enum(PROOF_SLOTS).nullable() })),
  /** The ways to prove it without a file that the place offers, and how far each is. */
  proofs: z.array(proof),
  /** See `sentenceOf` in `copy/en/decisions.ts`. */
  reason: z.enum(REASON_CODES).nullable(),
  /** What we asked for while the claim waits for it; null otherwise. */
  moreRequested: z.string().nullable(),
  /**
   * The end of the fifth business day after its submission, or after the documents came that we had asked for; null
   * while it waits for them.
   */
  dueBy: z.date().nullable(),
});
export type Claim = z.output<typeof claim>;

export const claimList = listInput.omit({ q: true });
export const claimPage = pageOf(claim);

export const decisionTimeOutput = z.object({
  /** The median from claim to decision, in days with one decimal; null while there are too few decisions. */
  days: z.number().nullable(),
  /** Decisions of reviewers in the last 90 days. */
  decisions: z.number().int(),
});
export type DecisionTime = z.output<typeof decisionTimeOutput>;
