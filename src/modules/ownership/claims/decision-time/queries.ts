import { and, gte, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import type { Deps } from "../../../../core/rpc/context.ts";
import { days, minutes } from "../../../../shared/duration.ts";
import { poiClaims as t } from "../table.ts";
import type { DecisionTime } from "./schema.ts";

declare module "../../../../core/rpc/context.ts" {
  interface State {
    readonly decisionTime: DecisionTimeCache;
  }
}

const PERIOD = days(90);
const FRESH = minutes(10);
/** With fewer, one slow case would be the measure. */
const FEWEST_DECISIONS = 5;
/** Claims that no reviewer decided on. */
const NOT_REVIEWED = ["already_claimed_by_other", "partner_deleted", "withdrawn"];

/** The last measurement of this process. */
export interface DecisionTimeCache {
  measured: { readonly at: Date; readonly value: DecisionTime } | null;
}

export const createDecisionTimeCache = (): DecisionTimeCache => ({ measured: null });

/** The median time from a claim to its decision in the last 90 days; at most ten minutes old. */
export async function decisionTime(deps: Deps): Promise<DecisionTime> {
  const { state, now } = deps;
  const { measured } = state.decisionTime;
  const age = measured ? now().getTime() - measured.at.getTime() : Number.POSITIVE_INFINITY;
  if (measured && age >= 0 && age < FRESH) return measured.value;
  const value = await measure(deps);
  state.decisionTime.measured = { at: now(), value };
  return value;
}

async function measure({ db, now }: Deps): Promise<DecisionTime> {
  const seconds = sql`extract(epoch from ${t.reviewedAt} - ${t.submittedAt})`;
  const [row] = await db.orm
    .select({
      decisions: sql<number>`count(*)::int`,
      days: sql<number | null>`(percentile_cont(0.5) within group (order by ${seconds}) / 86400)::float8`,
    })
    .from(t)
    .where(
      and(
        gte(t.reviewedAt, new Date(now().getTime() - PERIOD)),
        inArray(t.status, ["approved", "rejected"]),
        or(isNull(t.reason), notInArray(t.reason, NOT_REVIEWED)),
      ),
    );
  const { decisions = 0, days: median = null } = row ?? {};
  const enough = decisions >= FEWEST_DECISIONS && median !== null;
  return { decisions, days: enough ? Math.round(median * 10) / 10 : null };
}
