import { z } from "zod";
import { mustBeOneOf, optionalText } from "../fields.ts";
import { daysFrom, isDay } from "./days.ts";
import { FACT_SOURCES, type FactValues, SLAUGHTERS } from "./facts.ts";
import {
  DAY_NAMES,
  dayRanges,
  type Hours,
  type OpenRange,
  rangeOf,
  readRange,
  readTime,
  readWeek,
  type SpecialDays,
  WEEK_DAYS,
  type Week,
  type WeekDay,
  weekDayOf,
} from "./hours.ts";
import { EID_NAMES, EIDS, type Eid } from "./islamic-calendar.ts";
import { CATEGORIES } from "./places.ts";

const TEXT_MAX = 200; // characters
const ODD_SPACES = /[\u00A0\u2000-\u200A\u202F]/g; // as Google writes them before AM

const TOO_LONG = `Hours must have at most ${TEXT_MAX} characters`;

const note = optionalText("Hours", TEXT_MAX);
const PARTS = ["week", "unspecified", "ramadan", "eids", "special", "note"];
const SPECIAL_MAX = 30;
const SPECIAL_LONGEST = 366; // days

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Hours as callers send them: `{ week, unspecified?, ramadan?, eids?, special?, note? }`, a week alone, or a text in the syntax of OpenStreetMap; any
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
    ...partOf("eids", eidsOf(parts.eids)),
    ...partOf("special", specialOf(parts.special)),
  };
  const text = noteOf(parts.note) || hours.note;
  const { week, ramadan, eids, special } = hours;
  if (!week && !ramadan && !eids && !special && !text)
    throw new FactError("Hours must name at least one day");
  return {
    ...hours,
    ...partOf("unspecified", week && unspecifiedOf(parts.unspecified, week)),
    ...partOf("note", text || undefined),
  };
}

/** The days of which nothing is said. Undefined if there are none. */
function unspecifiedOf(value: unknown, week: Week): readonly WeekDay[] | undefined {
  const named = (Array.isArray(value) ? value : []).map((day) => weekDayOf(String(day)));
  if (named.includes(null) || (value !== undefined && value !== null && !Array.isArray(value)))
    throw new FactError("Unspecified must be a list of days");
  const days = WEEK_DAYS.filter((day) => named.includes(day) && !week[day]);
  return days.length === 0 ? undefined : days;
}

function eidsOf(value: unknown): Hours["eids"] {
  if (value === undefined || value === null) return undefined;
  if (!isFields(value)) throw new FactError("Hours of feasts must have times for fitr or adha");
  const known = EIDS.flatMap((eid): readonly (readonly [Eid, readonly OpenRange[]])[] => {
    const sent = value[eid];
    return sent === undefined ? [] : [[eid, ordered(EID_NAMES[eid], sent)]];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function specialOf(value: unknown): readonly SpecialDays[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new FactError("Special days must be a list");
  if (value.length > SPECIAL_MAX) throw new FactError(`There can be at most ${SPECIAL_MAX} special days`);
  const days = value.map(specialDays).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  if (days.some(({ to }, n) => to >= (days[n + 1]?.from ?? "9999")))
    throw new FactError("Special days overlap");
  return days.length === 0 ? undefined : days;
}

function specialDays(value: unknown): SpecialDays {
  const { from, to = from, ranges } = isFields(value) ? value : {};
  if (typeof from !== "string" || typeof to !== "string" || !isDay(from) || !isDay(to))
    throw new FactError("A special day must be a day such as 2026-12-25");
  if (to < from || daysFrom(from, to) >= SPECIAL_LONGEST)
    throw new FactError("Special days must end after they begin, within a year");
  return { from, to, ranges: ordered("special days", ranges) };
}

function ordered(name: string, value: unknown): readonly OpenRange[] {
  const read = dayRanges(name, rangesOf(value ?? null, `Hours on ${name}`));
  if (typeof read === "string") throw new FactError(read);
  return read;
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
  const line = noteOf(
    text
      .trim()
      .replace(/\s*[\r\n]+\s*/g, "; ")
      .replace(ODD_SPACES, " "),
  );
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
      const read = dayRanges(DAY_NAMES[day], rangesOf(ranges, `${label} on ${DAY_NAMES[day]}`));
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

const JUMUAH_MAX = 6; // prayers

const SENTENCES = {
  hours: "Hours must be a text such as Mo-Fr 09:00-17:00, or the times of each day",
  closed: "Closed must be true, false or { closed: true, movedTo }",
  slaughter: mustBeOneOf("Slaughter", SLAUGHTERS),
  jumuah: "Jumu'ah must be a time such as 13:15, or a list of times",
  parking: "Parking must be true, false or a short text",
};

const flag = (name: string) => z.boolean({ error: `${name} must be true or false` }).nullish();

/** A fact that is read from what callers send; an empty text takes it back, as null does. */
const read = <Input, Value>(input: z.ZodType<Input>, reading: (sent: Input) => Value | null) =>
  input
    .transform((sent, ctx): Value | null => {
      if (typeof sent === "string" && sent.trim() === "") return null;
      try {
        return reading(sent);
      } catch (error) {
        if (!(error instanceof FactError)) throw error;
        ctx.addIssue(error.message);
        return z.NEVER;
      }
    })
    .nullish();

const fields = z.record(z.string(), z.unknown());
const shortText = optionalText("This text");

function textOf(sent: unknown, otherwise: string): string {
  const { data, error } = shortText.safeParse(sent);
  if (error) throw new FactError(typeof sent === "string" ? error.issues[0]?.message : otherwise);
  return data;
}

function readClosed(sent: boolean | Readonly<Record<string, unknown>>): FactValues["closed"] {
  if (typeof sent === "boolean") return sent;
  const { closed = true, movedTo } = sent;
  if (typeof closed !== "boolean") throw new FactError(SENTENCES.closed);
  const to = textOf(movedTo, SENTENCES.closed);
  if (to !== "" && !closed) throw new FactError("Closed must be true for a place that has moved");
  return to === "" ? closed : { closed: true, movedTo: to };
}

function readJumuah(sent: string | readonly string[]): readonly string[] | null {
  const texts = typeof sent === "string" ? sent.split(/[,;]|\band\b/) : sent;
  const times = texts.map((text) => {
    const time = readTime(text);
    if (time === null) throw new FactError(SENTENCES.jumuah);
    return time;
  });
  if (times.length > JUMUAH_MAX) throw new FactError(`Jumu'ah can have at most ${JUMUAH_MAX} times`);
  return times.length === 0 ? null : [...new Set(times)].sort();
}

/** What a source states about a place. Omitted facts stay; null withdraws an earlier statement. */
export const factFields = {
  hours: read(z.union([z.string(), fields], { error: SENTENCES.hours }), readHours).describe(
    "such as Mo-Fr 09:00-17:00; Sa 10:00-14:00, or an object with week, unspecified, ramadan, eids, special and note",
  ),
  closed: read(z.union([z.boolean(), fields], { error: SENTENCES.closed }), readClosed).describe(
    'permanently closed, or { "movedTo": "where" }',
  ),
  alcohol: flag("alcohol"),
  prayerRoom: flag("prayerRoom"),
  slaughter: read(z.enum([...SLAUGHTERS, ""], { error: SENTENCES.slaughter }), (sent) => sent || null),
  jumuah: read(z.union([z.string(), z.array(z.string())], { error: SENTENCES.jumuah }), readJumuah).describe(
    "the times of Friday prayers, such as 13:15, 14:15",
  ),
  womensSpace: flag("womensSpace"),
  wudu: flag("wudu"),
  parking: read(z.union([z.boolean(), z.string()], { error: SENTENCES.parking }), (sent) =>
    typeof sent === "boolean" ? sent : textOf(sent, SENTENCES.parking) || null,
  ).describe("whether there is parking, or a short text about it"),
};

const range = z.tuple([z.string(), z.string()]).readonly() satisfies z.ZodType<OpenRange>;
const week = z.object({
  mon: z.array(range).readonly().optional(),
  tue: z.array(range).readonly().optional(),
  wed: z.array(range).readonly().optional(),
  thu: z.array(range).readonly().optional(),
  fri: z.array(range).readonly().optional(),
  sat: z.array(range).readonly().optional(),
  sun: z.array(range).readonly().optional(),
});
const ranges = z.array(range).readonly();
const values = {
  hours: z.object({
    week: week.optional(),
    /** Days of the week of which nothing is said. */
    unspecified: z.array(z.enum(WEEK_DAYS)).readonly().optional(),
    ramadan: week.optional(),
    /** On the first day of each feast. */
    eids: z.object({ fitr: ranges.optional(), adha: ranges.optional() }).optional(),
    special: z
      .array(z.object({ from: z.string(), to: z.string(), ranges }))
      .readonly()
      .optional(),
    note: z.string().optional(),
  }),
  closed: z.union([z.boolean(), z.object({ closed: z.literal(true), movedTo: z.string() })]),
  alcohol: z.boolean(),
  prayerRoom: z.boolean(),
  slaughter: z.enum(SLAUGHTERS),
  jumuah: z.array(z.string()).readonly(),
  womensSpace: z.boolean(),
  wudu: z.boolean(),
  parking: z.union([z.boolean(), z.string()]),
};

const source = z.enum(FACT_SOURCES);
/** `on` is a day in the place's time zone, `by` the member of staff, which staff alone see. */
const fact = <Value extends z.ZodType>(value: Value) =>
  z.object({ value, source, on: z.string(), by: z.string().optional() }).optional();

/** The facts that count, each with its source and day. */
export const currentFactsOutput = z.object({
  hours: fact(values.hours),
  closed: fact(values.closed),
  alcohol: fact(values.alcohol),
  prayerRoom: fact(values.prayerRoom),
  slaughter: fact(values.slaughter),
  jumuah: fact(values.jumuah),
  womensSpace: fact(values.womensSpace),
  wudu: fact(values.wudu),
  parking: fact(values.parking),
});
export type CurrentFacts = z.input<typeof currentFactsOutput>;

const localTime = z.object({ on: z.string(), at: z.string() });

/** The keys that a public place has besides its tier. Times are those of the wall clock at the place. */
export const factsOutput = {
  facts: currentFactsOutput,
  /** The day at the place. */
  today: z.string(),
  /** Null unless its hours are known. */
  openNow: z.boolean().nullable(),
  closes: localTime.nullable(),
  opens: localTime.nullable(),
  /** Where a closed place is now: a text, and the id of its place if that is known here. */
  movedTo: z.object({ text: z.string(), placeId: z.string().nullable() }).nullable(),
};
const publicFacts = z.object(factsOutput);
export type PublicFacts = z.input<typeof publicFacts>;

/** The facts of a place for those who edit them: what counts, and what each source says. */
export const editedFacts = z.object({
  ...factsOutput,
  id: z.string(),
  category: z.enum(CATEGORIES),
  bySource: z.object({ staff: currentFactsOutput, owner: currentFactsOutput, import: currentFactsOutput }),
  /** When the caller's source last stated something; the creation of the place if it never did. */
  updatedAt: z.date(),
});
export type EditedFacts = z.input<typeof editedFacts>;

/** Why a fact cannot be read, for the person who sent it. */
class FactError extends Error {}
