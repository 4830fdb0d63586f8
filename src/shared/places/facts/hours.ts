import { optionalText } from "../../fields.ts";
import { FactError } from "./fact-error.ts";
import { readWeek } from "./hours-text.ts";
import { type OpenRange, rangeOf, readRange } from "./times.ts";
import { DAY_NAMES, dayRanges, type Hours, WEEK_DAYS, type Week, weekDayOf } from "./week.ts";

const TEXT_MAX = 200; // characters

const TOO_LONG = `Hours must have at most ${TEXT_MAX} characters`;

const note = optionalText("Hours", TEXT_MAX);
const PARTS = ["week", "ramadan", "note"];

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Hours as callers send them: `{ week, ramadan?, note? }`, a week alone, or a text in the syntax of OpenStreetMap; any
 * other text is a note. Throws `FactError`.
 */
export function readHours(input: unknown): Hours {
  if (typeof input === "string") return hoursOfText(input);
  if (!isFields(input))
    throw new FactError("Hours must be a text such as Mo-Fr 09:00-17:00, or the times of each day");
  refuseLongTexts(input);
  const parts = PARTS.some((name) => Object.hasOwn(input, name)) ? input : { week: input };
  const hours: Hours = {
    ...(typeof parts.week === "string" ? hoursOfText(parts.week) : partOf("week", weekOf(parts.week))),
    ...partOf("ramadan", weekOf(parts.ramadan, "Ramadan hours")),
  };
  const text = noteOf(parts.note) || hours.note;
  if (!hours.week && !hours.ramadan && !text) throw new FactError("Hours must name at least one day");
  return { ...hours, ...partOf("note", text || undefined) };
}

/** To be called before any text is read, as that takes time that grows with the square of its length. */
function refuseLongTexts(input: unknown): void {
  if (typeof input === "string" && input.length > TEXT_MAX) throw new FactError(TOO_LONG);
  if (typeof input === "object" && input !== null)
    for (const each of Object.values(input)) refuseLongTexts(each);
}

const partOf = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };

function hoursOfText(text: string): Hours {
  if (text.length > TEXT_MAX * 4) throw new FactError(TOO_LONG); // as a note; spaces at its ends do not count
  const line = noteOf(text.trim().replace(/\s*[\r\n]+\s*/g, "; "));
  return readWeek(line) ?? { note: line };
}

function noteOf(value: unknown): string {
  const { data, error } = note.safeParse(value);
  if (error) throw new FactError(error.issues[0]?.message);
  return data;
}

/** Undefined if it is missing or names no day. */
function weekOf(value: unknown, label = "Hours"): Week | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") {
    const read = readWeek(value);
    if (read) return read.week;
  }
  if (!isFields(value)) throw new FactError(`${label} must have times for each day`);
  const days = new Map(
    Object.entries(value).map(([name, ranges]) => {
      const day = weekDayOf(name);
      if (!day) throw new FactError(`${label} name a day that does not exist: ${name.slice(0, 20)}`);
      const read = dayRanges(day, rangesOf(ranges, `${label} on ${DAY_NAMES[day]}`));
      if (typeof read === "string") throw new FactError(read);
      return [day, read];
    }),
  );
  const week = WEEK_DAYS.flatMap((day) => (days.has(day) ? [[day, days.get(day)]] : []));
  return week.length === 0 ? undefined : Object.fromEntries(week);
}

function rangesOf(value: unknown, label: string): readonly OpenRange[] {
  if (value === null || (typeof value === "string" && /^(?:off|closed|)$/i.test(value.trim()))) return [];
  const all = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : [value];
  const one = pairOf(all);
  if (one) return [one];
  return all.map((each) => {
    const range = typeof each === "string" ? readRange(each) : pairOf(each);
    if (!range) throw new FactError(`${label} must be times such as 11:00-22:00`);
    return range;
  });
}

/** `["11:00", "22:00"]` or `{ opens, closes }`. */
function pairOf(value: unknown): OpenRange | null {
  const [from, to, ...rest] = Array.isArray(value)
    ? value
    : isFields(value)
      ? [value.opens ?? value.open, value.closes ?? value.close]
      : [];
  return typeof from === "string" && typeof to === "string" && rest.length === 0 ? rangeOf(from, to) : null;
}
