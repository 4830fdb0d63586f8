import { and, isNotNull, lt, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import { lastKept } from "../../../shared/reviews/last-decision.ts";
import { placeProposals, placeTransfers } from "../table.ts";

/** Deletes what decisions that cannot be undone any more had kept. Called by the hourly sweep. */
export async function forgetDecisions({ db, now }: Deps): Promise<void> {
  const end = lastKept(now()).toISOString();
  for (const t of [placeProposals, placeTransfers])
    await db.orm
      .update(t)
      .set({ lastDecision: null })
      .where(and(isNotNull(t.lastDecision), lt(sql`${t.lastDecision} ->> 'at'`, end)));
}
