import { FACTS, MASJID } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import { longDay } from "../../../shared/places/days.ts";
import {
  apartRows,
  countsRamadan,
  type DayHours,
  FACT_LABELS,
  factText,
  sourceText,
  weekRows,
} from "../../../shared/places/fact-texts.ts";
import { FACT_KEYS, type FactKey, type FactSource } from "../../../shared/places/facts.ts";

interface FactsProps {
  readonly place: PublicPlace;
}

/** That a place is closed for good, and where it is now. */
export function ClosedBanner({ place: { facts, movedTo } }: FactsProps) {
  const { closed } = facts;
  if (!closed?.value) return null;
  return (
    <section className="facts-section-closed" aria-label={FACTS.closed}>
      <p>
        <strong>{FACTS.closed}</strong>
        {movedTo && (
          <>
            {" "}
            {FACTS.movedTo}{" "}
            {movedTo.placeId === null ? (
              <bdi>{movedTo.text}</bdi>
            ) : (
              <a href={`/places/${movedTo.placeId}`}>
                <bdi>{movedTo.text}</bdi>
              </a>
            )}
          </>
        )}
      </p>
      <p className="soft">{FACTS.source(sourceText(closed))}</p>
    </section>
  );
}

/** Who said something about a place, and when. What the owner of a masjid says is said by its people. */
export const saidText = (
  { category, sources }: Pick<PublicPlace, "category" | "sources">,
  key: FactKey,
  fact: { readonly source: FactSource; readonly on: string },
): string =>
  category === "mosque" && fact.source === "owner"
    ? MASJID.said(longDay(fact.on))
    : sourceText(fact, sources[key]?.source);

/**
 * The hours of a place, unless it is closed for good, and other facts, each with its source. Those of a masjid have
 * sections of their own.
 */
export function FactsSection({ place }: FactsProps) {
  const { facts, category } = place;
  const others = (category === "mosque" ? [] : FACT_KEYS).flatMap((key) => {
    const [fact, text] = [facts[key], factText(facts, key)];
    return key === "hours" || key === "closed" || !fact || text === null ? [] : [{ key, fact, text }];
  });
  const hasHours = facts.hours !== undefined && !facts.closed?.value;
  if (!hasHours && others.length === 0) return null;
  return (
    <section className="facts-section" aria-labelledby="facts">
      <h2 id="facts">{FACTS.heading}</h2>
      {hasHours && <HoursOf place={place} />}
      {others.length > 0 && (
        <dl className="facts-section-list">
          {others.map(({ key, fact, text }) => (
            <div key={key}>
              <dt>{FACT_LABELS[key]}</dt>
              <dd>
                <bdi>{text}</bdi>
                <span className="soft">{saidText(place, key, fact)}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function HoursOf({ place }: FactsProps) {
  const { hours } = place.facts;
  if (!hours) return null;
  const { week, unspecified, ramadan, note } = hours.value;
  const isRamadan = countsRamadan(hours.value, place.today);
  const usual = week && (
    <WeekTable
      caption={FACTS.hours}
      rows={weekRows(week, FACTS.shut, isRamadan ? null : place.today, unspecified)}
    />
  );
  const inRamadan = ramadan && (
    <WeekTable
      caption={isRamadan ? FACTS.ramadanNow : FACTS.ramadan}
      rows={weekRows(ramadan, week ? FACTS.asUsual : FACTS.shut, isRamadan ? place.today : null)}
    />
  );
  const apart = apartRows(hours.value, place.today);
  const words = note && (
    <p>
      <bdi>{note}</bdi>
    </p>
  );
  return (
    <div className="facts-section-hours">
      {place.category === "mosque" && words}
      <div className="facts-section-weeks">
        {isRamadan ? inRamadan : usual}
        {isRamadan ? usual : inRamadan}
        {apart.length > 0 && <WeekTable caption={FACTS.apart} rows={apart} />}
      </div>
      {place.category !== "mosque" && words}
      <p className="soft">{FACTS.hoursSource(saidText(place, "hours", hours))}</p>
    </div>
  );
}

interface WeekTableProps {
  readonly caption: string;
  readonly rows: readonly DayHours[];
}

function WeekTable({ caption, rows }: WeekTableProps) {
  return (
    <table className="facts-section-week">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(({ name, text, isToday }) => (
          <tr key={name} aria-current={isToday ? "date" : undefined}>
            <th scope="row">
              {name}
              {isToday && <span className="visually-hidden"> {FACTS.today}</span>}
            </th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
