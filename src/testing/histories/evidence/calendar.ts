import { days, minutes } from "../../../shared/duration.ts";

/** A day as the number of days since January 1, 1970. The product's own calendar is not used, because this checks it. */
export type DayNumber = number;

const DAY = days(1);
const HOUR = minutes(60);

export const dayNumber = (text: string): DayNumber => Date.parse(`${text}T00:00:00Z`) / DAY;
export const dayText = (day: DayNumber): string => new Date(day * DAY).toISOString().slice(0, 10);

/** The same date a year later; February 28 after February 29. */
export function yearLater(day: DayNumber): DayNumber {
  const date = new Date(day * DAY);
  const [year, month, dayOfMonth] = [date.getUTCFullYear() + 1, date.getUTCMonth(), date.getUTCDate()];
  const isLeapDay = month === 1 && dayOfMonth === 29;
  return Date.UTC(year, month, isLeapDay ? 28 : dayOfMonth) / DAY;
}

/** A place with its time zone, by the clocks of its state. */
export interface Location {
  readonly state: string;
  /** Null: the time zone follows from the state. */
  readonly position: readonly [latitude: number, longitude: number] | null;
  /** Minutes ahead of UTC in winter. */
  readonly offset: number;
  readonly hasSummerTime: boolean;
}

export const LOCATIONS: readonly Location[] = [
  { state: "HI", position: [21.3, -157.85], offset: -600, hasSummerTime: false },
  { state: "NL", position: [47.56, -52.71], offset: -210, hasSummerTime: true },
  { state: "MI", position: null, offset: -300, hasSummerTime: true },
  { state: "NL", position: null, offset: -210, hasSummerTime: true },
  { state: "HI", position: null, offset: -600, hasSummerTime: false },
  { state: "GU", position: [13.44, 144.79], offset: 600, hasSummerTime: false },
  { state: "AZ", position: [33.45, -112.07], offset: -420, hasSummerTime: false },
  { state: "AS", position: [-14.28, -170.7], offset: -660, hasSummerTime: false },
];

/** The local day at a moment, in milliseconds. */
export const localDay = (location: Location, at: number): DayNumber =>
  Math.floor((at + offsetAt(location, at)) / DAY);

/** The moment at which a local day begins. Clocks change at two o'clock, so midnight exists once. */
export function midnight(location: Location, day: DayNumber): number {
  const winter = day * DAY - location.offset * minutes(1);
  return offsetAt(location, winter) === location.offset * minutes(1) ? winter : winter - HOUR;
}

/** In the United States and Canada, from the second Sunday of March to the first Sunday of November. */
function offsetAt({ offset, hasSummerTime }: Location, at: number): number {
  const winter = offset * minutes(1);
  const year = new Date(at + winter).getUTCFullYear();
  const begins = sundayFrom(Date.UTC(year, 2, 8)) + 2 * HOUR - winter;
  const ends = sundayFrom(Date.UTC(year, 10, 1)) + HOUR - winter;
  return hasSummerTime && begins <= at && at < ends ? winter + HOUR : winter;
}

/** The first Sunday from a day on. */
const sundayFrom = (at: number): number => at + ((7 - new Date(at).getUTCDay()) % 7) * DAY;
