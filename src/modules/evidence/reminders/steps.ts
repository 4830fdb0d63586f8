import { type Day, daysFrom } from "../../../shared/places/day.ts";

/** An owner is mailed this many days before the last day of a tier (contract section 13). */
export const STEPS = [30, 14, 3, 0] as const;
export type Step = (typeof STEPS)[number];

/**
 * The step that is due on a day: the nearest one, so that after an outage of days one mail is sent and not several. Null
 * while none is due; 0 also after the last day.
 */
export function stepOn(today: Day, until: Day): Step | null {
  const left = Math.max(0, daysFrom(today, until));
  return STEPS.findLast((step) => left <= step) ?? null;
}
