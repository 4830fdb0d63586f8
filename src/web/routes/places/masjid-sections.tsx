import { MASJID } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import { FACT_LABELS, factText } from "../../../shared/places/fact-texts.ts";
import type { FactKey } from "../../../shared/places/facts.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { saidText } from "./facts-section.tsx";

interface MasjidProps {
  readonly place: PublicPlace;
}

const DETAILS = ["womensSpace", "wudu", "parking"] as const satisfies readonly FactKey[];

/** What is there for those who come to pray; what is not known is asked for. */
export function MasjidDetails({ place }: MasjidProps) {
  const { facts } = place;
  const known = DETAILS.filter((key) => facts[key]);
  const missing = DETAILS.filter((key) => !facts[key]);
  return (
    <section className="facts-section" aria-labelledby="details">
      <h2 id="details">{MASJID.details}</h2>
      {known.length > 0 && (
        <dl className="facts-section-list">
          {known.map((key) => {
            const fact = facts[key];
            return (
              <div key={key}>
                <dt>{FACT_LABELS[key]}</dt>
                <dd>
                  <bdi>{factText(facts, key)}</bdi>
                  {fact && <span className="soft">{saidText(place, fact)}</span>}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {missing.length > 0 && (
        <p className="jumuah-card-invitation">
          {MASJID.missingDetails(missing.map((key) => FACT_LABELS[key]))}{" "}
          <a href={`${placePath(place)}/report`} rel="nofollow">
            {MASJID.tell}
          </a>
        </p>
      )}
    </section>
  );
}
