import { and, eq, ne, type SQL } from "drizzle-orm";
import { FRAME } from "../../../copy/en/emails.ts";
import { TRANSFERS } from "../../../copy/en/partner-emails.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { MailKind } from "../../../shared/people/mails.ts";
import type { ClosingReason } from "../../../shared/places/places.ts";
import { record } from "../../audit/public.ts";
import { mailText, pageUrl, postWithId } from "../../mail/public.ts";
import { addressesOf, lockOwnAccount } from "../../partners/public.ts";
import { setOwner } from "../../places/public.ts";
import { lockOwnPlace } from "../proposals/service.ts";
import type { ClosedCases } from "../schema.ts";
import { placeProposals, placeTransfers } from "../table.ts";
import type { TransferRow } from "./queries.ts";

type Ctx = Pick<ActionContext, "deps">;

/**
 * Closes the pending changes of a place and the pending transfers of it except one, because its owner changes, and mails
 * those who asked. Returns what was closed. The caller has locked the place.
 */
export async function closeOfPlace(
  tx: Tx,
  { deps }: Ctx,
  poiId: string,
  reason: ClosingReason,
  except = "",
): Promise<ClosedCases> {
  const proposals = await tx
    .update(placeProposals)
    .set(closing(deps, reason))
    .where(and(eq(placeProposals.poiId, poiId), eq(placeProposals.status, "pending")))
    .returning({ id: placeProposals.id });
  const others = and(eq(placeTransfers.poiId, poiId), ne(placeTransfers.id, except));
  const transfers = await closeTransfers(tx, deps, others, reason);
  return { proposals: proposals.map(({ id }) => id), transfers };
}

/** Closes pending transfers and mails those who asked for them. Returns what was closed. */
export async function closeTransfers(
  tx: Tx,
  deps: Deps,
  which: SQL | undefined,
  reason: ClosingReason,
): Promise<ClosedCases["transfers"]> {
  const rows = await tx
    .update(placeTransfers)
    .set(closing(deps, reason))
    .where(and(which, eq(placeTransfers.status, "pending")))
    .returning();
  const addresses = await addressesOf(
    tx,
    rows.map(({ partnerId }) => partnerId),
  );
  const closed: ClosedCases["transfers"][number][] = [];
  for (const row of rows) {
    const mailId = await postAbout(tx, deps, addresses.get(row.partnerId), "transfer-closed", row);
    closed.push({ id: row.id, mailId });
  }
  return closed;
}

/** What sets a proposal or a transfer to ended without a decision. */
export const closing = ({ now }: Pick<Deps, "now">, reason: ClosingReason) => ({
  status: "rejected" as const,
  reason,
  reviewedAt: now(),
});

/**
 * Frees a place of the caller: it stays listed without an owner, and what waits for its owner is closed. Throws 404 for
 * another partner's place as for an unknown one.
 */
export function release(ctx: ActionContext<PartnerPrincipal>, id: string): Promise<{ success: true }> {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    const { email } = await lockOwnAccount(tx, ctx);
    const place = await lockOwnPlace(tx, ctx, id);
    await setOwner(tx, deps, id, null);
    await closeOfPlace(tx, ctx, id, "released");
    await postAbout(tx, deps, email, "place-released", { poiName: place.name, answerBy: deps.now() });
    await record(tx, ctx, { subject: id, before: { ownerId: principal.id }, after: { ownerId: null } });
    return { success: true };
  });
}

type Transfer = Pick<TransferRow, "poiName" | "answerBy"> & Partial<Pick<TransferRow, "why">>;

/** As the pages show it: the day on which the deadline ends in the east. */
export const dayOf = (at: Date): string =>
  at.toLocaleDateString("en-US", { dateStyle: "full", timeZone: "America/New_York" });

/**
 * Mails a partner about a place and returns the mail's id; null if `to` is undefined because the account was deleted. No
 * name of another partner is in it.
 */
export async function postAbout(
  tx: Tx,
  deps: Deps,
  to: string | undefined,
  kind: keyof typeof TRANSFERS.subjects & MailKind,
  transfer: Transfer,
): Promise<string | null> {
  if (to === undefined) return null;
  const text = mailText(
    deps,
    ...TRANSFERS.texts[kind](transfer.poiName, dayOf(transfer.answerBy), transfer.why ?? null),
    TRANSFERS.open(pageUrl(deps, "/partner?tab=pois")),
    FRAME.questions(deps.settings.brand.contactEmail),
  );
  return postWithId(tx, deps, { to, subject: TRANSFERS.subjects[kind], text, kind });
}
