import type { z } from "zod";
import { untrustedProxySeenAt } from "../../../core/limits/untrusted-proxy.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { days } from "../../../shared/duration.ts";
import { mailStop } from "../../mail/public.ts";
import * as quarantine from "../quarantine/service.ts";
import { summaryOutput, trendsOutput, waitingOutput } from "./schema.ts";

const PERIOD = days(30);

type Summary = z.input<typeof summaryOutput>;
type Trends = z.input<typeof trendsOutput>;
type Waiting = z.input<typeof waitingOutput>;

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    /** Counts for the dashboard, in total and for each day since `since`. */
    readonly summary?: (deps: Deps, since: Date) => Promise<Partial<Summary>>;
    /** Counts for the charts of the dashboard, for each day since `since`. */
    readonly trends?: (deps: Deps, since: Date) => Promise<Partial<Trends>>;
    /** How many wait for the caller in the module's lists. */
    readonly waiting?: (ctx: ActionContext<StaffActor>) => Promise<Partial<Waiting>>;
  }
}

/** Counts in total and for each of the last 30 days, and what needs attention. Reads only. */
export async function summary(ctx: ActionContext<StaffActor>): Promise<Summary> {
  const { deps } = ctx;
  const since = new Date(deps.now().getTime() - PERIOD);
  const found: Partial<Summary> = {
    heldBack: (await quarantine.list(ctx)).length,
    mailStopped: (await mailStop(deps)) ?? undefined,
    untrustedProxyAt: await untrustedProxySeenAt(deps),
  };
  for (const offer of offersOf(deps, "summary")) Object.assign(found, await offer(deps, since));
  return summaryOutput.parse(found);
}

/** What happened on each of the last 30 days. Reads only. */
export async function trends({ deps }: ActionContext<StaffActor>): Promise<Trends> {
  const since = new Date(deps.now().getTime() - PERIOD);
  const found: Partial<Trends> = {};
  for (const offer of offersOf(deps, "trends")) Object.assign(found, await offer(deps, since));
  return trendsOutput.parse(found);
}

/** What waits for the caller. Reads only. */
export async function waiting(ctx: ActionContext<StaffActor>): Promise<Waiting> {
  const found: Partial<Waiting> = {};
  for (const offer of offersOf(ctx.deps, "waiting")) Object.assign(found, await offer(ctx));
  return waitingOutput.parse(found);
}
