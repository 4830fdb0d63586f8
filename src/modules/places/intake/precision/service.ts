import { and, count, eq, isNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../../../core/rpc/context.ts";
import type { StaffActor } from "../../../../core/rpc/procedures.ts";
import type { Tx } from "../../../../db/client.ts";
import { nextUpdatedAt } from "../../../../db/query/row-version.ts";
import { DomainError } from "../../../../shared/errors.ts";
import { record } from "../../../audit/public.ts";
import { currentPois } from "../../table.ts";
import { sourceFloors, placeSamples as t } from "../table.ts";
import type { AnswerInput, answerOutput, FloorInput, floorOutput } from "./schema.ts";
import { countWithheldBy, refreshWithheld } from "./withheld.ts";

/**
 * Records whether a sampled row is right. One's own answer can be corrected. Throws 404, and 409 if someone else has
 * checked it.
 */
export function answerSample(
  ctx: ActionContext<StaffActor>,
  { id, right, why: sent }: AnswerInput,
): Promise<z.input<typeof answerOutput>> {
  const { deps } = ctx;
  const by = ctx.principal.name;
  const answer = { right, why: right ? "" : sent };
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(t)
      .set({ ...answer, reviewedBy: by, reviewedAt: deps.now() })
      .where(and(eq(t.id, id), or(isNull(t.reviewedBy), eq(t.reviewedBy, by))))
      .returning();
    if (!row) throw await checkedOrUnknown(tx, id);
    const { source, cityId } = row;
    if (!row.isKnown) await refreshWithheld(tx, deps, { source, cityId });
    await record(tx, ctx, { subject: id, after: answer });
    return { id, ...answer };
  });
}

async function checkedOrUnknown(tx: Tx, id: string): Promise<DomainError> {
  const [row] = await tx.select({ by: t.reviewedBy }).from(t).where(eq(t.id, id));
  return row
    ? new DomainError("conflict", `${row.by} has checked this place already`)
    : new DomainError("notFound", "This place no longer waits to be checked");
}

/** How many more places a floor would hide; shown before it is set. */
export const previewFloor = async ({ deps }: ActionContext<StaffActor>, floor: FloorInput) => ({
  hides: await countWithheldBy(deps.db.orm, deps, floor),
});

/** Sets below which share of right rows a source stays out of the public search, which it does from now on. */
export function setFloor(
  ctx: ActionContext<StaffActor>,
  { source, floor }: FloorInput,
): Promise<z.input<typeof floorOutput>> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(sourceFloors)
      .where(eq(sourceFloors.source, source))
      .for("update");
    const updatedAt = nextUpdatedAt(deps.now(), before?.updatedAt ?? new Date(0));
    const set = { floor, updatedBy: ctx.principal.name, updatedAt };
    await tx
      .insert(sourceFloors)
      .values({ source, ...set })
      .onConflictDoUpdate({ target: sourceFloors.source, set });
    await refreshWithheld(tx, deps, { source });
    await record(tx, ctx, { subject: source, before: { floor: before?.floor ?? 0 }, after: { floor } });
    const [counted] = await tx
      .select({ withheld: count() })
      .from(currentPois)
      .where(and(eq(currentPois.isWithheld, true), sql`said->'*'->>'source' = ${source}`));
    return { source, floor, withheld: counted?.withheld ?? 0 };
  });
}
