import { untrustedProxySeenAt } from "../../../core/limits/untrusted-proxy.ts";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { days } from "../../../shared/duration.ts";
import { reportCounts } from "../../directory/reports/queries.ts";
import { countQueues } from "../../evidence/queues/queries.ts";
import { inquiryCounts } from "../../inquiries/queries.ts";
import { mailStop } from "../../mail/queries.ts";
import { waitingForStaff } from "../../ownership/transfers/queries.ts";
import { signupCounts } from "../../waitlist/queries.ts";
import * as quarantine from "../quarantine/service.ts";

const PERIOD = days(30);

/** Counts in total and for each of the last 30 days, and what needs attention. Reads only. */
export async function summary(ctx: ActionContext<StaffActor>) {
  const { deps } = ctx;
  const since = new Date(deps.now().getTime() - PERIOD);
  return {
    signups: await signupCounts(deps, since),
    inquiries: await inquiryCounts(deps, since),
    heldBack: (await quarantine.list(ctx)).length,
    mailStopped: (await mailStop(deps)) ?? undefined,
    untrustedProxyAt: await untrustedProxySeenAt(deps),
  };
}

/** How many wait for the caller in each queue of the reviews, except claims and requests. Reads only. */
export async function waiting(ctx: ActionContext<StaffActor>) {
  const reports = await reportCounts(ctx.deps);
  return {
    ...(await countQueues(ctx)),
    ...(await waitingForStaff(ctx.deps)),
    reports: reports.waiting,
    lateReports: reports.late,
  };
}
