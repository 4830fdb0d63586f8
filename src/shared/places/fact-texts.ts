import { z } from "zod";
import { addDays, type Day, longDay } from "./days.ts";
import { type CurrentFacts, factFields, type PublicFacts } from "./fact-fields.ts";
import {
  FACT_KEYS,
  type FactKey,
  type FactSource,
  type FactValue,
  type FactValues,
  misfit,
} from "./facts.ts";
import {
  DAY_NAMES,
  type Hours,
  hoursOn,
  type LocalTime,
  type OpenRange,
  rangeText,
  timeText,
  WEEK_DAYS,
  type Week,
  type WeekDay,
  weekDayOn,
} from "./hours.ts";
import { EID_NAMES, EIDS, isRamadan, nextEid } from "./islamic-calendar.ts";
import type { Category } from "./places.ts";
import { type FileSource, sourceName } from "./sources.ts";

/** What a fact is called on pages and in forms. */
export const FACT_LABELS: Readonly<Record<FactKey, string>> = {
  closed: "Permanently closed",
  hours: "Opening hours",
  jumuah: "Jumu'ah",
  slaughter: "Slaughter",
  alcohol: "Alcohol",
  prayerRoom: "Prayer room",
  womensSpace: "Women's space",
  wudu: "Wudu",
  parking: "Parking",
};

const yesOrNo = (yes: string, no: string) => (value: boolean) => (value ? yes : no);

/** A fact in words. */
export const FACT_TEXTS: { readonly [Key in FactKey]: (value: FactValues[Key]) => string } = {
  closed: (closed) =>
    typeof closed === "object"
      ? `Permanently closed, moved to ${closed.movedTo}`
      : yesOrNo("Permanently closed", "Not permanently closed")(closed),
  hours: hoursText,
  jumuah: (times) => new Intl.ListFormat("en-US").format(times.map(timeText)),
  slaughter: (how) => (how === "hand" ? "Hand-slaughtered" : "Machine-slaughtered"),
  alcohol: yesOrNo("Alcohol is served here", "No alcohol on the premises"),
  prayerRoom: yesOrNo("There is a prayer room", "No prayer room"),
  womensSpace: yesOrNo("There is a space for women", "No space for women"),
  wudu: yesOrNo("There is a place for wudu", "No place for wudu"),
  parking: (parking) =>
    typeof parking === "string" ? parking : yesOrNo("There is parking", "No parking")(parking),
};

/** The text of one of the facts; null if it is unknown. */
export function factText(facts: CurrentFacts, key: FactKey): string | null {
  switch (key) {
    case "closed":
      return facts.closed ? FACT_TEXTS.closed(facts.closed.value) : null;
    case "hours":
      return facts.hours ? FACT_TEXTS.hours(facts.hours.value) : null;
    case "jumuah":
      return facts.jumuah ? FACT_TEXTS.jumuah(facts.jumuah.value) : null;
    case "slaughter":
      return facts.slaughter ? FACT_TEXTS.slaughter(facts.slaughter.value) : null;
    case "parking":
      return facts.parking ? FACT_TEXTS.parking(facts.parking.value) : null;
    default: {
      const fact = facts[key];
      return fact ? FACT_TEXTS[key](fact.value) : null;
    }
  }
}

const SOURCES: Readonly<Record<FactSource, string>> = {
  staff: "from our staff",
  owner: "from the owner",
  import: "from a public directory",
};

/** `from the owner, November 22, 2026`; of an import from its file, where that is known. */
export const sourceText = (
  { source, on }: { readonly source: FactSource; readonly on: string },
  file?: FileSource,
): string => `${source === "import" && file ? `from ${sourceName(file)}` : SOURCES[source]}, ${longDay(on)}`;

/** `Open now · until 10 PM`; null if the hours are unknown or the place is closed for good. */
export function openText({ facts, openNow, closes, opens, today }: PublicFacts): string | null {
  if (facts.closed?.value || openNow === null) return null;
  if (openNow) return closes ? `Open now · until ${timeText(closes.at)}` : "Open now · 24 hours a day";
  return opens ? `Closed now · opens ${whenText(opens, today)}` : "Closed now";
}

function whenText({ on, at }: LocalTime, today: string): string {
  return on === today ? `at ${timeText(at)}` : `${DAY_NAMES[weekDayOn(on)]} at ${timeText(at)}`;
}

export interface DayHours {
  readonly name: string;
  readonly text: string;
  /** Whether it is the day of today in the hours that count today. */
  readonly isToday: boolean;
}

const NOT_SPECIFIED = "Not specified";

/** The seven days of a week as a person reads them. `otherwise` is what a missing day that is not unspecified is called. */
export const weekRows = (
  week: Week,
  otherwise: string,
  today: string | null,
  unspecified: readonly WeekDay[] = [],
): readonly DayHours[] =>
  WEEK_DAYS.map((day) => {
    const ranges = week[day];
    const missing = unspecified.includes(day) ? NOT_SPECIFIED : otherwise;
    return {
      name: DAY_NAMES[day],
      text: ranges ? rangesText(ranges) : missing,
      isToday: today !== null && weekDayOn(today) === day,
    };
  });

const rangesText = (ranges: readonly OpenRange[]): string =>
  ranges.length === 0 ? "Closed" : ranges.map(rangeText).join(", ");

/** The feasts and special days from a day on, the next first, as a person reads them. */
export function apartRows({ eids, special = [] }: Hours, today: Day): readonly DayHours[] {
  const feasts = EIDS.flatMap((eid) => {
    const ranges = eids?.[eid];
    if (!ranges) return [];
    const on = nextEid(eid, today);
    return { from: on, to: on, name: `${EID_NAMES[eid]}, about ${longDay(on)}`, ranges };
  });
  const others = special
    .filter(({ to }) => to >= today)
    .map((each) => ({ ...each, name: spanText(each.from, each.to) }));
  return [...feasts, ...others]
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ from, to, name, ranges }) => ({
      name,
      text: rangesText(ranges),
      isToday: from <= today && today <= to,
    }));
}

const spanText = (from: Day, to: Day): string =>
  from === to ? longDay(from) : `${longDay(from)} to ${longDay(to)}`;

/** Whether the Ramadan hours of a place count on a day. */
export const countsRamadan = (hours: Hours, day: string): boolean =>
  hours.ramadan !== undefined && isRamadan(day);

/** All hours in one line, days with the same hours together. */
function hoursText({ week, unspecified, ramadan, eids, special = [], note }: Hours): string {
  const feasts = EIDS.map((eid) => eids?.[eid] && `${EID_NAMES[eid]}: ${rangesText(eids[eid])}`);
  const apart = special.map(({ from, to, ranges }) => `${spanText(from, to)}: ${rangesText(ranges)}`);
  return [
    week && weekText(week, "Closed", unspecified),
    ramadan && `In Ramadan: ${weekText(ramadan, "as usual")}`,
    ...feasts,
    ...apart,
    note,
  ]
    .filter(Boolean)
    .join(". ");
}

function weekText(week: Week, otherwise: string, unspecified?: readonly WeekDay[]): string {
  const parts: { from: string; to: string; text: string }[] = [];
  for (const { name, text } of weekRows(week, otherwise, null, unspecified)) {
    const last = parts.at(-1);
    if (last?.text === text) last.to = name;
    else parts.push({ from: name, to: name, text });
  }
  return parts.map(({ from, to, text }) => `${from === to ? from : `${from} to ${to}`}: ${text}`).join("; ");
}

const SCHEMA_DAYS = "https://schema.org/";

/** The hours that count on a day and on the six after it, for search engines (schema.org); empty for a note. */
export function openingHoursSpecification(hours: Hours, today: string): readonly object[] {
  return Array.from({ length: 7 }, (_, n) => addDays(today, n)).flatMap((day) =>
    (hoursOn(hours, day) ?? []).map(([opens, closes]) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: `${SCHEMA_DAYS}${DAY_NAMES[weekDayOn(day)]}`,
      opens,
      closes: closes === "24:00" ? "23:59" : closes,
    })),
  );
}

/** What a source states; null withdraws an earlier statement. */
export type StatedFacts = { readonly [Key in FactKey]?: FactValue | null };

const schemas = z.object(factFields).shape;
const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The facts of an entry of a GeoJSON file: its property `facts`, an object as the calls take it, and OpenStreetMap's
 * `opening_hours` where that has no hours. A wrong fact is left out, with the reason.
 */
export function importedFacts(
  properties: Readonly<Record<string, unknown>>,
  category: Category,
): { readonly facts: StatedFacts | null; readonly refused: readonly string[] } {
  const { facts: sent = {}, opening_hours: hours } = properties;
  if (!isFields(sent ?? {})) return { facts: null, refused: ["facts must be an object"] };
  const all: Readonly<Record<string, unknown>> = {
    ...(hours !== undefined && { hours }),
    ...(sent as object), // null has no keys
  };
  const refused: string[] = [];
  const entries = FACT_KEYS.flatMap((key): readonly (readonly [FactKey, FactValue | null])[] => {
    if (all[key] === undefined) return [];
    const { data, error } = schemas[key].safeParse(all[key]);
    const reason = error ? error.issues[0]?.message : data === null ? null : misfit(key, category);
    if (reason) refused.push(reason);
    return reason || data === undefined ? [] : [[key, data]];
  });
  return { facts: entries.length === 0 ? null : Object.fromEntries(entries), refused };
}
