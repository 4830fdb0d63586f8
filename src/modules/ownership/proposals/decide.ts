import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { FRAME } from "../../../copy/en/emails.ts";
import { DECISION_UNDONE, PROPOSAL_DECIDED, PROPOSAL_UNDONE } from "../../../copy/en/partner-emails.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { changedByOther, hasChangedSince } from "../../../db/query/row-version.ts";
import { DomainError } from "../../../shared/errors.ts";
import { withEarlierProvenance } from "../../../shared/places/sources.ts";
import { changedSince, isSameDecision, type UndoInput } from "../../../shared/reviews/reviews.ts";
import { record } from "../../audit/public.ts";
import { computeTier } from "../../evidence/public.ts";
import { mailText, pageUrl, postWithId, takeBack, type UndoneMail } from "../../mail/public.ts";
import { lockPartner, reviewerOf } from "../../partners/public.ts";
import { changesBy, type currentPois, lockPlace, updatePlace } from "../../places/public.ts";
import { refuseMoved, savedDecision, undoable, WAITS_AGAIN } from "../decisions.ts";
import type { ChangeDecision } from "../schema.ts";
import { placeProposals as t } from "../table.ts";
import { noSuchChange, type ProposalRow, valuesOf, versionOf } from "./queries.ts";
import { type ComparedChange, placeVersionOf, reviewedProposal } from "./reviewed.ts";
import type { decideProposalInput, ReviewedProposal } from "./schema.ts";

type PlaceRow = typeof currentPois.$inferSelect;
type Input = z.output<typeof decideProposalInput>;

/**
 * Decides an owner's change and mails the owner. An approval changes the place and computes its tier, which depends on
 * category and time zone. Locks the partner, then the place, then the proposal. Throws 404, and 409 if it is decided, the
 * place is gone, has another owner, or, for an approval, has other values than those of `placeVersion`.
 */
export function decide(ctx: ActionContext<StaffActor>, input: Input): Promise<ReviewedProposal> {
  const { id, decision, notes } = input;
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    const [seen] = await tx.select().from(t).where(eq(t.id, id));
    if (!seen) throw noSuchChange();
    const owner = seen.partnerId === null ? null : await lockPartner(tx, seen.partnerId);
    const place = seen.poiId === null ? null : await lockPlace(tx, seen.poiId);
    const locked = await lockPending(tx, id);
    await refuseUnseen(tx, ctx, input, { row: locked, place });
    const after = decision === "approved" ? await apply(tx, deps, locked, place) : place;
    const mailId = owner && (await postDecision(tx, deps, owner.email, { id, decision, notes }));
    const row = await setProposal(tx, id, {
      status: decision,
      notes,
      reviewedAt: deps.now(),
      reviewedBy: reviewerOf(principal),
      lastDecision: {
        ...savedDecision(ctx, { decision, mailId }),
        poiId: place?.id ?? null,
        ownerId: place?.ownerId ?? null,
        replaced: decision === "approved" && place ? valuesOf(place, locked.fields) : {},
        said: place?.said ?? {},
      },
    });
    await record(tx, ctx, {
      subject: id,
      before: { status: "pending", ...(place && valuesOf(place, row.fields)) },
      after: { status: decision, poiId: row.poiId, fields: row.fields },
    });
    return reviewedProposal(ctx, tx, { row, place: after });
  });
}

async function lockPending(tx: Tx, id: string): Promise<ProposalRow> {
  const [row] = await tx
    .select()
    .from(t)
    .where(and(eq(t.id, id), eq(t.status, "pending")))
    .for("update");
  if (!row) throw new DomainError("conflict", "This change is already decided");
  return row;
}

/** Throws 409 with the current values if an approval would replace values that the reviewer has not seen. */
async function refuseUnseen(
  tx: Tx,
  ctx: ActionContext<StaffActor>,
  { decision, updatedAt: readAt, placeVersion }: Input,
  now: ComparedChange,
): Promise<void> {
  const { row, place } = now;
  const isOther = hasChangedSince(readAt, versionOf(row));
  const isUnseen =
    decision === "approved" &&
    place &&
    typeof placeVersion === "string" && // an empty one names no version either
    placeVersion !== placeVersionOf(place, row.fields);
  if (isOther || isUnseen)
    throw changedByOther(isOther ? "case" : "place", await reviewedProposal(ctx, tx, now));
}

async function apply(tx: Tx, deps: Deps, row: ProposalRow, place: PlaceRow | null): Promise<PlaceRow> {
  if (!place)
    throw new DomainError(
      "conflict",
      "This place is no longer in the directory. You can only reject the change.",
    );
  if (place.ownerId === null || place.ownerId !== row.partnerId)
    throw new DomainError(
      "conflict",
      "The partner no longer owns this place. You can only reject the change.",
    );
  const changes = row.fields as Partial<PlaceRow>; // without undefined values
  const after = await updatePlace(tx, deps, place, changesBy("owner", deps.now(), place, changes));
  await computeTier(tx, deps, after);
  return after;
}

/** Updates a change that the caller has locked. */
export async function setProposal(tx: Tx, id: string, values: Partial<ProposalRow>): Promise<ProposalRow> {
  const [row] = await tx.update(t).set(values).where(eq(t.id, id)).returning();
  if (!row) throw new Error("update of place_proposals returned no row");
  return row;
}

/** Its name in a mail: `change #1a2b3c4d`. */
export const labelOf = (id: string): string => PROPOSAL_DECIDED.label(id.slice(0, 8));

/** Returns the mail's id. */
function postDecision(
  tx: Tx,
  deps: Deps,
  to: string,
  { id, decision, notes }: Pick<Input, "id" | "decision" | "notes">,
): Promise<string> {
  const label = labelOf(id);
  const text = mailText(
    deps,
    PROPOSAL_DECIDED.decided(label, decision),
    PROPOSAL_DECIDED[decision],
    ...(notes === "" ? [] : [PROPOSAL_DECIDED.note]),
    pageUrl(deps, "/partner?tab=pois"),
    FRAME.questions(deps.settings.brand.contactEmail),
  );
  const subject = PROPOSAL_DECIDED.subject(label, decision);
  return postWithId(tx, deps, { to, subject, text, kind: `proposal-${decision}` });
}

/**
 * Undoes the decision on an owner's change: the change waits again, and an approved one gives the place the values that it
 * had. Locks as `decide`. Throws 403 for anyone but the person who decided and admins, 404, and 409 after ten minutes, if
 * staff did not decide it, or with what has changed since.
 */
export function undo(
  ctx: ActionContext<StaffActor>,
  { id, updatedAt }: UndoInput,
): Promise<ReviewedProposal> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const [seen] = await tx.select().from(t).where(eq(t.id, id));
    if (!seen) throw noSuchChange();
    const last = undoable(ctx, seen, { shown: versionOf(seen), readAt: updatedAt });
    const owner = seen.partnerId === null ? null : await lockPartner(tx, seen.partnerId);
    if (!owner) throw changedSince("the partner's account was deleted");
    const place = seen.poiId === null ? null : await lockPlace(tx, seen.poiId);
    const locked = await lockDecided(tx, id, last);
    refuseMoved(place, last);
    if (place) await refuseNewer(tx, place.id);
    const after = place && (await putBack(tx, deps, place, locked, last));
    const row = await setProposal(tx, id, WAITS_AGAIN);
    await takeBack(tx, deps, [undoneMail(id, owner.email, last)]);
    await record(tx, ctx, {
      subject: id,
      before: { decision: last.decision, status: seen.status, ...(place && valuesOf(place, row.fields)) },
      after: { status: row.status, poiId: row.poiId, ...last.replaced },
    });
    return reviewedProposal(ctx, tx, { row, place: after });
  });
}

async function lockDecided(tx: Tx, id: string, last: ChangeDecision): Promise<ProposalRow> {
  const [locked] = await tx.select().from(t).where(eq(t.id, id)).for("update");
  if (!locked || !isSameDecision(locked.lastDecision, last))
    throw changedSince("it was changed by someone else");
  return locked;
}

/** Only one change of a place waits at a time. */
async function refuseNewer(tx: Tx, poiId: string): Promise<void> {
  const pending = and(eq(t.poiId, poiId), eq(t.status, "pending"));
  if ((await tx.$count(t, pending)) > 0) throw changedSince("the owner has sent another change of the place");
}

/** The place with the values that an approval replaced. Throws 409 if they are not the approved ones any more. */
async function putBack(
  tx: Tx,
  deps: Deps,
  place: PlaceRow,
  { fields }: ProposalRow,
  { decision, replaced, said }: ChangeDecision,
): Promise<PlaceRow> {
  if (decision !== "approved") return place;
  const listed = Object.entries(valuesOf(place, fields));
  if (listed.some(([field, value]) => fields[field as keyof typeof fields] !== value))
    throw changedSince("the place was changed");
  const after = await updatePlace(tx, deps, place, {
    ...(replaced as Partial<PlaceRow>), // without undefined values
    said: withEarlierProvenance(place.said, said ?? {}, Object.keys(replaced)),
  });
  await computeTier(tx, deps, after);
  return after;
}

const undoneMail = (id: string, to: string, { decision, mailId }: ChangeDecision): UndoneMail => ({
  to,
  mailId,
  kind: "proposal-undone",
  subject: DECISION_UNDONE.subject(labelOf(id)),
  lines: PROPOSAL_UNDONE(labelOf(id), decision),
});
