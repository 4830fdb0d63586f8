import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { days } from "../../shared/duration.ts";
import { inquiryCounts } from "../partnerships/queries.ts";
import * as quarantine from "../quarantine/service.ts";
import { signupCounts } from "../waitlist/queries.ts";

const LOOKS_BACK = days(30);

/** Counts, how they came about over the last 30 days, and what needs a person now. */
export async function summary(acting: ActionContext<StaffActor>) {
  const { deps } = acting;
  const since = new Date(deps.now().getTime() - LOOKS_BACK);
  return {
    signups: await signupCounts(deps, since),
    inquiries: await inquiryCounts(deps, since),
    heldBack: (await quarantine.list(acting)).length,
  };
}
