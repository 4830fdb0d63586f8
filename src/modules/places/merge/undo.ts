import { and, eq, inArray } from "drizzle-orm";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { withEarlierProvenance } from "../../../shared/places/sources.ts";
import { record } from "../../audit/public.ts";
import { relist } from "../deletion.ts";
import { withdrawCopies } from "../facts/merge.ts";
import { announceChange } from "../offers.ts";
import { setOwner } from "../owner.ts";
import { withdrawStatements } from "../prayer/statements.ts";
import { reindexPlace } from "../search/word-index.ts";
import { updatePlace } from "../service.ts";
import { PLACE_UNDO, pois } from "../table.ts";
import { lockWithOwners } from "./lock.ts";
import { canonicalPlaceOf } from "./queries.ts";
import { moveAllBack } from "./rows.ts";
import type { MergeUndo, UndoReport } from "./schema.ts";
import { placeMerges } from "./table.ts";

type Row = typeof pois.$inferSelect;

interface Undone {
  readonly kept: Row;
  readonly duplicate: Row;
  readonly left: readonly string[];
}

/**
 * Undoes a merge within 30 days: the duplicate is back with its id, and what was about it returns. What was changed since
 * stays as it is and is listed. Throws 404, and 409 if it is undone, too late, or the place that stayed is gone.
 */
export function undoMerge(ctx: ActionContext<StaffActor>, id: string): Promise<UndoReport> {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    const [merge] = await tx.select().from(placeMerges).where(eq(placeMerges.id, id)).for("update");
    if (!merge) throw new DomainError("notFound", "There is no such merge");
    if (merge.undoneAt !== null) throw new DomainError("conflict", "This merge has been undone already");
    const isLate = deps.now().getTime() > merge.mergedAt.getTime() + PLACE_UNDO;
    if (isLate || merge.undo === null) throw new DomainError("conflict", "A merge can be undone for 30 days");
    const { keptId, keptName, duplicateId, duplicateName, undo } = merge;
    await refuseMergedOn(tx, { keptId, keptName, duplicateId });
    const { duplicate, left } = await split(tx, deps, undo, { keptId, duplicateId });
    const undone = { undoneAt: deps.now(), undoneBy: principal.name, undo: null };
    await tx.update(placeMerges).set(undone).where(eq(placeMerges.id, id));
    await record(tx, ctx, { subject: keptId, after: { merge: id, duplicateId, duplicateName, left } });
    return { success: true, keptId, duplicateId: duplicate.id, left: [...left] };
  });
}

interface Names {
  readonly keptId: string;
  readonly keptName: string;
  readonly duplicateId: string;
}

async function refuseMergedOn(tx: Tx, { keptId, keptName, duplicateId }: Names): Promise<void> {
  const now = await canonicalPlaceOf(tx, duplicateId);
  if (now === keptId) return;
  throw new DomainError(
    "conflict",
    now === null
      ? `${keptName} has been deleted, so that this merge cannot be undone`
      : `${keptName} has been merged into another place itself. Undo that merge first.`,
  );
}

async function split(
  tx: Tx,
  deps: Deps,
  undo: MergeUndo,
  { keptId, duplicateId }: Pick<Names, "keptId" | "duplicateId">,
): Promise<Undone> {
  const [stored] = await tx.select().from(pois).where(eq(pois.id, duplicateId));
  if (!stored) throw new Error("a merged place has no row");
  const accounts = [stored.ownerId, undo.owner].flatMap((each) => each ?? []);
  const { places, partners } = await lockWithOwners(tx, [keptId], accounts);
  const before = places.get(keptId);
  if (!before) throw new DomainError("conflict", "The place that stayed has been deleted");
  const left: string[] = [];
  const ownerId = await ownerBack(tx, deps, before, undo, stored.ownerId, left);
  const owned = partners.has(ownerId ?? "") ? ownerId : null;
  const { place: duplicate, holder } = await relist(tx, deps.now(), { ...stored, ownerId: owned });
  if (holder !== null) left.push(`The maps place ID of the duplicate belongs to ${holder} now.`);
  const emptied = stillFilled(before, undo.filled, left);
  const said = withEarlierProvenance(before.said, undo.said ?? {}, Object.keys(emptied));
  const kept = await updatePlace(tx, deps, before, { ...emptied, said });
  await separate(tx, deps, undo, kept, duplicate);
  left.push(...(await moveAllBack(tx, deps, undo.moved, kept.id, duplicate.id)));
  const facts = await withdrawCopies(tx, deps.now(), undo.facts, kept.id);
  if (facts > 0) left.push("Facts that were changed since the merge stay as they are.");
  if (await withdrawStatements(tx, undo.prayer ?? [], kept.id))
    left.push("Prayer times that were changed since the merge stay as they are.");
  for (const place of [kept, duplicate]) {
    await reindexPlace(tx, place);
    await announceChange(tx, deps, place);
  }
  return { kept, duplicate, left };
}

/** Takes the owner back that the merge gave to the place that stayed. Returns the owner of the duplicate, null if that changed. */
async function ownerBack(
  tx: Tx,
  deps: Deps,
  kept: Row,
  { owner }: MergeUndo,
  stored: string | null,
  left: string[],
): Promise<string | null> {
  const merged = owner ?? stored;
  if (merged === null) return null;
  if (kept.ownerId !== merged) {
    left.push(kept.ownerId === null ? NO_OWNER_NOW : OTHER_OWNER_NOW);
    return null;
  }
  if (owner !== null) await setOwner(tx, deps, kept.id, null);
  return merged;
}

const OTHER_OWNER_NOW = "The place has another owner since the merge and keeps it.";
const NO_OWNER_NOW = "The place has lost its owner since the merge, so that neither place has one now.";

/** What to empty again in the place that stayed. */
function stillFilled(kept: Row, filled: MergeUndo["filled"], left: string[]): Partial<Row> {
  const names = Object.keys(filled) as (keyof Row)[];
  const isSame = (name: keyof Row) => kept[name] === filled[name];
  const position = new Set<keyof Row>(names.filter((name) => name === "latitude" || name === "longitude"));
  const unchanged = names.filter((name) => (position.has(name) ? [...position].every(isSame) : isSame(name)));
  if (unchanged.length < names.length)
    left.push("Details that were corrected since the merge stay as they are.");
  return Object.fromEntries(unchanged.map((name) => [name, position.has(name) ? null : ""]));
}

/** Lets ids, names and certificates count for the duplicate again. */
async function separate(
  tx: Tx,
  deps: Deps,
  { earlier }: MergeUndo,
  kept: Row,
  duplicate: Row,
): Promise<void> {
  await tx
    .update(pois)
    .set({ mergedInto: duplicate.id })
    .where(and(eq(pois.mergedInto, kept.id), inArray(pois.id, [...earlier])));
  const ids = [duplicate.id, ...earlier];
  for (const offer of offersOf(deps, "onMergeUndone")) await offer(tx, ids, duplicate.id);
}
