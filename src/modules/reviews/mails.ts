import { inArray } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { labelOf, mailSentences, moreSentences, type Outcome } from "../../shared/reviews.ts";
import type { ClaimRow } from "../claims/queries.ts";
import { mailText, pageUrl, post } from "../mail/service.ts";
import { partners } from "../partners/table.ts";

/** Mails a decision to the partner; does nothing if `to` is undefined because the account was deleted. */
export async function postDecision(
  tx: Tx,
  deps: Deps,
  to: string | undefined,
  outcome: Outcome,
): Promise<void> {
  if (to === undefined) return;
  const { kind, decision } = outcome;
  const text = mailText(
    deps,
    ...mailSentences(outcome),
    pageUrl(deps, "/partner"),
    `Questions? Write to ${deps.settings.brand.contactEmail}.`,
  );
  const subject = `Your ${labelOf(outcome)} was ${decision}`;
  await post(tx, deps, { to, subject, text, kind: `${kind}-${decision}` });
}

/** Mails a claimant what is missing; does nothing if `to` is undefined because the account was deleted. */
export async function postMoreRequested(
  tx: Tx,
  deps: Deps,
  to: string | undefined,
  { id, notes }: { readonly id: string; readonly notes: string },
): Promise<void> {
  if (to === undefined) return;
  const text = mailText(
    deps,
    ...moreSentences(id, notes),
    `Open your claims:\n${pageUrl(deps, "/partner?tab=claims")}`,
    `Questions? Write to ${deps.settings.brand.contactEmail}.`,
  );
  const subject = `Your ${labelOf({ kind: "claim", id })} needs one more step`;
  await post(tx, deps, { to, subject, text, kind: "claim-more" });
}

/** Mails the partners whose claims were rejected because another claim on the place was approved. */
export async function postClaimLost(tx: Tx, deps: Deps, rejected: readonly ClaimRow[]): Promise<void> {
  const addresses = await addressesOf(
    tx,
    rejected.map(({ partnerId }) => partnerId),
  );
  for (const { id, partnerId } of rejected) {
    const outcome = { kind: "claim", id, decision: "rejected", notes: "" } as const;
    const reason = "already_claimed_by_other";
    await postDecision(tx, deps, addresses.get(partnerId ?? ""), { ...outcome, reason });
  }
}

async function addressesOf(
  tx: Tx,
  partnerIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = partnerIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const { id, email } = partners;
  const rows = await tx.select({ id, email }).from(partners).where(inArray(id, ids));
  return new Map(rows.map((row) => [row.id, row.email]));
}
