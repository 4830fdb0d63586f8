import { and, eq, type or } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { changedByOther, hasChangedSince } from "../../../db/query/row-version.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record } from "../../audit/public.ts";
import { lockOwnAccount, lockPartners, reviewerOf } from "../../partners/public.ts";
import { lockPlace, setOwner, withCurrentPlaces } from "../../places/public.ts";
import { savedDecision } from "../decisions.ts";
import type { decideInput } from "../proposals/schema.ts";
import type { TransferDecision } from "../schema.ts";
import { placeTransfers as t } from "../table.ts";
import { closeOfPlace, closing } from "./close.ts";
import { dayOf, postAbout } from "./mails.ts";
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
