import timeZoneAt from "tz-lookup";
import { days } from "../duration.ts";
import type { Day } from "./days.ts";
import { localTime } from "./hours.ts";

const EASTERN = "America/New_York";
const CENTRAL = "America/Chicago";
const MOUNTAIN = "America/Denver";
const PACIFIC = "America/Los_Angeles";

/** The states and provinces of each zone; one with several zones is in that of most of its people. */
const STATES: Readonly<Record<string, string>> = {
  [EASTERN]: "CT DE DC FL GA ME MD MA NH NJ NY NC OH PA RI SC VT VA WV",
  "America/Detroit": "MI",
  "America/Indiana/Indianapolis": "IN",
  "America/Kentucky/Louisville": "KY",
  [CENTRAL]: "AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI",
  [MOUNTAIN]: "CO MT NM UT WY",
  "America/Boise": "ID",
  "America/Phoenix": "AZ",
  [PACIFIC]: "CA NV OR WA",
  "America/Anchorage": "AK",
  "Pacific/Honolulu": "HI",
  "Pacific/Pago_Pago": "AS",
  "Pacific/Guam": "GU",
  "Pacific/Saipan": "MP",
  "America/Puerto_Rico": "PR",
  "America/St_Thomas": "VI",
  "America/Edmonton": "AB NT",
  "America/Vancouver": "BC",
  "America/Winnipeg": "MB",
  "America/Moncton": "NB",
  "America/St_Johns": "NL",
  "America/Halifax": "NS PE",
  "America/Iqaluit": "NU",
  "America/Toronto": "ON QC",
  "America/Regina": "SK",
  "America/Whitehorse": "YT",
};
const ZONES = new Map(
  Object.entries(STATES).flatMap(([zone, all]) => all.split(" ").map((state) => [state, zone])),
);

interface Located {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly state: string;
}

/** The time zone of a place: from its coordinates, else from its state. */
export function timeZoneOf({ latitude, longitude, state }: Located): string {
  // for its largest island, tz-lookup gives the time zone of the other Samoa, which is a day ahead
  if (latitude !== null && longitude !== null && state !== "AS") return timeZoneAt(latitude, longitude);
  return ZONES.get(state) ?? EASTERN;
}

/**
 * The moment of a time of the wall clock. One that the clock skips is an hour later; of two it is the first.
 */
export function instantOf(day: Day, time: string, timeZone: string): Date {
  const wall = Date.parse(`${day}T${time}:00Z`);
  const before = wall - offsetAt(timeZone, wall - days(1));
  const after = wall - offsetAt(timeZone, wall + days(1));
  const isRight = (at: number) => at + offsetAt(timeZone, at) === wall;
  return new Date(isRight(before) || !isRight(after) ? before : after);
}

/** How far the wall clock is ahead of UTC, in milliseconds. */
function offsetAt(timeZone: string, at: number): number {
  const { on, at: time } = localTime(timeZone, new Date(at));
  return Date.parse(`${on}T${time}:00Z`) - at;
}
