import { PRAYER } from "../../../../copy/en/prayer.ts";
import type { PrayerDay, PrayerTimes } from "../../../../modules/places/prayer/schema.ts";
import { dayIn, longDay } from "../../../../shared/places/days.ts";
import { DAY_NAMES, timeText, weekDayOn } from "../../../../shared/places/hours.ts";
import { PRAYER_NAMES, SUNRISE_NAME } from "../../../../shared/places/iqamah-rules.ts";
import { type Moment, momentsOf } from "./moments.ts";

interface PrayerTableProps {
  readonly day: PrayerDay;
  /** The row that comes next. */
  readonly next: number | null;
}

/** Adhan and iqamah of a day. The script of the screen reads the times of its rows. */
export function PrayerTable({ day, next }: PrayerTableProps) {
  const moments = momentsOf(day);
  return (
    <table className="prayer-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{PRAYER.prayer}</span>
          </th>
          <th scope="col">{PRAYER.adhan}</th>
          <th scope="col">{PRAYER.iqamah}</th>
        </tr>
      </thead>
      <tbody>
        {moments.map((moment, n) => (
          <Rows
            key={moment.name}
            moment={moment}
            isNext={n === next}
            sunrise={n === 0 ? day.sunrise : null}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowsProps {
  readonly moment: Moment;
  readonly isNext: boolean;
  /** After Fajr. */
  readonly sunrise: string | null;
}

function Rows({ moment: { name, adhan, at, congregations }, isNext, sunrise }: RowsProps) {
  return (
    <>
      <tr
        aria-current={isNext || undefined}
        data-name={name}
        data-at={at ?? undefined}
        data-congregations={congregations.map((each) => each.at).join(" ") || undefined}
      >
        <th scope="row">{name}</th>
        <td>{adhan ?? "–"}</td>
        <td>
          {congregations.length === 0 && <span className="prayer-table-none">{PRAYER.unknown}</span>}
          {congregations.map((each) => (
            <span key={each.text}>
              <bdi>{each.text}</bdi>
              {each.isEarly && <small className="prayer-table-early">{PRAYER.early}</small>}
            </span>
          ))}
        </td>
      </tr>
      {sunrise !== null && (
        <tr className="prayer-table-sunrise">
          <th scope="row">{SUNRISE_NAME}</th>
          <td>{timeText(sunrise)}</td>
          <td />
        </tr>
      )}
    </>
  );
}

/** `Sunday, November 29, 2026` */
export const namedDay = (day: string): string => `${DAY_NAMES[weekDayOn(day)]}, ${longDay(day)}`;

interface Said {
  readonly by: "owner" | "staff";
  readonly saidAt: Date;
  readonly confirmed: boolean;
}

/** Who said a time, and when; after 60 days also that it is not confirmed. */
export function saidText({ by, saidAt, confirmed }: Said, timeZone: string): string {
  const day = longDay(dayIn(timeZone, saidAt));
  const said = by === "owner" ? PRAYER.said(day) : PRAYER.saidByStaff(day);
  return confirmed ? said : `${said}, ${PRAYER.notConfirmed}`;
}

/** Who said the iqamah of a day: one line if it is the same for all, else one for each. */
export function saidLines(
  { prayers }: PrayerDay,
  { timeZone }: Pick<PrayerTimes, "timeZone">,
): readonly string[] {
  const said = prayers.flatMap(({ prayer, iqamah }) =>
    iqamah ? [{ name: PRAYER_NAMES[prayer], text: saidText(iqamah, timeZone) }] : [],
  );
  const groups = [...Map.groupBy(said, ({ text }) => text)];
  if (groups.length === 1) return groups.map(([text]) => PRAYER.of(PRAYER.iqamah, lowered(text)));
  return groups.map(([text, all]) => PRAYER.of(all.map(({ name }) => name).join(", "), lowered(text)));
}

export const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
