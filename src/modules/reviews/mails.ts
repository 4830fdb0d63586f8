import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import type { LastDecision } from "../../shared/reviews/last-decision.ts";
import { labelOf, mailSentences, moreSentences, type Outcome } from "../../shared/reviews/reviews.ts";
import { mailText, pageUrl, postWithId } from "../mail/service.ts";
import type { ClaimRow } from "../ownership/claims/queries.ts";
import { addressesOf } from "../partners/queries.ts";

/** Mails a decision to the partner and returns the mail's id; null if `to` is undefined because the account was deleted. */
export async function postDecision(
  tx: Tx,
  deps: Deps,
  to: string | undefined,
  outcome: Outcome,
): Promise<string | null> {
  if (to === undefined) return null;
  const { kind, decision } = outcome;
  const text = mailText(
    deps,
    ...mailSentences(outcome),
    pageUrl(deps, "/partner"),
    `Questions? Write to ${deps.settings.brand.contactEmail}.`,
  );
  const subject = `Your ${labelOf(outcome)} was ${decision}`;
  return postWithId(tx, deps, { to, subject, text, kind: `${kind}-${decision}` });
}

/** Mails a claimant what is missing and returns the mail's id; null as for `postDecision`. */
export async function postMoreRequested(
  tx: Tx,
  deps: Deps,
  to: string | undefined,
  { id, notes }: { readonly id: string; readonly notes: string },
): Promise<string | null> {
  if (to === undefined) return null;
  const text = mailText(
    deps,
    ...moreSentences(id, notes),
    `Open your claims:\n${pageUrl(deps, "/partner?tab=claims")}`,
    `Questions? Write to ${deps.settings.brand.contactEmail}.`,
  );
  const subject = `Your ${labelOf({ kind: "claim", id })} needs one more step`;
  return postWithId(tx, deps, { to, subject, text, kind: "claim-more" });
}

/** Mails the partners whose claims were rejected because another one was approved. Returns what undoing that takes. */
export async function postClaimLost(
  tx: Tx,
  deps: Deps,
  rejected: readonly ClaimRow[],
): Promise<LastDecision["rivals"]> {
  const addresses = await addressesOf(
    tx,
    rejected.map(({ partnerId }) => partnerId),
  );
  const lost: LastDecision["rivals"][number][] = [];
  for (const { id, partnerId, moreRequestedAt } of rejected) {
    const outcome = { kind: "claim", id, decision: "rejected", notes: "" } as const;
    const reason = "already_claimed_by_other";
    const mailId = await postDecision(tx, deps, addresses.get(partnerId), { ...outcome, reason });
    lost.push({ id, moreRequestedAt: moreRequestedAt?.toISOString() ?? null, mailId });
  }
  return lost;
}
