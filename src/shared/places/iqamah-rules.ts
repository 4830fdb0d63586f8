import { minutesOf, readTime, timeText } from "./hours.ts";

/** The five daily prayers, in order. */
export const PRAYERS = ["fajr", "dhuhr", "asr", "maghrib", "isha"] as const;
export type Prayer = (typeof PRAYERS)[number];

export const PRAYER_NAMES: Readonly<Record<Prayer, string>> = {
  fajr: "Fajr",
  dhuhr: "Dhuhr",
  asr: "Asr",
  maghrib: "Maghrib",
  isha: "Isha",
};
export const JUMUAH_NAME = "Jumu'ah";
export const SUNRISE_NAME = "Sunrise";

/** How the adhan is calculated: the names of the library, and of those who published the angles. */
export const METHOD_NAMES = {
  NorthAmerica: "ISNA, North America",
  MuslimWorldLeague: "Muslim World League",
  MoonsightingCommittee: "Moonsighting Committee",
  Egyptian: "Egyptian General Authority of Survey",
  Karachi: "University of Islamic Sciences, Karachi",
  UmmAlQura: "Umm al-Qura University, Makkah",
  Dubai: "Dubai",
  Kuwait: "Kuwait",
  Qatar: "Qatar",
  Singapore: "Singapore",
  Tehran: "Institute of Geophysics, Tehran",
  Turkey: "Diyanet, Turkey",
} as const;
export type Method = keyof typeof METHOD_NAMES;
export const METHODS = Object.keys(METHOD_NAMES) as [Method, ...Method[]]; // the keys of a constant

/** The school that decides when Asr begins. */
export const MADHAB_NAMES = { shafi: "Shafi'i, Maliki and Hanbali", hanafi: "Hanafi" } as const;
export type Madhab = keyof typeof MADHAB_NAMES;
export const MADHABS = Object.keys(MADHAB_NAMES) as [Madhab, ...Madhab[]]; // the keys of a constant

export interface Calculation {
  readonly method: Method;
  readonly madhab: Madhab;
}

/** When the prayer in congregation begins. Times are those of the wall clock at the masjid. */
export type IqamahRule =
  | { readonly kind: "fixed"; readonly time: string }
  | { readonly kind: "after"; readonly minutes: number }
  /** At the next multiple of `every` minutes past the hour that is at least `after` minutes later than the adhan. */
  | { readonly kind: "rounded"; readonly every: number; readonly after: number };

/** A Friday prayer; the texts are empty where nothing is said. */
export interface Jumuah {
  readonly time: string;
  readonly hall: string;
  readonly language: string;
}

/** Minutes after the adhan at most; a prayer lasts until the next one. */
export const AFTER_MAX = 180;
/** Divisors of an hour, so that rounded times are the same in each. */
export const STEPS = [5, 10, 15, 20, 30, 60] as const;

/** Characters of a rule or a time as text. */
export const RULE_MAX = 120;

const FIXED = /^(?:fixed|at)?\s*(?:at\s+)?(\d{1,2}[:.]?\d{0,2}\s*(?:[ap]\.?m?\.?)?)$/i;
const AFTER = /^(?:adhan|athan|azan)?\s*(?:\+|plus)\s*(\d{1,3})\s*(?:min(?:ute)?s?\.?)?$/i;
const ROUNDED =
  /^(?:(?:adhan|athan|azan)?\s*(?:\+|plus)\s*(\d{1,3})\s*(?:min(?:ute)?s?\.?)?\s*,\s*)?every\s+(\d{1,2})\s*(?:min(?:ute)?s?\.?)?\s*(?:,?\s*rounded\s+up)?$/i;

/** A rule from a text as `ruleCode` writes it, and as people do: `fixed 13:30`, `adhan + 10`, `every 15 minutes, rounded up`. */
export function readRule(text: string): IqamahRule | null {
  if (text.length > RULE_MAX) return null; // before any pattern: they are slow with long texts
  const typed = text.trim().replace(/\s+/g, " ");
  const [, minutes] = AFTER.exec(typed) ?? [];
  if (minutes !== undefined) return checked({ kind: "after", minutes: Number(minutes) });
  const [, after = "0", every] = ROUNDED.exec(typed) ?? [];
  if (every !== undefined) return checked({ kind: "rounded", every: Number(every), after: Number(after) });
  const [, time = ""] = FIXED.exec(typed) ?? [];
  const read = readTime(time);
  return read === null ? null : { kind: "fixed", time: read };
}

/** The rule, if its numbers are within their limits. */
export function checked(rule: IqamahRule): IqamahRule | null {
  if (rule.kind === "fixed") return rule;
  const isAfter = (minutes: number) => Number.isInteger(minutes) && minutes >= 0 && minutes <= AFTER_MAX;
  if (rule.kind === "after") return isAfter(rule.minutes) ? rule : null;
  return isAfter(rule.after) && STEPS.some((step) => step === rule.every) ? rule : null;
}

/** The text of a rule in calls and on the command line. */
export function ruleCode(rule: IqamahRule): string {
  switch (rule.kind) {
    case "fixed":
      return `fixed ${rule.time}`;
    case "after":
      return `adhan + ${rule.minutes}`;
    case "rounded":
      return `${rule.after === 0 ? "" : `adhan + ${rule.after}, `}every ${rule.every} minutes, rounded up`;
  }
}

/** A rule as people read it. */
export function ruleText(rule: IqamahRule): string {
  switch (rule.kind) {
    case "fixed":
      return `at ${timeText(rule.time)}`;
    case "after":
      return rule.minutes === 0 ? "at the adhan" : `${minutesText(rule.minutes)} after the adhan`;
    case "rounded": {
      const least = rule.after === 0 ? "" : `, ${minutesText(rule.after)} after the adhan or later`;
      return `every ${rule.every} minutes, rounded up${least}`;
    }
  }
}

const minutesText = (count: number): string => (count === 1 ? "1 minute" : `${count} minutes`);

/** How many minutes after an adhan, given as `HH:MM`, the congregation begins; null for a fixed time. */
export function minutesAfter(rule: IqamahRule, adhan: string): number | null {
  if (rule.kind === "fixed") return null;
  if (rule.kind === "after") return rule.minutes;
  const earliest = minutesOf(adhan) + rule.after;
  return Math.ceil(earliest / rule.every) * rule.every - minutesOf(adhan);
}

/** `1:15 PM, Main hall, English` */
export const jumuahText = ({ time, hall, language }: Jumuah): string =>
  [timeText(time), hall, language].filter((part) => part !== "").join(", ");

/** How long what a masjid says counts as confirmed. */
export const CONFIRMED_DAYS = 60;
