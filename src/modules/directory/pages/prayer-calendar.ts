import type { Settings } from "../../../env.ts";
import { timeText } from "../../../shared/places/hours.ts";
import { JUMUAH_NAME, jumuahText, PRAYER_NAMES } from "../../../shared/places/iqamah-rules.ts";
import { placePath } from "../../../shared/places/slug.ts";
import type { PrayerDay, PrayerTimes } from "../../places/public.ts";
import type { PublicPlace } from "./schema.ts";

interface CalendarEvent {
  readonly uid: string;
  readonly summary: string;
  readonly from: Date;
  /** Null for a moment. */
  readonly to: Date | null;
}

type Site = Pick<Settings, "publicUrl" | "brand">;

/**
 * Prayer times as iCalendar (RFC 5545): each prayer from its adhan to its iqamah, as far as that is said. Times are those of
 * UTC, so that no rules of time zones are needed, and an event keeps its UID when its time changes.
 */
export function prayerCalendar(place: PublicPlace, times: PrayerTimes, { publicUrl, brand }: Site): string {
  const url = publicUrl.origin + placePath(place);
  const at = `${place.id}@${publicUrl.hostname}`;
  const stamp = stampOf(times.changedAt ?? new Date(`${times.days[0]?.date}T00:00:00Z`));
  const where = `${place.name}, ${place.address}, ${place.city}, ${place.state}`;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${brand.name}//Prayer times//EN`,
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escaped(`Prayer times, ${place.name}`)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
    "X-PUBLISHED-TTL:PT12H",
    ...times.days
      .flatMap(eventsOf)
      .flatMap(({ uid, summary, from, to }) => [
        "BEGIN:VEVENT",
        `UID:${uid}-${at}`,
        `DTSTAMP:${stamp}`,
        `DTSTART:${stampOf(from)}`,
        ...(to ? [`DTEND:${stampOf(to)}`] : []),
        `SUMMARY:${escaped(summary)}`,
        `LOCATION:${escaped(where)}`,
        `URL:${url}`,
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
      ]),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

/** On a Friday with Jumu'ah, Dhuhr has no congregation of its own. */
function eventsOf({ date, prayers, jumuah }: PrayerDay): readonly CalendarEvent[] {
  const daily = prayers.flatMap(({ prayer, adhanAt, iqamah }): CalendarEvent[] => {
    const congregation = prayer === "dhuhr" && jumuah.length > 0 ? null : iqamah;
    const from = adhanAt ?? congregation?.at;
    if (!from) return [];
    const to = congregation && congregation.at > from ? congregation.at : null;
    const said = congregation ? `, iqamah ${timeText(congregation.time)}` : "";
    return [{ uid: `${date}-${prayer}`, summary: PRAYER_NAMES[prayer] + said, from, to }];
  });
  const nth = new Map<string, number>();
  const fridays = jumuah.map((each): CalendarEvent => {
    const n = (nth.get(each.hall) ?? 0) + 1;
    nth.set(each.hall, n);
    const hall = [...new TextEncoder().encode(each.hall)].map((byte) => byte.toString(16)).join("");
    const summary = `${JUMUAH_NAME}, ${jumuahText(each)}`;
    return { uid: `${date}-jumuah-${hall}-${n}`, summary, from: each.at, to: null };
  });
  return [...daily, ...fridays];
}

/** `20261129T172200Z` */
const stampOf = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, "");

const escaped = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");

const LINE_BYTES = 75;

/** A long line goes on after a line break and a space, between characters (RFC 5545, section 3.1). */
function folded(line: string): string {
  let [folded, length] = ["", 0];
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    const breaks = length + bytes > LINE_BYTES;
    folded += breaks ? `\r\n ${character}` : character;
    length = breaks ? 1 + bytes : length + bytes;
  }
  return folded;
}
