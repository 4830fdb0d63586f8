import { SEARCH } from "../../../copy/en/places.ts";
import type { PublicResult } from "../../../modules/places/search/schema.ts";
import { directionsLinks } from "../../../shared/places/directions.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { ListAttribution } from "../../kit/site/attribution.tsx";
import { TierBadge } from "../../kit/site/tier-mark.tsx";
import { ResultsMap } from "./results-map.tsx";
import { addressOf, kindOf } from "./structured-data.ts";
import { type AskedSearch, type FoundPlaces, searchPath } from "./views.ts";

interface SearchResultsProps {
  readonly asked: AskedSearch;
  readonly page: number;
  readonly found: FoundPlaces;
}

/** The places of one page and where they are. */
export function SearchResults({ asked, page, found }: SearchResultsProps) {
  const { items, total, isCut, understood, corrected, isPartial, cities } = found;
  const where = understood === null ? null : SEARCH.inPlace(understood);
  return (
    <section className="search-results" aria-label={SEARCH.results}>
      <h2 tabIndex={-1}>{SEARCH.found(total, where)}</h2>
      {corrected !== null && (
        <p>
          {SEARCH.corrected} <strong dir="auto">{corrected}</strong>.{" "}
          <a href={searchPath({ ...asked, exact: "true" })} rel="nofollow">
            {SEARCH.asTyped(asked.q)}
          </a>
        </p>
      )}
      {isPartial && <p>{SEARCH.partial}</p>}
      {isCut && <p className="soft">{SEARCH.most(total)}</p>}
      <div className="search-results-sides">
        <ResultsMap places={items} cities={cities} />
        <ul className="search-results-list">
          {items.map((place) => (
            <Result key={place.id} place={place} />
          ))}
        </ul>
      </div>
      <Pages asked={asked} page={page} isLast={found.isLast} />
      <ListAttribution of={found.files} />
      <p className="soft">
        {SEARCH.missing} <a href="/places/suggest">{SEARCH.missingLink}</a>.
      </p>
    </section>
  );
}

function Result({ place }: { readonly place: PublicResult }) {
  const { id, slug, name, tier, closed, openNow, distanceKm } = place;
  return (
    <li
      className="search-results-place"
      id={`place-${id}`}
      data-tier={closed ? undefined : (tier ?? undefined)}
    >
      <div className="search-results-what">
        <h3>
          <a href={`/places/${slug}`}>
            <bdi>{name}</bdi>
          </a>
        </h3>
        <p>
          {kindOf(place)}
          {openNow !== undefined && !closed && (
            <span className="search-results-hours" data-open={openNow}>
              {openNow ? SEARCH.open : SEARCH.shut}
            </span>
          )}
        </p>
        <p className="soft">
          <bdi>{addressOf(place)}</bdi>
          {distanceKm !== undefined && <span> · {SEARCH.away(distanceKm)}</span>}
        </p>
      </div>
      <div className="search-results-mark">
        {closed ? <Badge tone="bad">{SEARCH.closed}</Badge> : tier && <TierBadge status={tier} />}
        {!closed && <Directions place={place} />}
      </div>
    </li>
  );
}

function Directions({ place }: { readonly place: PublicResult }) {
  return (
    <details className="search-results-directions">
      <summary>
        {SEARCH.directions} <span className="visually-hidden">{SEARCH.directionsTo(place.name)}</span>
      </summary>
      <ul>
        {directionsLinks(place).map(({ name, url }) => (
          <li key={name}>
            <a href={url} rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface PagesProps {
  readonly asked: AskedSearch;
  readonly page: number;
  readonly isLast: boolean;
}

function Pages({ asked, page, isLast }: PagesProps) {
  if (page === 1 && isLast) return null;
  return (
    <nav className="actions" aria-label={SEARCH.pages}>
      {page > 1 && (
        <ButtonLink look="quiet" href={searchPath(asked, page - 1)} rel="prev">
          {SEARCH.previous}
        </ButtonLink>
      )}
      {!isLast && (
        <ButtonLink look="quiet" href={searchPath(asked, page + 1)} rel="next">
          {SEARCH.next}
        </ButtonLink>
      )}
    </nav>
  );
}
