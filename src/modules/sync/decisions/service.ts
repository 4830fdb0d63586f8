import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { record } from "../../audit/public.ts";
import { type currentPois, holdPlaces, lockPlace, restoreFailure, retryFailed } from "../../places/public.ts";
import { FAILURES_MAX } from "../runs/source-store.ts";
import { syncDecisions } from "../table.ts";
import { linkedAndChosen, type MainPlace } from "./main-rows.ts";
import { isUnlinking, outputOf, placeNamed } from "./queries.ts";
import type { decideInput, SyncDecision } from "./schema.ts";

type Place = typeof currentPois.$inferSelect;
type Decision = typeof syncDecisions.$inferSelect;
type Wish = z.output<typeof decideInput>;

/**
 * Decides on a place that failed: which row the next run writes, that it inserts one, or that no run takes the place
 * until it changes. Throws 404; 409 if the place has not failed, has changed or was decided on, or the row is another
 * place's; 503 if the main database cannot be used.
 */
export async function decide(ctx: ActionContext<StaffActor>, wish: Wish): Promise<SyncDecision> {
  const { deps } = ctx;
  const row = wish.decision === "leave" ? null : await rowFor(ctx, wish);
  return deps.db.transaction(async (tx) => {
    const place = await failedPlace(tx, wish);
    const decision: Decision = {
      id: place.id,
      choice: wish.decision,
      mainId: row?.id ?? null,
      mainName: row?.name ?? null,
      decidedBy: ctx.principal.name,
      decidedAt: deps.now(),
      error: place.syncError ?? "",
      failures: place.syncFailures,
      version: place.version,
    };
    await tx.delete(syncDecisions).where(eq(syncDecisions.id, place.id)); // an earlier one that has failed
    await store(tx, decision);
    if (wish.decision === "leave") await hold(tx, decision);
    else await retryFailed(tx, place.id);
    const { choice, mainId, mainName } = decision;
    await record(tx, ctx, { subject: place.id, after: { decision: choice, mainId, mainName } });
    return outputOf({ ...place, syncState: wish.decision === "leave" ? "error" : "pending" }, decision);
  });
}

/** The row to link; for a new one the row to leave, if there is one. */
async function rowFor(
  { deps }: ActionContext<StaffActor>,
  { id, decision, mainId }: Wish,
): Promise<MainPlace | null> {
  const { linked, chosen } = await linkedAndChosen(deps, id, mainId ?? null);
  if (decision === "insert") return linked;
  if (chosen === null) throw new DomainError("notFound", "The main database has no row with this id");
  if (chosen.sourceId === null || chosen.sourceId === id) return chosen;
  const other = await placeNamed(deps.db, chosen.sourceId);
  if (other === null && (await isUnlinking(deps.db, chosen.sourceId))) return chosen;
  throw new DomainError("conflict", `This row is already linked to ${other ?? "another place"}`);
}

/** Locks the place. */
async function failedPlace(tx: Tx, { id, version }: Wish): Promise<Place> {
  const place = await lockPlace(tx, id);
  if (!place) throw noPlace();
  const earlier = await findDecision(tx, id);
  if (place.syncState !== "error") {
    const why = earlier
      ? `${earlier.decidedBy} has already decided on this place`
      : "This place is not among those that failed";
    throw new DomainError("conflict", why);
  }
  if (earlier?.choice === "leave" && earlier.version === place.version) {
    throw new DomainError("conflict", `${earlier.decidedBy} has already decided on this place`);
  }
  if (version !== undefined && version !== place.version)
    throw new DomainError("conflict", "This place was changed after you opened it");
  return place;
}

async function store(tx: Tx, decision: Decision): Promise<void> {
  const stored = await tx.insert(syncDecisions).values(decision).onConflictDoNothing().returning();
  if (stored.length === 0) throw new DomainError("conflict", "Another place is to be linked to this row");
}

const hold = (tx: Tx, { id, decidedBy }: Decision) =>
  holdPlaces(tx, [id], `${decidedBy} decided to leave it until it changes.`, FAILURES_MAX);

async function findDecision(tx: Tx, id: string): Promise<Decision | undefined> {
  const [found] = await tx.select().from(syncDecisions).where(eq(syncDecisions.id, id)).for("update");
  return found;
}

/**
 * Takes a decision back: the place is among those that failed again, unless it was changed since. Throws 404; 409 if a run
 * has sent the place.
 */
export async function takeBack(ctx: ActionContext<StaffActor>, id: string) {
  return ctx.deps.db.transaction(async (tx) => {
    const place = await lockPlace(tx, id);
    const decision = await findDecision(tx, id);
    if (!place || !decision) throw new DomainError("notFound", "There is no decision on this place");
    if (place.syncState === "synced")
      throw new DomainError("conflict", "A run has sent this place. Undo that run first.");
    await tx.delete(syncDecisions).where(eq(syncDecisions.id, id));
    if (place.version === decision.version) await restoreFailure(tx, id, decision.error, decision.failures);
    const { choice, mainId, mainName } = decision;
    await record(tx, ctx, { subject: id, before: { decision: choice, mainId, mainName } });
    return { success: true as const };
  });
}

/** Ends the decision to leave a place, which staff retry after all. */
export async function endLeaving(tx: Tx, id: string): Promise<void> {
  await tx
    .delete(syncDecisions)
    .where(sql`${eq(syncDecisions.id, id)} and ${eq(syncDecisions.choice, "leave")}`);
}

/** The places that staff want to leave until they change. */
export async function leftPlaces(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: syncDecisions.id })
    .from(syncDecisions)
    .where(eq(syncDecisions.choice, "leave"));
  return rows.map(({ id }) => id);
}
