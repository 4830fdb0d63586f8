/** Visitors see the number of waiting people in steps of this many. */
export const STEP = 10;

/** How many people more than a step has must wait before the step is shown: 1 to 9, secret, its own for each step. */
export type Margin = (step: number) => number;

/**
 * The number that visitors see for `waiting` people, where `last` is the one they see now: a multiple of ten that is
 * never more than `waiting`, or 0 for fewer than ten. See docs/decisions/023-city-counts.md.
 */
export function shownOf(waiting: number, last: number, margin: Margin): number {
  const step = Math.floor(waiting / STEP);
  const isReached = step <= 1 || waiting >= step * STEP + margin(step);
  const risen = isReached ? step : step - 1;
  return STEP * Math.max(risen, Math.min(last / STEP, step));
}
