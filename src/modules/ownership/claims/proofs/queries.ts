import { inArray } from "drizzle-orm";
import type { Tx } from "../../../../db/client.ts";
import type { Orm } from "../../../../db/types.ts";
import { formatPhone } from "../../../../shared/phone.ts";
import { domainOfWebsite } from "../../../../shared/places/own-domain.ts";
import { PROOF_KINDS, type ProofKind } from "../../../../shared/reviews/reviews.ts";
import type { currentPois } from "../../../places/public.ts";
import type { Proof } from "./schema.ts";
import { claimProofs as t } from "./table.ts";

export type ProofRow = typeof t.$inferSelect;

export type ProvenPlace = Pick<
  typeof currentPois.$inferSelect,
  "phone" | "website" | "address" | "city" | "state" | "zipCode"
>;

/** What each way of proof is about today; empty if the place does not offer it. */
export const targetOf = (
  { phone, website, address, city, state, zipCode }: ProvenPlace,
  kind: ProofKind,
): string => {
  if (kind === "email") return domainOfWebsite(website);
  if (kind === "phone") return phone;
  return address === "" ? "" : `${address}, ${city}, ${state} ${zipCode}`.trim();
};

/** The proofs of claims by the ids of these. */
export async function proofRows(
  orm: Orm | Tx,
  claimIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ProofRow[]>> {
  if (claimIds.length === 0) return new Map();
  const rows = await orm
    .select()
    .from(t)
    .where(inArray(t.claimId, [...claimIds]));
  return Map.groupBy(rows, ({ claimId }) => claimId);
}

/** The ways to prove a claim of this place, with how far each is. Once it is decided, those that were used. */
export function proofsOf(
  place: ProvenPlace | undefined,
  rows: readonly ProofRow[],
  isOpen: boolean,
): Proof[] {
  return PROOF_KINDS.flatMap((kind): readonly Proof[] => {
    const row = rows.find((each) => each.kind === kind);
    const current = place ? targetOf(place, kind) : "";
    if (row) return [asProof(row, current)];
    if (!isOpen || current === "") return [];
    const none = { askedAt: null, sentAt: null, expiresAt: null, confirmedAt: null };
    return [{ kind, target: shown(kind, current), ...none, isCurrent: true }];
  });
}

export const asProof = (
  { kind, target, askedAt, sentAt, expiresAt, confirmedAt }: ProofRow,
  current: string,
): Proof => ({
  ...{ kind, target: shown(kind, target), askedAt, sentAt, expiresAt, confirmedAt },
  isCurrent: target === current,
});

export const shown = (kind: ProofKind, target: string): string =>
  kind === "phone" ? formatPhone(target) : target;
