import type { PrayerDay } from "../../../../modules/places/prayer/schema.ts";
import { timeText } from "../../../../shared/places/hours.ts";
import { JUMUAH_NAME, jumuahText, PRAYER_NAMES } from "../../../../shared/places/iqamah-rules.ts";

/** A time of a congregation; on a Friday there can be several. */
interface Congregation {
  readonly text: string;
  /** Milliseconds. */
  readonly at: number;
  /** Whether it is before the adhan; a sermon on Friday may be. */
  readonly isEarly: boolean;
}

/** A prayer of a day as it is shown. */
export interface Moment {
  readonly name: string;
  /** As a person reads it; null if it is not known. */
  readonly adhan: string | null;
  readonly at: number | null;
  readonly congregations: readonly Congregation[];
}

/** The five prayers of a day, on a Friday with Jumu'ah in the place of Dhuhr where the masjid says when. */
export const momentsOf = ({ prayers, jumuah }: PrayerDay): readonly Moment[] =>
  prayers.map(({ prayer, adhan, adhanAt, iqamah }) => {
    const at = adhanAt?.getTime() ?? null;
    const isFriday = prayer === "dhuhr" && jumuah.length > 0;
    const isEarly = at !== null && iqamah !== null && iqamah.at.getTime() < at;
    const daily = iqamah ? [{ text: timeText(iqamah.time), at: iqamah.at.getTime(), isEarly }] : [];
    const fridays = jumuah.map((each) => ({ text: jumuahText(each), at: each.at.getTime(), isEarly: false }));
    return {
      name: isFriday ? JUMUAH_NAME : PRAYER_NAMES[prayer],
      adhan: adhan === null ? null : timeText(adhan),
      at,
      congregations: isFriday ? fridays : daily,
    };
  });

export interface Times {
  readonly at: number | null;
  readonly congregations: readonly number[];
}

export interface Next {
  readonly index: number;
  /** What comes: the adhan, or the congregation after it. */
  readonly what: "adhan" | "iqamah";
  readonly at: number;
}

/** What comes next among prayers in order; null after the last one. */
export function nextAmong(all: readonly Times[], now: number): Next | null {
  for (const [index, { at, congregations }] of all.entries()) {
    const ahead = [at ?? 0, ...congregations].filter((time) => time > now);
    if (ahead.length === 0) continue;
    const first = Math.min(...ahead);
    return { index, what: first === at ? "adhan" : "iqamah", at: first };
  }
  return null;
}

const pad = (n: number): string => String(n).padStart(2, "0");

/** `1:05:09` or `5:09`, as the script counts it on. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${pad(minutes)}` : minutes}:${pad(seconds % 60)}`;
}
