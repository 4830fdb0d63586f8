import { z } from "zod";
import { idInPath, requiredText } from "../../../shared/fields.ts";
import { withoutCardNumbers } from "../../../shared/gifts/card-numbers.ts";
import { listInput, pageOf } from "../../../shared/listing.ts";
import { documents } from "../../../shared/reviews/documents.ts";
import { REASON_CODES, REVIEW_STATUSES } from "../../../shared/reviews/reviews.ts";

/** Pending claims of one partner. */
export const MAX_OPEN_CLAIMS = 10;

/** Limits of evidence files (docs/security.md UPL-01 and UPL-02). */
export const EVIDENCE = {
  fileBytes: 10 * 1_024 * 1_024,
  partnerBytes: 50 * 1_024 * 1_024,
  filesPerClaim: 5,
  /** Of one partner. */
  unattachedFiles: 20,
  /** Of one partner; the browser sends the others one after the other. */
  parallelUploads: 2,
  megapixels: 50,
  /** For `<input accept>`. */
  accept: ".pdf,.jpg,.jpeg,.png",
} as const;

export const submitInput = z.object({
  poiId: requiredText("poiId", 100),
  /** Free text and ids of the caller's uploaded files. */
  documents: documents.nullish().transform((entries) => entries ?? []),
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
  status: z.enum(REVIEW_STATUSES),
  submittedAt: z.date(),
  reviewedAt: z.date().nullable(),
  notes: z.string(),
  documents: z.array(z.string()),
  /** See `sentenceOf` in `shared/reviews.ts`. */
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

export const evidenceFile = z.object({
  id: z.string(),
  /** The partner's name for it. */
  name: z.string(),
  contentType: z.string(),
  /** Without the metadata, which is not stored. */
  bytes: z.number().int(),
  uploadedAt: z.date(),
});
export type EvidenceFile = z.output<typeof evidenceFile>;

export const evidencePage = pageOf(evidenceFile);

/** Over REST the body is the file, and its name is in a header: see `shared/file-names.ts`. */
export const uploadInput = z.object({
  name: requiredText("The file's name").transform(withoutCardNumbers),
  /** In bytes, as declared by the client; undefined if unknown. */
  size: z.number().int().nonnegative().optional(),
  file: z.instanceof(ReadableStream<Uint8Array>, { error: "The file is required" }),
});

export const evidenceId = z.object({ id: idInPath });
