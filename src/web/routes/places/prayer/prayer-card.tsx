import { MASJID } from "../../../../copy/en/places.ts";
import { PRAYER } from "../../../../copy/en/prayer.ts";
import type { PublicPlace } from "../../../../modules/directory/pages/schema.ts";
import type { PrayerTimes } from "../../../../modules/places/prayer/schema.ts";
import { daysFrom, longDay } from "../../../../shared/places/days.ts";
import { localTime, timeText } from "../../../../shared/places/hours.ts";
import { CONFIRMED_DAYS, MADHAB_NAMES, METHOD_NAMES } from "../../../../shared/places/iqamah-rules.ts";
import { ButtonLink } from "../../../kit/controls/button.tsx";
import { saidText as factSaidText } from "../facts-section.tsx";
import { claimLink } from "../structured-data.ts";
import { momentsOf, nextAmong } from "./moments.ts";
import { namedDay, PrayerTable, saidLines, saidText } from "./prayer-table.tsx";

interface MasjidProps {
  readonly place: PublicPlace;
}

/**
 * When there is prayer today and on Friday: what most people look for on the page of a masjid. What it says itself comes
 * first: without iqamah that is Friday.
 */
export function PrayerCards({ place }: MasjidProps) {
  const { prayer, facts } = place;
  if (!prayer || facts.closed?.value) return null;
  const isSaid = prayer.days[0]?.prayers.some(({ iqamah }) => iqamah !== null);
  return (
    <div className="prayer-card-pair" data-first={isSaid ? undefined : "jumuah"}>
      {!isSaid && <JumuahCard place={place} times={prayer} />}
      <PrayerCard place={place} times={prayer} />
      {isSaid && <JumuahCard place={place} times={prayer} />}
    </div>
  );
}

interface CardProps extends MasjidProps {
  readonly times: PrayerTimes;
}

function PrayerCard({ place: { id }, times }: CardProps) {
  const [day] = times.days;
  if (!day) return null;
  const next = nextOf(times);
  const said = saidLines(day, times);
  const ownRows = momentsOf(day).length;
  return (
    <section className="prayer-card" aria-labelledby="prayer">
      <div className="prayer-card-head">
        <h2 id="prayer">{PRAYER.heading}</h2>
        <p className="soft">{namedDay(day.date)}</p>
      </div>
      {next && (
        <p className="prayer-card-next">
          <span className="visually-hidden">{PRAYER.next}: </span>
          {next.text}
        </p>
      )}
      <div className="prayer-card-table">
        <PrayerTable day={day} next={next && next.index < ownRows ? next.index : null} />
      </div>
      {day.note && <p>{day.note}</p>}
      {said.length === 0 && <p className="soft">{PRAYER.nothing}</p>}
      {said.map((line) => (
        <p key={line} className="soft">
          {line}
        </p>
      ))}
      {times.planned.length > 0 && (
        <>
          <h3>{PRAYER.planned}</h3>
          <ul className="prayer-card-planned">
            {times.planned.map(({ from, name, text }) => (
              <li key={`${from} ${name}`}>
                <bdi>{PRAYER.plannedFrom(longDay(from), name, text)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {times.position && <Basis times={times} />}
      <p className="prayer-card-links">
        <ButtonLink look="text" href={`/places/${id}/prayer.ics`} title={PRAYER.calendarNote}>
          {PRAYER.calendar}
        </ButtonLink>
        <ButtonLink look="text" href={`/places/${id}/screen`}>
          {PRAYER.screen}
        </ButtonLink>
      </p>
    </section>
  );
}

/** By which method adhan is computed, and for which position. */
const Basis = ({ times: { method, madhab, city } }: { readonly times: PrayerTimes }) => (
  <p className="soft">
    {PRAYER.method(METHOD_NAMES[method], MADHAB_NAMES[madhab])} {city !== null && PRAYER.ofCity(city)}
  </p>
);

/** What comes next today, or after Isha tomorrow, and its row among those of both days. */
function nextOf({ days, timeZone, computedAt }: PrayerTimes) {
  const all = days.flatMap((day) => momentsOf(day).map((moment) => ({ ...moment, date: day.date })));
  const times = all.map(({ at, congregations }) => ({
    at,
    congregations: congregations.map((each) => each.at),
  }));
  const next = nextAmong(times, computedAt.getTime());
  const moment = next && all[next.index];
  if (!moment) return null;
  const { name, congregations, date } = moment;
  const ahead = congregations.find((each) => each.at > computedAt.getTime());
  const iqamah = ahead ? `, ${PRAYER.iqamahAt(ahead.text)}` : "";
  if (next.what === "iqamah") return { index: next.index, text: PRAYER.congregation(name) + iqamah };
  const at = timeText(localTime(timeZone, new Date(next.at)).at);
  const begins = (date === days[0]?.date ? PRAYER.at : PRAYER.tomorrowAt)(name, at);
  return { index: next.index, text: begins + iqamah };
}

function JumuahCard({ place, times }: CardProps) {
  const { jumuah, hours } = place.facts;
  const { friday } = times;
  const isKnown = friday ? friday.jumuah.length > 0 : jumuah !== undefined;
  return (
    <section className="jumuah-card" aria-labelledby="jumuah">
      <h2 id="jumuah">{MASJID.jumuah}</h2>
      {friday ? <Friday friday={friday} times={times} /> : <FridayFact place={place} />}
      {!(isKnown && hours) && (
        <p className="jumuah-card-invitation">
          {MASJID.missingTimes} <a href={claimLink(place)}>{MASJID.add}</a>
        </p>
      )}
    </section>
  );
}

interface FridayProps {
  readonly friday: NonNullable<PrayerTimes["friday"]>;
  readonly times: PrayerTimes;
}

/** The prayers of the next Friday, each with its hall and its language. */
function Friday({ friday: { date, jumuah }, times }: FridayProps) {
  const [first] = jumuah;
  if (!first) return <p>{PRAYER.noJumuah}</p>;
  return (
    <>
      <p className="jumuah-card-day">{PRAYER.everyFriday(longDay(date))}</p>
      <ul>
        {jumuah.map(({ time, hall, language }) => (
          <li key={`${time} ${hall} ${language}`}>
            <time dateTime={time}>{timeText(time)}</time>
            {(hall || language) && (
              <bdi className="jumuah-card-where">{[hall, language].filter(Boolean).join(", ")}</bdi>
            )}
          </li>
        ))}
      </ul>
      <p className="soft">{saidText(first, times.timeZone)}</p>
    </>
  );
}

/** The times of Friday as a source said them before the masjid had rules. */
function FridayFact({ place }: MasjidProps) {
  const { jumuah } = place.facts;
  if (!jumuah) return <p>{MASJID.unknown}</p>;
  const isOld = daysFrom(jumuah.on, place.today) > CONFIRMED_DAYS;
  return (
    <>
      <p className="jumuah-card-day">{MASJID.everyFriday}</p>
      <ul>
        {jumuah.value.map((time) => (
          <li key={time}>
            <time dateTime={time}>{timeText(time)}</time>
          </li>
        ))}
      </ul>
      <p className="soft">
        {factSaidText(place, "jumuah", jumuah)}
        {isOld && `, ${PRAYER.notConfirmed}`}
      </p>
    </>
  );
}
