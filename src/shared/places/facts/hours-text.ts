import { type OpenRange, readRange } from "./times.ts";
import { dayRanges, WEEK_DAYS, type Week, type WeekDay, weekDayOf } from "./week.ts";

const RULE = /^(?<days>[a-z][a-z.\s,–-]*?)?[\s:]*(?<times>24\/7|\d.*|off|closed)$/i;
const HOLIDAYS = /^PH\s+(?<times>.+)$/;
const EVERY_DAY = /^(?:daily|every\s*day|all\s+days)$/i;
const CLOSED = /^(?:off|closed)$/i;

interface Reading {
  readonly week: { [Day in WeekDay]?: readonly OpenRange[] };
  readonly notes: string[];
}

/**
 * A week from a text in the syntax of OpenStreetMap's `opening_hours`, as far as people use it (`Mo-Fr 09:00-17:00; Sa
 * off; PH off`), with English days and times too (`Mon-Fri 9 AM to 5 PM`). A later rule replaces an earlier one of the
 * same day; after a comma it adds to it. Null if a part of the text says anything else.
 */
export function readWeek(text: string): { readonly week: Week; readonly note?: string } | null {
  const reading: Reading = { week: {}, notes: [] };
  for (const rule of text.split(/;|\|\|/)) {
    // a comma after times begins another rule, one between days does not
    const parts = rule.split(/(?<=\d|[ap]\.?m\.?|off|closed)\s*,\s*(?=[a-z])/i);
    for (const [n, part] of parts.entries())
      if (part.trim() !== "" && !readRule(part.trim(), reading, n > 0)) return null;
  }
  const days = WEEK_DAYS.flatMap((day) => (reading.week[day] ? [[day, reading.week[day]] as const] : []));
  if (days.length === 0) return null;
  const ordered = days.map(([day, ranges]) => [day, dayRanges(day, ranges)] as const);
  if (ordered.some(([, ranges]) => typeof ranges === "string")) return null;
  const note = reading.notes.join("; ");
  return { week: Object.fromEntries(ordered) as Week, ...(note && { note }) }; // no sentence is left, see above
}

/** Adds a rule to the reading; false if it is not understood. */
function readRule(rule: string, { week, notes }: Reading, adds: boolean): boolean {
  const holiday = HOLIDAYS.exec(rule)?.groups?.times;
  if (holiday !== undefined) {
    notes.push(CLOSED.test(holiday) ? "Closed on public holidays" : `Public holidays ${holiday}`);
    return true;
  }
  const { days = "", times = "" } = RULE.exec(rule)?.groups ?? {};
  const named = daysOf(days);
  const ranges = rangesOf(times);
  if (named === null || ranges === null) return false;
  for (const day of named) week[day] = adds ? [...(week[day] ?? []), ...ranges] : ranges;
  return true;
}

function daysOf(text: string): readonly WeekDay[] | null {
  const typed = text.trim().replace(/:$/, "");
  if (typed === "" || EVERY_DAY.test(typed)) return WEEK_DAYS;
  const parts = typed.split(/\s*(?:,|\band\b)\s*/i).map(daysBetween);
  return parts.includes(null) ? null : parts.flatMap((days) => days ?? []);
}

/** One day, or from one to another over the end of the week. */
function daysBetween(text: string): readonly WeekDay[] | null {
  const ends = text.split(/\s*(?:-|–|\bto\b)\s*/i).map(weekDayOf);
  const [from, to = from] = ends;
  if (!from || !to || ends.length > 2) return null;
  const first = WEEK_DAYS.indexOf(from);
  const count = ((WEEK_DAYS.indexOf(to) - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, n) => WEEK_DAYS[(first + n) % 7] ?? from);
}

function rangesOf(text: string): readonly OpenRange[] | null {
  if (CLOSED.test(text)) return [];
  if (text === "24/7") return [["00:00", "24:00"]];
  const ranges = text.split(",").map(readRange);
  return ranges.includes(null) ? null : ranges.flatMap((range) => (range ? [range] : []));
}
