import type { StaffPrincipal } from "../core/rpc/context.ts";
import { days } from "../shared/duration.ts";
import type { Callers } from "./callers.ts";

/** Something that a person did, so many days before the demo starts. */
export interface SampleEvent {
  readonly daysAgo: number;
  readonly run: () => Promise<unknown>;
}

/** Staff in whose names events happen. */
export interface SampleStaff {
  readonly admin: StaffPrincipal;
  readonly manager: StaffPrincipal;
}

/** Runs events in the order of their times, so that each finds what happened before it. */
export async function runEvents({ at }: Callers, events: readonly SampleEvent[], now: Date): Promise<void> {
  for (const { daysAgo, run } of events.toSorted((a, b) => b.daysAgo - a.daysAgo))
    await at(new Date(now.getTime() - days(daysAgo)), run);
}
