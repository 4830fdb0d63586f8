import { addDays, type Day } from "./days.ts";

/** The two feasts, by the first day of each. */
export const EIDS = ["fitr", "adha"] as const;
export type Eid = (typeof EIDS)[number];

export const EID_NAMES: Readonly<Record<Eid, string>> = { fitr: "Eid al-Fitr", adha: "Eid al-Adha" };

const RAMADAN = 9; // the month
const FIRST_DAYS: Readonly<Record<Eid, readonly [month: number, day: number]>> = {
  fitr: [10, 1],
  adha: [12, 10],
};
const LONGEST_YEAR = 356; // days
let calendar: Intl.DateTimeFormat | undefined; // the first one of a process loads the languages, which takes 20 ms

/** The month and the day of the month by the calendar of Umm al-Qura; where the moon is sighted they can differ by a day. */
function monthAndDay(day: Day): readonly [number, number] {
  calendar ??= new Intl.DateTimeFormat("en-u-ca-islamic-umalqura", {
    month: "numeric",
    day: "numeric",
    timeZone: "UTC",
  });
  const parts = calendar.formatToParts(new Date(`${day}T12:00:00Z`));
  const number = (name: "month" | "day") => Number(parts.find(({ type }) => type === name)?.value);
  return [number("month"), number("day")];
}

export const isRamadan = (day: Day): boolean => monthAndDay(day)[0] === RAMADAN;

/** The feast that begins on a day; null for any other day. */
export function eidOn(day: Day): Eid | null {
  const [month, dayOfMonth] = monthAndDay(day);
  return EIDS.find((eid) => FIRST_DAYS[eid][0] === month && FIRST_DAYS[eid][1] === dayOfMonth) ?? null;
}

/** The next first day of a feast, from a day on. */
export function nextEid(eid: Eid, from: Day): Day {
  for (let days = 0; days < LONGEST_YEAR; days += 1) {
    const day = addDays(from, days);
    if (eidOn(day) === eid) return day;
  }
  throw new Error(`no ${EID_NAMES[eid]} within a year of ${from}`);
}
