import { z } from "zod";
import { idInPath, requiredText } from "../../../shared/fields.ts";
import { listInput, pageOf } from "../../../shared/listing.ts";
import { withoutCardNumbers } from "../../../shared/money/card-numbers.ts";
import { PROOF_SLOTS } from "../../../shared/reviews/reviews.ts";

/** Limits of evidence files (docs/security.md UPL-01 and UPL-02). */
export const EVIDENCE = {
  fileBytes: 10 * 1_024 * 1_024,
  partnerBytes: 50 * 1_024 * 1_024,
  filesPerClaim: 5,
  /** Per partner. */
  unattachedFiles: 20,
  /** Per partner; the browser sends the others one after the other. */
  parallelUploads: 2,
  megapixels: 50,
  /** For `<input accept>`. */
  accept: ".pdf,.jpg,.jpeg,.jfif,.png",
} as const;

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

/** A file as reviewers see it. */
export const reviewedFile = z.object({
  id: z.string(),
  name: z.string(),
  /** What it proves, as its partner says. */
  slot: z.enum(PROOF_SLOTS).nullable(),
  contentType: z.string(),
  bytes: z.number().int(),
  /** SHA-256 of the stored bytes, in hex. */
  digest: z.string(),
  uploadedAt: z.date(),
  /** When the bytes were deleted; the row stays. */
  removedAt: z.date().nullable(),
});

export const evidencePage = pageOf(evidenceFile);

/** Over REST the body is the file, and its name is in a header: see `shared/file-names.ts`. */
export const uploadInput = z.object({
  name: requiredText("The file's name").transform(withoutCardNumbers),
  /** In bytes, as declared by the client; undefined if unknown. */
  size: z.number().int().nonnegative().optional(),
  file: z.instanceof(ReadableStream<Uint8Array>, { error: "The file is required" }),
});

export const evidenceId = z.object({ id: idInPath });

export const evidenceList = listInput.omit({ q: true });
