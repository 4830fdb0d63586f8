import type { Deps } from "../../../core/rpc/context.ts";
import { days, hours, minutes } from "../../../shared/duration.ts";
import { countActions } from "../../audit/public.ts";
import { countSent } from "../../mail/public.ts";

/** What goes on in a healthy installation by itself, and the actions that are recorded of it. Sent emails are no entries. */
const KINDS = {
  signups: ["public.waitlist.join"],
  confirmations: ["public.me.confirm"],
  decisions: [
    "admin.reviews.decideClaim",
    "admin.reviews.decideRequest",
    "admin.reviews.matches.decide",
    "admin.reviews.photos.decide",
    "admin.reviews.proposals.decide",
    "admin.reviews.renewals.decide",
    "admin.reviews.reports.close",
    "admin.reviews.suggestions.decide",
    "admin.reviews.transfers.decide",
  ],
  emails: [],
} as const satisfies Record<string, readonly string[]>;

export type SuccessKind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as readonly SuccessKind[]; // all of them
export const SUCCESS_ACTIONS: readonly string[] = Object.values(KINDS).flat();

/** How many there were, and in the same hours a week ago. */
export interface Successes {
  readonly hours: number;
  readonly count: number;
  readonly weekAgo: number;
}

export type SuccessCounts = Readonly<Record<SuccessKind, Successes>>;

/** Fewer a week ago say nothing about today. */
const EXPECTED_MIN = 10;
/** The shorter ones where enough is expected in them. */
const WINDOWS = [3, 24];
const COUNTED_EVERY = minutes(5);

declare module "../../../core/rpc/context.ts" {
  interface State {
    /** Counts successes, at most every five minutes. */
    readonly successes: () => Promise<SuccessCounts>;
  }
}

type Counts = Readonly<Record<SuccessKind, number>>;

export function createSuccesses(deps: Pick<Deps, "db" | "now">): () => Promise<SuccessCounts> {
  let last: { readonly at: number; readonly counts: Promise<SuccessCounts> } | undefined;
  return () => {
    const at = deps.now().getTime();
    if (last && Math.abs(at - last.at) < COUNTED_EVERY) return last.counts;
    const counts = countAll(deps);
    last = { at, counts };
    counts.catch(() => {
      last = undefined; // asked again by the next caller
    });
    return counts;
  };
}

async function countAll(deps: Pick<Deps, "db" | "now">): Promise<SuccessCounts> {
  const found: Partial<Record<SuccessKind, Successes>> = {};
  for (const window of WINDOWS) {
    const open = NAMES.filter((kind) => (found[kind]?.weekAgo ?? 0) < EXPECTED_MIN);
    if (open.length === 0) break;
    const count = await countIn(deps, window, 0);
    const weekAgo = await countIn(deps, window, days(7));
    for (const kind of open) found[kind] = { hours: window, count: count[kind], weekAgo: weekAgo[kind] };
  }
  return found as SuccessCounts; // the first window has set every kind
}

/** Counts what happened in the hours that ended so many milliseconds ago. */
async function countIn(deps: Pick<Deps, "db" | "now">, window: number, ago: number): Promise<Counts> {
  const to = new Date(deps.now().getTime() - ago);
  const from = new Date(to.getTime() - hours(window));
  const entries = await countActions(deps, SUCCESS_ACTIONS, from, to);
  const sumOf = (actions: readonly string[]) =>
    actions.reduce((sum, action) => sum + (entries.get(action) ?? 0), 0);
  return {
    signups: sumOf(KINDS.signups),
    confirmations: sumOf(KINDS.confirmations),
    decisions: sumOf(KINDS.decisions),
    emails: await countSent(deps, from, to),
  };
}

/** The kinds that have stopped, where a week ago there were enough of them. */
export const stoppedKinds = (counts: SuccessCounts): readonly SuccessKind[] =>
  NAMES.filter((kind) => counts[kind].count === 0 && counts[kind].weekAgo >= EXPECTED_MIN);
