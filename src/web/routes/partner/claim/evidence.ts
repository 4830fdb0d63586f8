import { EVIDENCE } from "../../../../modules/claims/schema.ts";
import { messageOf } from "../../../lib/error-message.ts";
import { refusalOf } from "../../../lib/refusal.ts";
import { EVIDENCE_WORDS } from "./content.ts";

interface Chosen {
  /** Ours, until and after the server gives it an id. */
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
}

/** A file of a claim: on its way, kept by the server, or refused with a sentence. */
export type EvidenceItem = Chosen &
  (
    | { readonly state: "sending"; readonly share: number }
    | { readonly state: "kept"; readonly id: string; readonly before?: true }
    | { readonly state: "refused"; readonly problem: string }
    | { readonly state: "failed"; readonly problem: string; readonly file: File }
  );

const ENDING = /\.(pdf|jpe?g|png)$/i;

/** Why a file need not be sent at all; null where it may. `taken` is how many the claim has already. */
export function problemOf({ name, size }: Pick<File, "name" | "size">, taken: number): string | null {
  if (!ENDING.test(name)) return EVIDENCE_WORDS.wrongKind;
  if (size > EVIDENCE.fileBytes) return EVIDENCE_WORDS.tooLarge;
  if (size === 0) return EVIDENCE_WORDS.empty;
  return taken >= EVIDENCE.filesPerClaim ? EVIDENCE_WORDS.tooMany : null;
}

interface Removal {
  /** Nothing of it is left that this claim could send. */
  readonly gone: boolean;
  /** What a person is told; null where the file is away as they wanted. */
  readonly failure: string | null;
}

export const REMOVED: Removal = { gone: true, failure: null };

/** What a refusal leaves: a file that was removed before is as good as removed, one of another claim is not ours. */
export function refusedRemoval(error: unknown): Removal {
  const status = refusalOf(error)?.status;
  if (status === 404) return REMOVED;
  return { gone: status === 409, failure: messageOf(error) ?? EVIDENCE_WORDS.unreached };
}
