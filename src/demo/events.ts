import type { StaffPrincipal } from "../core/rpc/context.ts";
import { days } from "../shared/duration.ts";
import type { Callers } from "./callers.ts";

/** An action of a person, some days before the demo starts. */
export interface SampleEvent {
  readonly daysAgo: number;
  readonly run: () => Promise<unknown>;
}

/** The staff who act in the events. */
export interface SampleStaff {
  readonly admin: StaffPrincipal;
  readonly manager: StaffPrincipal;
}

/** Runs events in chronological order, as later ones depend on earlier ones. */
export async function runEvents({ at }: Callers, events: readonly SampleEvent[], now: Date): Promise<void> {
  for (const { daysAgo, run } of events.toSorted((a, b) => b.daysAgo - a.daysAgo))
    await at(new Date(now.getTime() - days(daysAgo)), run);
}
