import { getTableName } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import { lateBefore } from "../../shared/reviews/business-days.ts";
import { reportCounts } from "../directory/public.ts";
import { poiClaims, poiRequests, waitingForStaff } from "../ownership/public.ts";

const POI_CLAIMS = getTableName(poiClaims);
const POI_REQUESTS = getTableName(poiRequests);

interface LateCases {
  readonly claims: number;
  readonly requests: number;
}

/** $1: what came before is late. */
const LATE = `select
  (select count(*) from ${POI_CLAIMS} where status = 'pending' and queued_at < $1)::int as claims,
  (select count(*) from ${POI_REQUESTS} where status = 'pending' and submitted_at < $1)::int as requests`;

/** How many cases of each queue are past the day by which they were promised. */
export async function lateReviews(deps: Deps) {
  const [cases] = await deps.db.query<LateCases>(LATE, [lateBefore(deps.now())]);
  if (!cases) throw new Error("the count of late cases returned no row");
  const { lateProposals, lateTransfers } = await waitingForStaff(deps);
  const { late } = await reportCounts(deps);
  return { ...cases, proposals: lateProposals, transfers: lateTransfers, reports: late };
}
