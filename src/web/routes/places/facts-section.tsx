import { FACTS } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import {
  countsRamadan,
  FACT_LABELS,
  factText,
  openText,
  sourceText,
  weekRows,
} from "../../../shared/places/fact-texts.ts";
import { FACT_KEYS } from "../../../shared/places/facts.ts";
import type { Week } from "../../../shared/places/hours.ts";

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

/** The hours of a place, unless it is closed for good, and other facts, each with its source. */
export function FactsSection({ place }: FactsProps) {
  const { facts } = place;
  const others = FACT_KEYS.flatMap((key) => {
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
                <span className="soft">{sourceText(fact)}</span>
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
  const { week, ramadan, note } = hours.value;
  const isRamadan = countsRamadan(hours.value, place.today);
  const open = openText(place);
  const usual = week && (
    <WeekTable
      caption={FACTS.hours}
      week={week}
      otherwise={FACTS.shut}
      today={isRamadan ? null : place.today}
    />
  );
  const inRamadan = ramadan && (
    <WeekTable
      caption={isRamadan ? FACTS.ramadanNow : FACTS.ramadan}
      week={ramadan}
      otherwise={week ? FACTS.asUsual : FACTS.shut}
      today={isRamadan ? place.today : null}
    />
  );
  return (
    <div className="facts-section-hours">
      {open && (
        <p className="facts-section-now" data-open={place.openNow || undefined}>
          {open}
        </p>
      )}
      <div className="facts-section-weeks">
        {isRamadan ? inRamadan : usual}
        {isRamadan ? usual : inRamadan}
      </div>
      {note && (
        <p>
          <bdi>{note}</bdi>
        </p>
      )}
      <p className="soft">{FACTS.hoursSource(sourceText(hours))}</p>
    </div>
  );
}

interface WeekTableProps {
  readonly caption: string;
  readonly week: Week;
  /** What a day without hours is called. */
  readonly otherwise: string;
  /** Null if these are not the hours of today. */
  readonly today: string | null;
}

function WeekTable({ caption, week, otherwise, today }: WeekTableProps) {
  return (
    <table className="facts-section-week">
      <caption>{caption}</caption>
      <tbody>
        {weekRows(week, otherwise, today).map(({ name, text, isToday }) => (
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
