import { EVIDENCE } from "../../../../modules/claims/schema.ts";
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
  return taken >= EVIDENCE.filesOfClaim ? EVIDENCE_WORDS.tooMany : null;
}
