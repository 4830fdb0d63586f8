import { MASJID } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import { FACT_LABELS, factText } from "../../../shared/places/fact-texts.ts";
import type { FactKey } from "../../../shared/places/facts.ts";
import { timeText } from "../../../shared/places/hours.ts";
import { saidText } from "./facts-section.tsx";
import { claimLink } from "./structured-data.ts";

interface MasjidProps {
  readonly place: PublicPlace;
}

/** When Friday prayers begin: what most people look for on the page of a masjid. */
export function JumuahCard({ place }: MasjidProps) {
  const { jumuah, hours, closed } = place.facts;
  if (closed?.value) return null;
  return (
    <section className="jumuah-card" aria-labelledby="jumuah">
      <h2 id="jumuah">{MASJID.jumuah}</h2>
      {jumuah ? (
        <>
          <p className="jumuah-card-day">{MASJID.everyFriday}</p>
          <ul>
            {jumuah.value.map((time) => (
              <li key={time}>
                <time dateTime={time}>{timeText(time)}</time>
              </li>
            ))}
          </ul>
          <p className="soft">{saidText(place, jumuah)}</p>
        </>
      ) : (
        <p>{MASJID.unknown}</p>
      )}
      {!(jumuah && hours) && <Invitation place={place} text={MASJID.missingTimes} link={MASJID.add} />}
    </section>
  );
}

const DETAILS = ["womensSpace", "wudu", "parking"] as const satisfies readonly FactKey[];

/** What is there for those who come to pray, also what is not known. */
export function MasjidDetails({ place }: MasjidProps) {
  const { facts } = place;
  const isMissing = DETAILS.some((key) => !facts[key]);
  return (
    <section className="facts-section" aria-labelledby="details">
      <h2 id="details">{MASJID.details}</h2>
      <dl className="facts-section-list">
        {DETAILS.map((key) => {
          const fact = facts[key];
          return (
            <div key={key}>
              <dt>{FACT_LABELS[key]}</dt>
              <dd>
                <bdi>{factText(facts, key) ?? MASJID.unknown}</bdi>
                {fact && <span className="soft">{saidText(place, fact)}</span>}
              </dd>
            </div>
          );
        })}
      </dl>
      {isMissing && <Invitation place={place} text={MASJID.missingDetails} link={MASJID.addDetails} />}
    </section>
  );
}

interface InvitationProps extends MasjidProps {
  readonly text: string;
  readonly link: string;
}

/** Unknown facts invite those who know them. */
const Invitation = ({ place, text, link }: InvitationProps) => (
  <p className="jumuah-card-invitation">
    {text} <a href={claimLink(place)}>{link}</a>
  </p>
);
