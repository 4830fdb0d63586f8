import { DATA, DATA_CARD, LEGAL_NOTE } from "../../../copy/en/legal.ts";
import type { ListedSource } from "../../../modules/places/intake/schema.ts";
import { formatDay, number } from "../../../shared/format.ts";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { mailto } from "../../kit/text/links.ts";
import { useBrand } from "../../lib/brand.ts";

interface DataPageProps {
  readonly sources: readonly ListedSource[];
}

/** Where places come from, under which licenses, and what no halal tier is based on. */
export function DataPage({ sources }: DataPageProps) {
  const brand = useBrand();
  return (
    <PublicPage title={DATA_CARD.title}>
      <article className="legal wrap">
        <h1>{DATA_CARD.title}</h1>
        <p className="lead legal-lead">{DATA.lead}</p>
        <section>
          <h2>{DATA.whoHeading}</h2>
          <ol className="legal-ranks">
            {DATA.who.map(([who, text]) => (
              <li key={who}>
                <strong>{who}.</strong> {text}
              </li>
            ))}
          </ol>
        </section>
        <Sources sources={sources} />
        <section>
          <h2>{DATA.tiersHeading}</h2>
          <ul className="legal-ranks">
            {DATA.tiers.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p>{DATA.tiersText}</p>
        </section>
        <section>
          <h2>{DATA.shareHeading}</h2>
          <p>{DATA.share}</p>
        </section>
        <section>
          <h2>{DATA.mapsHeading}</h2>
          <p>{DATA.maps}</p>
        </section>
        <section>
          <h2>{DATA.correctHeading}</h2>
          <p>{DATA.correct}</p>
          <ul className="legal-ways">
            {DATA.ways.map(({ href, name }) => (
              <li key={href}>
                <a href={href}>{name}</a>
              </li>
            ))}
            <li>
              <a href={mailto(brand.contactEmail)}>{LEGAL_NOTE.write(brand.contactEmail)}</a>
            </li>
          </ul>
        </section>
      </article>
    </PublicPage>
  );
}

/** Lists shared with our team are one source, whatever their format. */
function Sources({ sources }: DataPageProps) {
  const lists = sources.filter(({ url }) => url === null);
  return (
    <section>
      <h2>{DATA.sourcesHeading}</h2>
      <ul className="legal-sources">
        {sources.map((each) => each.url !== null && <Source key={each.source} {...each} url={each.url} />)}
        <li>
          <h3>{DATA.lists}</h3>
          <p>{DATA.listsText}</p>
          <p className="soft">{countText(lists.reduce((sum, { places }) => sum + places, 0))}</p>
        </li>
      </ul>
    </section>
  );
}

interface SourceProps extends ListedSource {
  readonly url: string;
}

function Source({ name, url, attribution, license, licenseUrl, places, release, at }: SourceProps) {
  return (
    <li>
      <h3>
        <a href={url} rel="noreferrer">
          {name}
        </a>
      </h3>
      <p>
        {attribution} · {DATA.license}{" "}
        {licenseUrl === null ? (
          license
        ) : (
          <a href={licenseUrl} rel="license noreferrer">
            {license}
          </a>
        )}
      </p>
      <p className="soft">
        {countText(places)}
        {at && `. ${release ? DATA.release(release, formatDay(at)) : DATA.taken(formatDay(at))}`}
      </p>
    </li>
  );
}

const countText = (places: number): string =>
  places === 0 ? DATA.noPlaces : DATA.places(places, number.format(places));
