import type { Deps } from "../../core/rpc/context.ts";
import { lateBefore } from "../../shared/reviews/business-days.ts";
import { reportCounts } from "../directory/reports/queries.ts";
import { waitingForStaff } from "../ownership/transfers/queries.ts";

interface LateCases {
  readonly claims: number;
  readonly requests: number;
}

/** $1: what came before is late. */
const LATE = `select
  (select count(*) from poi_claims where status = 'pending' and queued_at < $1)::int as claims,
  (select count(*) from poi_requests where status = 'pending' and submitted_at < $1)::int as requests`;

/** How many cases of each queue are past the day by which they were promised. */
export async function lateReviews(deps: Deps) {
  const [cases] = await deps.db.query<LateCases>(LATE, [lateBefore(deps.now())]);
  if (!cases) throw new Error("the count of late cases returned no row");
  const { lateProposals, lateTransfers } = await waitingForStaff(deps);
  const { late } = await reportCounts(deps);
  return { ...cases, proposals: lateProposals, transfers: lateTransfers, reports: late };
}
