import { and, eq, inArray, isNotNull, ne, type or } from "drizzle-orm";
import type { z } from "zod";
import { TRANSFER_UNDONE } from "../../../copy/en/partner-emails.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { changedByOther, hasChangedSince } from "../../../db/query/row-version.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { ClosingReason } from "../../../shared/places/places.ts";
import { changedSince, isSameDecision, type UndoInput } from "../../../shared/reviews/reviews.ts";
import { record } from "../../audit/public.ts";
import { takeBack, type UndoneMail } from "../../mail/public.ts";
import { lockOwnAccount, lockPartners, type PartnerRow, reviewerOf } from "../../partners/public.ts";
import { lockPlace, setOwner, withCurrentPlaces } from "../../places/public.ts";
import { laterOwnership, refuseMoved, savedDecision, undoable, WAITS_AGAIN } from "../decisions.ts";
import type { decideInput } from "../proposals/schema.ts";
import type { TransferDecision } from "../schema.ts";
import { placeProposals, placeTransfers, placeTransfers as t } from "../table.ts";
import { closeOfPlace, closing, dayOf, postAbout } from "./close.ts";
import {
  isForStaff,
  noSuchTransfer,
  ownTransfer,
  reviewedTransfer,
  type TransferRow,
  versionOf,
} from "./queries.ts";
import type { answerInput, OwnTransfer, ReviewedTransfer } from "./schema.ts";

/**
 * The owner's answer, which moves the place or leaves the decision to staff, or the withdrawal by the partner who asked.
 * Throws 404 for what another partner may answer as for an unknown transfer, 403 for a manager who answers for the business,
 * and 409 if it is decided or the owner has refused already.
 */
export function answer(
  ctx: ActionContext<PartnerPrincipal>,
  { id, accept }: z.output<typeof answerInput>,
): Promise<OwnTransfer> {
  const { deps, principal } = ctx;
  const party = accept === undefined ? t.partnerId : t.ownerId;
  return deps.db.transaction(async (tx) => {
    const locked = await lock(tx, and(eq(t.id, id), eq(party, principal.id)));
    const { seen } = locked;
    await lockOwnAccount(tx, ctx);
    if (accept !== undefined && principal.person.role !== "owner")
      throw new DomainError("forbidden", "Only an owner of the business can answer this");
    if (accept === true) await move(tx, ctx, locked);
    if (accept === false && seen.refusedAt !== null)
      throw new DomainError("conflict", "You have refused this already. Our team decides now.");
    const row = await setTransfer(tx, id, answered(deps, accept));
    if (accept === false) await postAbout(tx, deps, locked.asker?.email, "transfer-refused", row);
    const { status, reason, poiId, refusedAt } = row;
    await record(tx, ctx, {
      subject: id,
      before: { status: "pending" },
      after: { status, reason, poiId, refused: refusedAt !== null },
    });
    return ownTransfer(row, principal.id, deps.now());
  });
}

function answered(deps: Deps, accept: boolean | undefined): Partial<TransferRow> {
  if (accept === undefined) return closing(deps, "withdrawn");
  return accept ? { status: "approved", reviewedAt: deps.now() } : { refusedAt: deps.now() };
}

/**
 * The decision of staff, once the owner refused or did not answer in time. Mails both partners. Throws 404, and 409 before
 * that, if it is decided or changed after `updatedAt`, or if the place or the partner who asked is gone.
 */
export function decide(
  ctx: ActionContext<StaffActor>,
  { id, decision, notes, updatedAt: readAt }: z.output<typeof decideInput>,
): Promise<ReviewedTransfer> {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    const locked = await lock(tx, eq(t.id, id));
    const { seen } = locked;
    if (!isForStaff(seen, deps.now())) throw ownerDecides(seen);
    if (hasChangedSince(readAt, versionOf(seen)))
      throw changedByOther("case", await reviewedTransfer(ctx, tx, seen));
    const told = decision === "approved" ? await move(tx, ctx, locked) : await keep(tx, deps, locked);
    const ownerId = decision === "approved" ? seen.partnerId : (locked.place?.ownerId ?? null);
    const row = await setTransfer(tx, id, {
      status: decision,
      notes,
      reviewedAt: deps.now(),
      reviewedBy: reviewerOf(principal),
      lastDecision: {
        ...savedDecision(ctx, { decision, mailId: told.mailId }),
        poiId: locked.place?.id ?? null,
        ownerId,
        ownerMailId: told.ownerMailId,
        closed: told.closed,
      },
    });
    const after = { status: decision, poiId: row.poiId, from: row.ownerId, to: row.partnerId };
    await record(tx, ctx, { subject: id, before: { status: "pending" }, after });
    return reviewedTransfer(ctx, tx, row);
  });
}

type Locked = Awaited<ReturnType<typeof lock>>;

/** Locks both partners by id, then the place, then the transfer. Throws 404, and 409 if it is decided. */
async function lock(tx: Tx, which: ReturnType<typeof or>) {
  const [first] = await tx.select().from(t).where(which);
  if (!first) throw noSuchTransfer();
  const { id, ownerId, partnerId, poiId } = first;
  const parties = await lockPartners(tx, [ownerId, partnerId]);
  const place = poiId === null ? null : await lockPlace(tx, poiId);
  const [seen] = await tx
    .select()
    .from(t)
    .where(and(eq(t.id, id), eq(t.status, "pending")))
    .for("update");
  if (!seen) throw new DomainError("conflict", "This transfer is already decided");
  return { seen, place, owner: parties.get(ownerId ?? ""), asker: parties.get(partnerId ?? "") } as const;
}

/** The mails to both partners and what else was closed. */
type Notices = Pick<TransferDecision, "mailId" | "ownerMailId" | "closed">;

/** Gives the place to the partner who asked, closes what else waits for its owner, and mails both. */
async function move(tx: Tx, ctx: ActionContext, { seen, place, owner, asker }: Locked): Promise<Notices> {
  if (!place || !asker)
    throw new DomainError("conflict", "The place or the partner of this transfer is gone");
  if (place.ownerId !== seen.ownerId)
    throw new DomainError("conflict", "This place has another owner by now");
  await setOwner(tx, ctx.deps, place.id, asker.id);
  const closed = await closeOfPlace(tx, ctx, place.id, "transferred", seen.id);
  const mailId = await postAbout(tx, ctx.deps, asker.email, "transfer-approved", seen);
  const ownerMailId = await postAbout(tx, ctx.deps, owner?.email, "transfer-given", seen);
  return { mailId, ownerMailId, closed };
}

/** Mails both that the place stays with its owner. */
async function keep(tx: Tx, deps: Deps, { seen, owner, asker }: Locked): Promise<Notices> {
  const mailId = await postAbout(tx, deps, asker?.email, "transfer-rejected", seen);
  const ownerMailId = await postAbout(tx, deps, owner?.email, "transfer-kept", seen);
  return { mailId, ownerMailId, closed: { proposals: [], transfers: [] } };
}

/** Updates a transfer that the caller has locked. */
export async function setTransfer(tx: Tx, id: string, values: Partial<TransferRow>): Promise<TransferRow> {
  const [row] = await withCurrentPlaces(tx, await tx.update(t).set(values).where(eq(t.id, id)).returning());
  if (!row) throw new Error("update of place_transfers returned no row");
  return row;
}

const ownerDecides = ({ answerBy }: TransferRow) =>
  new DomainError(
    "conflict",
    `The owner has until ${dayOf(answerBy)} to answer. You can decide after that, or when the owner refuses.`,
  );

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
    const { owner, asker, partners } = await lockDecided(tx, seen, last);
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
async function lockDecided(tx: Tx, seen: TransferRow, last: TransferDecision) {
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
