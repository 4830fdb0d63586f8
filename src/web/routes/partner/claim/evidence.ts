import { EVIDENCE_WORDS } from "../../../../copy/en/partner-places.ts";
import { EVIDENCE } from "../../../../modules/evidence/uploads/schema.ts";
import { messageOf, refusalOf } from "../../../lib/errors.ts";

interface Chosen {
  /** A local key, independent of the id from the server. */
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
}

/** An evidence file: uploading, stored, or refused with a message. */
export type EvidenceItem = Chosen &
  (
    | { readonly state: "sending"; readonly share: number }
    | { readonly state: "kept"; readonly id: string; readonly before?: true }
    | { readonly state: "refused"; readonly problem: string }
    | { readonly state: "failed"; readonly problem: string; readonly file: File }
  );

const HEIC_ENDING = /\.hei[cf]$/i;
const ENDING = /\.(pdf|jpe?g|png)$/i;

/** Why a file would be refused; null if it can be uploaded. `taken` is how many files the claim has already. */
export function problemOf({ name, size }: Pick<File, "name" | "size">, taken: number): string | null {
  if (HEIC_ENDING.test(name)) return EVIDENCE_WORDS.heic;
  if (!ENDING.test(name)) return EVIDENCE_WORDS.wrongKind;
  if (size > EVIDENCE.fileBytes) return EVIDENCE_WORDS.tooLarge;
  if (size === 0) return EVIDENCE_WORDS.empty;
  return taken >= EVIDENCE.filesPerClaim ? EVIDENCE_WORDS.tooMany : null;
}

interface Removal {
  /** Whether nothing is left that this claim could submit. */
  readonly gone: boolean;
  /** The message to show; null if the file is removed as intended. */
  readonly failure: string | null;
}

export const REMOVED: Removal = { gone: true, failure: null };

/** Interprets a refused removal: a file removed earlier counts as removed, and one of another claim is not ours. */
export function refusedRemoval(error: unknown): Removal {
  const status = refusalOf(error)?.status;
  if (status === 404) return REMOVED;
  return { gone: status === 409, failure: messageOf(error) ?? EVIDENCE_WORDS.unreached };
}
