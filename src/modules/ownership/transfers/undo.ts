import { and, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { TRANSFER_UNDONE } from "../../../copy/en/partner-emails.ts";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import type { ClosingReason } from "../../../shared/places/places.ts";
import { changedSince, isSameDecision, type UndoInput } from "../../../shared/reviews/reviews.ts";
import { record } from "../../audit/public.ts";
import { takeBack, type UndoneMail } from "../../mail/public.ts";
import { lockPartners, type PartnerRow } from "../../partners/public.ts";
import { lockPlace, setOwner } from "../../places/public.ts";
import { laterOwnership, refuseMoved, undoable, WAITS_AGAIN } from "../decisions.ts";
import type { TransferDecision } from "../schema.ts";
import { placeProposals, placeTransfers, placeTransfers as t } from "../table.ts";
import { closeOfPlace } from "./close.ts";
import { noSuchTransfer, reviewedTransfer, type TransferRow, versionOf } from "./queries.ts";
import type { ReviewedTransfer } from "./schema.ts";
import { setTransfer } from "./service.ts";

/**
 * Undoes the decision of staff on a transfer: the transfer waits for staff again. After an approval the former owner has
 * the place again, what waited for that owner waits again, and what waits for the new one is closed. Throws 403 for anyone
 * but the person who decided and admins, 404, and 409 after ten minutes, if staff did not decide it, or with what has
 * changed since.
 */
export function undo(
  ctx: ActionContext<StaffActor>,
  { id, updatedAt }: UndoInput,
): Promise<ReviewedTransfer> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const [seen] = await tx.select().from(t).where(eq(t.id, id));
    if (!seen) throw noSuchTransfer();
    const last = undoable(ctx, seen, { shown: versionOf(seen), readAt: updatedAt });
    const { owner, asker, partners } = await lock(tx, seen, last);
    const given = last.decision === "approved" ? await giveBack(tx, ctx, owner.id, last) : NOTHING;
    const row = await setTransfer(tx, id, WAITS_AGAIN);
    await takeBack(tx, deps, undoneMails({ transfer: row, last, owner, asker, partners, ...given }));
    const restored = [...given.proposals, ...given.transfers].map((each) => each.id);
    await record(tx, ctx, {
      subject: id,
      before: { decision: last.decision, status: seen.status, ownerId: last.ownerId },
      after: { status: row.status, poiId: row.poiId, ownerId: owner.id, restored },
    });
    return reviewedTransfer(ctx, tx, row);
  });
}

const NOTHING = { proposals: [], transfers: [] } as const;

/** Locks the partners by id, then the place, then the transfer. Throws 409 with what has changed since the decision. */
async function lock(tx: Tx, seen: TransferRow, last: TransferDecision) {
  const closed = last.closed.transfers.map(({ id }) => id);
  const others = await tx.select({ partnerId: t.partnerId }).from(t).where(inArray(t.id, closed));
  const partners = await lockPartners(tx, [
    seen.ownerId,
    seen.partnerId,
    ...others.map(({ partnerId }) => partnerId),
  ]);
  const place = seen.poiId === null ? null : await lockPlace(tx, seen.poiId);
  const [locked] = await tx.select().from(t).where(eq(t.id, seen.id)).for("update");
  if (!locked || !isSameDecision(locked.lastDecision, last))
    throw changedSince("it was changed by someone else");
  const asker = partners.get(locked.partnerId ?? "");
  if (!asker) throw changedSince("the account of the partner who asks was deleted");
  refuseMoved(place, last);
  const owner = partners.get(locked.ownerId ?? "");
  if (!owner) throw changedSince("the owner's account was deleted");
  if (last.decision === "approved") await refuseLaterOwner(tx, locked, last);
  else await refuseAskedAgain(tx, locked);
  return { owner, asker, partners } as const;
}

async function refuseLaterOwner(tx: Tx, { id }: TransferRow, last: TransferDecision): Promise<void> {
  const later = last.poiId === null ? null : await laterOwnership(tx, last.poiId, id, last);
  if (later !== null) throw changedSince(later);
}

async function refuseAskedAgain(tx: Tx, { id, poiId, partnerId }: TransferRow): Promise<void> {
  const same = and(eq(t.poiId, poiId ?? ""), eq(t.partnerId, partnerId ?? ""), ne(t.id, id));
  if ((await tx.$count(t, and(same, eq(t.status, "pending")))) > 0)
    throw changedSince("the partner has asked for the place again");
}

interface Undone extends Pick<Restored, "transfers"> {
  readonly transfer: TransferRow;
  readonly last: TransferDecision;
  readonly owner: PartnerRow;
  readonly asker: PartnerRow;
  /** By id; those of `transfers` among them. */
  readonly partners: ReadonlyMap<string, PartnerRow>;
}

/** The mails that take back those about a decision on a transfer. */
function undoneMails({ transfer, last, owner, asker, partners, transfers }: Undone): UndoneMail[] {
  const decision = last.decision === "approved" ? "approved" : "rejected";
  const { mailId, ownerMailId, closed } = last;
  const mail = (to: string, id: string | null, lines: readonly string[]): UndoneMail => ({
    to,
    mailId: id,
    kind: "transfer-undone",
    subject: TRANSFER_UNDONE.subject,
    lines: [TRANSFER_UNDONE.ignore(transfer.poiName), ...lines],
  });
  const reopened = transfers.flatMap(({ id, partnerId }) => {
    const to = partners.get(partnerId ?? "")?.email;
    const closing = closed.transfers.find((each) => each.id === id);
    if (to === undefined || !closing) return [];
    return [mail(to, closing.mailId, [TRANSFER_UNDONE.reopened])];
  });
  return [
    mail(asker.email, mailId, TRANSFER_UNDONE.asker[decision]),
    mail(owner.email, ownerMailId, TRANSFER_UNDONE.owner[decision]),
    ...reopened,
  ];
}

const TRANSFERRED: ClosingReason = "transferred";

/** What waits for the former owner again. */
interface Restored {
  readonly proposals: readonly { readonly id: string }[];
  readonly transfers: readonly TransferRow[];
}

/**
 * Gives a place back to its former owner, closes what waits for the new one, and reopens what the approval of the
 * transfer had closed. The caller has locked both partners, the place and the transfer.
 */
async function giveBack(
  tx: Tx,
  ctx: ActionContext,
  ownerId: string,
  { poiId, closed }: TransferDecision,
): Promise<Restored> {
  if (poiId === null) throw new Error("an approved transfer has no place");
  await setOwner(tx, ctx.deps, poiId, ownerId);
  await closeOfPlace(tx, ctx, poiId, TRANSFERRED);
  const [p, t] = [placeProposals, placeTransfers];
  const proposals = await tx
    .update(p)
    .set(WAITS_AGAIN)
    .where(
      and(
        ...[inArray(p.id, [...closed.proposals]), eq(p.poiId, poiId)],
        ...[eq(p.partnerId, ownerId), eq(p.reason, TRANSFERRED)],
      ),
    )
    .returning({ id: p.id });
  const ids = closed.transfers.map(({ id }) => id);
  const transfers = await tx
    .update(t)
    .set(WAITS_AGAIN)
    .where(
      and(
        ...[inArray(t.id, ids), eq(t.poiId, poiId)],
        ...[eq(t.ownerId, ownerId), isNotNull(t.partnerId), eq(t.reason, TRANSFERRED)],
      ),
    )
    .returning();
  return { proposals, transfers };
}
