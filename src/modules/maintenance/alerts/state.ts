import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { days, minutes } from "../../../shared/duration.ts";
import type { Condition, Finding } from "./conditions.ts";
import { messageOf, tell } from "./messages.ts";
import { alerts as t } from "./table.ts";

const AGAIN_AFTER = days(1);
/** For a local condition: two checks of every other instance. */
const UNSEEN_FOR = minutes(2.5);

/**
 * Remembers that a condition was found, and tells the operator if it has just begun or has lasted for another day. The
 * row's lock lets exactly one instance tell.
 */
export async function noteFound(deps: Deps, condition: Condition, finding: Finding): Promise<void> {
  const now = deps.now();
  const { name } = condition;
  const lasts = sql`${t.resolvedAt} is null`;
  await deps.db.transaction(async (tx) => {
    await tx
      .insert(t)
      .values({ name, ...finding, seenAt: now })
      .onConflictDoUpdate({
        target: t.name,
        set: {
          since: sql`case when ${lasts} then ${t.since} else excluded.since end`,
          toldAt: sql`case when ${lasts} then ${t.toldAt} end`,
          seenAt: now,
          sentence: finding.sentence,
          resolvedAt: null,
        },
      });
    const isDue = or(isNull(t.toldAt), lte(t.toldAt, new Date(now.getTime() - AGAIN_AFTER)));
    const [due] = await tx
      .update(t)
      .set({ toldAt: now })
      .where(and(eq(t.name, name), isDue))
      .returning();
    if (due) await tell(tx, deps, messageOf(deps, condition, "firing", due));
  });
}

/** Remembers that it was not found, and tells the operator if it had been. */
export async function noteGone(deps: Deps, condition: Condition): Promise<void> {
  const now = deps.now();
  const seenBefore = new Date(now.getTime() - (condition.isLocal ? UNSEEN_FOR : 0));
  await deps.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(t)
      .set({ resolvedAt: now })
      .where(and(eq(t.name, condition.name), isNull(t.resolvedAt), lte(t.seenAt, seenBefore)))
      .returning();
    if (ended) await tell(tx, deps, messageOf(deps, condition, "resolved", ended));
  });
}

/** It could not be found out: what lasts, lasts. */
export async function noteUnknown({ db, now }: Deps, { name }: Condition): Promise<void> {
  await db.orm
    .update(t)
    .set({ seenAt: now() })
    .where(and(eq(t.name, name), isNull(t.resolvedAt)));
}

export type AlertRow = typeof t.$inferSelect;

/** What lasts, and what ended within the last day. */
export const recentAlerts = (tx: Tx, now: Date): Promise<AlertRow[]> =>
  tx
    .select()
    .from(t)
    .where(or(isNull(t.resolvedAt), gt(t.resolvedAt, new Date(now.getTime() - days(1)))))
    .orderBy(t.since);
