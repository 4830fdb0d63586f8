import { SEARCH } from "../../../../copy/en/places.ts";
import type { PublicResult } from "../../../../modules/places/search/schema.ts";
import { directionsLinks } from "../../../../shared/places/directions.ts";
import { LAND_FILE, MAP, positionOf } from "../../../../shared/places/map.ts";
import { KM_PER_DEGREE, type Point, STAR } from "../../../../shared/places/places.ts";
import { ButtonLink } from "../../../kit/controls/button.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { ListAttribution } from "../../../kit/site/attribution.tsx";
import { TierBadge } from "../../../kit/site/tier-mark.tsx";
import { addressOf, kindOf } from "../structured-data.ts";
import { type AskedSearch, type FoundPlaces, type MapCity, searchPath } from "../views.ts";

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

const LOCAL_MAX = 600; // km from one side to the other; places further apart are on the map of the country
const LEAST = 8; // km
const SIZE = { width: 480, height: 320 } as const;
const MARGIN = 36;
const EDGE = 14;
const LABEL = 120; // the width of a long name
const STAR_SIZE = 64;
const MILE = 1.609344; // km

interface ResultsMapProps {
  readonly places: readonly PublicResult[];
  readonly cities: readonly MapCity[];
}

type Placed = PublicResult & Point;

/** Where the places of a page are, on a drawing of our own. */
function ResultsMap({ places, cities }: ResultsMapProps) {
  const placed = places.filter(
    (place): place is Placed => place.latitude !== null && place.longitude !== null,
  );
  if (placed.length === 0) return null;
  const view = viewOf(placed);
  return (
    <figure className="results-map">
      {view === null ? <Country places={placed} /> : <Local places={placed} cities={cities} view={view} />}
      <figcaption className="soft">
        {SEARCH.map}. {SEARCH.mapSource}
      </figcaption>
    </figure>
  );
}

function Country({ places }: { readonly places: readonly Placed[] }) {
  return (
    <div className="results-map-country">
      <img src={`/${LAND_FILE}`} alt="" width={MAP.width} height={MAP.height} />
      <svg viewBox={`0 0 ${MAP.width} ${MAP.height}`} aria-hidden="true">
        <Pins places={places} at={positionOf} size={26} />
      </svg>
    </div>
  );
}

interface View {
  readonly at: (point: Point) => readonly [x: number, y: number];
  /** Units of the drawing. */
  readonly perKm: number;
}

/** North is up, and a km is as long in both directions. Null if the places are too far apart. */
function viewOf(places: readonly Point[]): View | null {
  const [latitudes, longitudes] = [places.map((each) => each.latitude), places.map((each) => each.longitude)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const center = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const width = KM_PER_DEGREE * Math.cos((center.latitude * Math.PI) / 180);
  const [tall, wide] = [(north - south) * KM_PER_DEGREE, (east - west) * width];
  if (Math.max(tall, wide) > LOCAL_MAX) return null;
  const perKm = Math.min(
    (SIZE.width - 2 * MARGIN) / Math.max(wide, LEAST),
    (SIZE.height - 2 * MARGIN) / Math.max(tall, LEAST),
  );
  return {
    perKm,
    at: ({ latitude, longitude }) => [
      Math.round(SIZE.width / 2 + (longitude - center.longitude) * width * perKm),
      Math.round(SIZE.height / 2 - (latitude - center.latitude) * KM_PER_DEGREE * perKm),
    ],
  };
}

interface LocalProps extends ResultsMapProps {
  readonly places: readonly Placed[];
  readonly view: View;
}

function Local({ places, cities, view }: LocalProps) {
  const { width, height } = SIZE;
  const seen = cities
    .map(({ name, ...point }) => ({ name, at: view.at(point) }))
    .filter(({ at: [x, y] }) => x > EDGE && x < width - EDGE && y > EDGE && y < height - EDGE);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect className="results-map-ground" width={width} height={height} rx="14" />
      <Scale perKm={view.perKm} />
      {seen.map(({ name, at: [x, y] }) => (
        <g className="results-map-city" key={`${x} ${y}`}>
          <circle cx={x} cy={y} r="4" />
          {x > width - LABEL ? (
            <text x={x - 9} y={y + 5} textAnchor="end">
              {name}
            </text>
          ) : (
            <text x={x + 9} y={y + 5}>
              {name}
            </text>
          )}
        </g>
      ))}
      <Pins places={places} at={view.at} size={24} />
    </svg>
  );
}

interface PinsProps {
  readonly places: readonly Placed[];
  readonly at: View["at"];
  readonly size: number;
}

/** A star for each verified place, over dots for the others; each leads to its place in the list. */
function Pins({ places, at, size }: PinsProps) {
  const isVerified = ({ tier, closed }: Placed) => tier === "verified" && !closed;
  const inOrder = places.toSorted((a, b) => Number(isVerified(a)) - Number(isVerified(b)));
  return inOrder.map((place) => {
    const [x, y] = at(place);
    const scale = size / STAR_SIZE;
    return (
      <a key={place.id} href={`#place-${place.id}`} tabIndex={-1}>
        <title>{place.name}</title>
        {isVerified(place) ? (
          <path
            className="results-map-star"
            d={STAR}
            transform={`translate(${x - size / 2} ${y - size / 2}) scale(${scale})`}
          />
        ) : (
          <circle
            className="results-map-dot"
            data-tier={place.tier ?? undefined}
            cx={x}
            cy={y}
            r={size / 3.4}
          />
        )}
      </a>
    );
  });
}

const LENGTHS = [1, 2, 5, 10, 20, 50, 100, 200]; // miles
const SCALE_WIDTH = 90;

/** How long some miles are. */
function Scale({ perKm }: { readonly perKm: number }) {
  const miles = LENGTHS.findLast((length) => length * MILE * perKm <= SCALE_WIDTH) ?? 1;
  const [end, y] = [SIZE.width - 18, SIZE.height - 18];
  const start = Math.round(end - miles * MILE * perKm);
  return (
    <g className="results-map-scale">
      <path d={`M${start} ${y - 6}V${y}H${end}V${y - 6}`} />
      <text x={end} y={y - 12} textAnchor="end">
        {`${miles} mi`}
      </text>
    </g>
  );
}
