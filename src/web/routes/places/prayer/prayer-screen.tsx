import { PRAYER, PRAYER_SCREEN } from "../../../../copy/en/prayer.ts";
import type { PublicPlace } from "../../../../modules/directory/pages/schema.ts";
import type { PrayerTimes } from "../../../../modules/places/prayer/schema.ts";
import { localTime, timeText } from "../../../../shared/places/hours.ts";
import { JUMUAH_NAME, jumuahText } from "../../../../shared/places/iqamah-rules.ts";
import { placePath } from "../../../../shared/places/slug.ts";
import { useBrand } from "../../../lib/brand.ts";
import { countdownText, momentsOf, nextAmong } from "./moments.ts";
import { lowered, namedDay, PrayerTable, saidLines, saidText } from "./prayer-table.tsx";

interface PrayerViewProps {
  readonly place: PublicPlace;
  /** Of some days: the script shows one of them, and the next when it is over. */
  readonly times: PrayerTimes;
}

/** The television of a hall: the clock, what comes next and the times of the day. */
export function PrayerScreen({ place, times }: PrayerViewProps) {
  const { name: brand } = useBrand();
  const clock = timeText(localTime(times.timeZone, times.computedAt).at);
  return (
    <>
      <title>{`${PRAYER_SCREEN.title(place.name)} · ${brand}`}</title>
      <main className="prayer-screen" data-prayer data-zone={times.timeZone}>
        <header className="prayer-screen-head">
          <h1 dir="auto">{place.name}</h1>
          <p className="prayer-screen-clock" data-clock>
            {clock}
          </p>
        </header>
        <Coming times={times} />
        <Days times={times} isLarge />
        <p className="prayer-screen-old" data-old hidden>
          {PRAYER_SCREEN.outOfDate}
        </p>
      </main>
    </>
  );
}

/** What comes next, and how long until then. */
function Coming({ times }: Pick<PrayerViewProps, "times">) {
  const now = times.computedAt.getTime();
  const all = times.days.flatMap(momentsOf);
  const next = nextAmong(
    all.map(({ at, congregations }) => ({ at, congregations: congregations.map((each) => each.at) })),
    now,
  );
  const moment = next && all[next.index];
  return (
    <p className="prayer-screen-next" data-next hidden={!moment}>
      <strong data-next-name>{moment?.name}</strong>
      <span className="prayer-screen-countdown" data-countdown role="timer">
        {next && countdownText(next.at - now)}
      </span>
      <span data-until="adhan" hidden={next?.what !== "adhan"}>
        {PRAYER_SCREEN.until}
      </span>
      <span data-until="iqamah" hidden={next?.what !== "iqamah"}>
        {PRAYER_SCREEN.untilIqamah}
      </span>
    </p>
  );
}

/** The first day that is not over. */
const shownOf = ({ days, computedAt }: PrayerTimes): number =>
  days.findIndex(({ endsAt }) => endsAt.getTime() > computedAt.getTime());

interface DaysProps extends Pick<PrayerViewProps, "times"> {
  readonly isLarge?: true;
}

function Days({ times, isLarge }: DaysProps) {
  const shown = shownOf(times);
  return times.days.map((day, n) => (
    <section
      key={day.date}
      className="prayer-screen-day"
      aria-label={namedDay(day.date)}
      data-ends={day.endsAt.getTime()}
      hidden={n !== shown}
    >
      <h2>{namedDay(day.date)}</h2>
      <div className={isLarge && "prayer-screen-times"}>
        <PrayerTable day={day} next={null} />
      </div>
      <Fridays day={day} times={times} />
      {day.note && <p>{day.note}</p>}
      <div className="prayer-screen-said soft">
        {[...saidLines(day, times), ...fridaySaid(day, times)].map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </section>
  ));
}

/** Who said the prayers of a Friday that a day shows. */
function fridaySaid(
  { date }: PrayerTimes["days"][number],
  { friday, timeZone }: PrayerTimes,
): readonly string[] {
  const [first] = friday?.jumuah ?? [];
  if (!friday || !first || date > friday.date) return [];
  return [PRAYER.of(JUMUAH_NAME, lowered(saidText(first, timeZone)))];
}

interface FridaysProps {
  readonly day: PrayerTimes["days"][number];
  readonly times: PrayerTimes;
}

/** On other days than Friday, the prayers of the next one; on a Friday the table has them. */
function Fridays({ day: { date }, times: { friday } }: FridaysProps) {
  if (!friday || friday.jumuah.length === 0 || date >= friday.date) return null;
  return (
    <p className="prayer-screen-friday">
      <strong>{JUMUAH_NAME}</strong>
      {friday.jumuah.map((each) => (
        <bdi key={jumuahText(each)}>{jumuahText(each)}</bdi>
      ))}
    </p>
  );
}

/** The times of a masjid on another site, in a frame. */
export function PrayerFrame({ place, times }: PrayerViewProps) {
  const { name: brand } = useBrand();
  return (
    <>
      <title>{`${PRAYER_SCREEN.title(place.name)} · ${brand}`}</title>
      <main className="prayer-screen-frame" data-prayer data-zone={times.timeZone}>
        <h1 dir="auto">{place.name}</h1>
        <Days times={times} />
        <p data-old hidden>
          {PRAYER_SCREEN.outOfDate}
        </p>
        <p>
          <a href={placePath(place)} target="_blank" rel="noopener">
            {PRAYER_SCREEN.more(brand)}
          </a>
        </p>
      </main>
    </>
  );
}
