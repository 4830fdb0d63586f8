import { and, eq } from "drizzle-orm";
import { DECISION_UNDONE, PROPOSAL_UNDONE } from "../../../copy/en/partner-emails.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { withEarlierProvenance } from "../../../shared/places/sources.ts";
import { changedSince, isSameDecision, type UndoInput } from "../../../shared/reviews/reviews.ts";
import { record } from "../../audit/public.ts";
import { computeTier } from "../../evidence/public.ts";
import { takeBack, type UndoneMail } from "../../mail/public.ts";
import { lockPartner } from "../../partners/public.ts";
import { type currentPois, lockPlace, updatePlace } from "../../places/public.ts";
import { refuseMoved, undoable, WAITS_AGAIN } from "../decisions.ts";
import type { ChangeDecision } from "../schema.ts";
import { placeProposals as t } from "../table.ts";
import { labelOf, setProposal } from "./decide.ts";
import { noSuchChange, type ProposalRow, valuesOf, versionOf } from "./queries.ts";
import { reviewedProposal } from "./reviewed.ts";
import type { ReviewedProposal } from "./schema.ts";

type PlaceRow = typeof currentPois.$inferSelect;

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
