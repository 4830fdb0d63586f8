import { type Day, dayIn } from "./days.ts";
import type { HalalStatus } from "./places.ts";
import { timeZoneOf } from "./time-zone.ts";

/** A tier that begins on a day without any new record, such as the day after a certificate's last one. */
export interface TierChange {
  readonly from: Day;
  readonly tier: HalalStatus;
}

interface Tiered {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly state: string;
  readonly halalVerificationStatus: HalalStatus;
  readonly tierChanges: readonly TierChange[];
}

/** The tier of a place now. The stored one may have ended since it was written: reads compare with the day. */
export function tierToday(place: Tiered, now: Date): HalalStatus {
  if (place.tierChanges.length === 0) return place.halalVerificationStatus;
  const today = dayIn(timeZoneOf(place), now);
  const begun = place.tierChanges.findLast(({ from }) => from <= today);
  return begun?.tier ?? place.halalVerificationStatus;
}

/** A row with the tier of today, without what that is computed from. */
export function withTierToday<Row extends Tiered>(row: Row, now: Date): Omit<Row, "tierChanges"> {
  const { tierChanges: _, ...rest } = row;
  return { ...rest, halalVerificationStatus: tierToday(row, now) };
}
