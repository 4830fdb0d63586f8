import { eq } from "drizzle-orm";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import type { LastDecision } from "../../../shared/reviews/last-decision.ts";
import { pois } from "../../places/table.ts";
import { keptDecision } from "./queries.ts";

interface Made extends Pick<LastDecision, "decision" | "mailId"> {
  /** The case before the decision, but with the place that it has after it. */
  readonly seen: {
    readonly poiId: string | null;
    readonly notes: string;
    readonly moreRequestedAt: Date | null;
  };
  readonly rivals?: LastDecision["rivals"];
}

/** What it takes to undo a decision that was just made in this transaction. */
export async function lastDecision(
  tx: Tx,
  ctx: ActionContext<StaffActor>,
  { seen, rivals = [], ...made }: Made,
): Promise<LastDecision> {
  const { poiId, notes } = seen;
  const [place] = await tx
    .select({ ownerId: pois.ownerId })
    .from(pois)
    .where(eq(pois.id, poiId ?? ""));
  return {
    ...keptDecision(ctx, made),
    ...{ poiId, notes, rivals },
    moreRequestedAt: seen.moreRequestedAt?.toISOString() ?? null,
    ownerId: place?.ownerId ?? null,
    created: null,
  };
}
