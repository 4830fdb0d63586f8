import { z } from "zod";
import { withoutCardNumbers } from "../../shared/card-numbers.ts";
import { idInPath, optionalLongText, requiredText } from "../../shared/fields.ts";
import { listInput, pageOf } from "../../shared/listing.ts";
import { REASON_CODES, REVIEW_STATUSES } from "../../shared/reviews.ts";

/** contract 2: `documents`. */
export const DOCUMENTS_MOST = 20;
const DOCUMENT_LENGTH = 2_000;
const DOCUMENTS_LENGTH = 10_000;

/** contract 5 */
export const OPEN_CLAIMS_MOST = 10;

/** security UPL-01 and UPL-02; lengths in bytes. */
export const EVIDENCE = {
  fileBytes: 10 * 1_024 * 1_024,
  partnerBytes: 50 * 1_024 * 1_024,
  filesOfClaim: 5,
  /** Uploaded, and not sent with a claim. */
  filesUnsent: 20,
  megapixels: 50,
  /** What `<input accept>` takes. */
  accept: ".pdf,.jpg,.jpeg,.png",
} as const;

const document = optionalLongText("A document", DOCUMENT_LENGTH).transform(withoutCardNumbers);

const documents = z
  .array(document, { error: "documents must be a list of texts" })
  .max(DOCUMENTS_MOST, `documents must have at most ${DOCUMENTS_MOST} entries`)
  .transform((entries) => entries.filter((entry) => entry !== ""))
  .refine(
    (entries) => entries.reduce((sum, entry) => sum + [...entry].length, 0) <= DOCUMENTS_LENGTH,
    `documents must have at most ${DOCUMENTS_LENGTH} characters together`,
  );

export const submitInput = z.object({
  poiId: requiredText("poiId", 100),
  /** Free text and ids of one's own uploaded files. */
  documents: documents.nullish().transform((entries) => entries ?? []),
});

export const claim = z.object({
  id: z.string(),
  /** Null where the place is gone. */
  poiId: z.string().nullable(),
  poiName: z.string(),
  status: z.enum(REVIEW_STATUSES),
  submittedAt: z.date(),
  reviewedAt: z.date().nullable(),
  notes: z.string(),
  documents: z.array(z.string()),
  /** `sentenceOf` of `shared/reviews.ts` says what it means and what to do next. */
  reason: z.enum(REASON_CODES).nullable(),
  /** The end of the fifth business day after it was sent. */
  dueBy: z.date(),
});
export type Claim = z.output<typeof claim>;

export const claimList = listInput.omit({ q: true });
export const claimPage = pageOf(claim);

export const evidenceFile = z.object({
  id: z.string(),
  /** As the partner called it. */
  name: z.string(),
  contentType: z.string(),
  /** Of what is kept: what a picture told of where and how it was taken is not. */
  bytes: z.number().int(),
  uploadedAt: z.date(),
});
export type EvidenceFile = z.output<typeof evidenceFile>;

export const evidencePage = pageOf(evidenceFile);

/** Over REST the body is the file, and its name stands in a header: see `shared/file-names.ts`. */
export const uploadInput = z.object({
  name: requiredText("The file's name"),
  /** What the sender says; undefined where it does not know. */
  size: z.number().int().nonnegative().optional(),
  file: z.instanceof(ReadableStream<Uint8Array>, { error: "The file is required" }),
});

export const evidenceId = z.object({ id: idInPath });
export const deleteOutput = z.object({ success: z.literal(true) });
