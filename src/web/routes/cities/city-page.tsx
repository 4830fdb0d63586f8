import type { ReactNode } from "react";
import { CITIES, CITY, CITY_NUMBERS_CARD } from "../../../copy/en/cities.ts";
import type { CityPlace, PublicCity, PublicMetro } from "../../../modules/directory/cities/schema.ts";
import { number } from "../../../shared/format.ts";
import { dayIn, longDay } from "../../../shared/places/days.ts";
import { type Category, KIND_NAMES, KINDS_NAMES, TIER_NAMES } from "../../../shared/places/places.ts";
import { cityPath, placePath } from "../../../shared/places/slug.ts";
import { SOURCE_TERMS } from "../../../shared/places/sources.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { ListAttribution } from "../../kit/site/attribution.tsx";
import { Breadcrumbs, type Crumb } from "../../kit/site/breadcrumbs.tsx";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { RoadToOpening } from "../../kit/site/road.tsx";
import { TierBadge } from "../../kit/site/tier-mark.tsx";
import { useBrand } from "../../lib/brand.ts";
import { MetroTable } from "./metro-table.tsx";

interface CityProps {
  readonly city: PublicCity;
}

interface CityPageProps extends CityProps {
  readonly crumbs: readonly Crumb[];
  /** Of this page, to be shared. */
  readonly url: string;
}

type Titled = Pick<PublicCity, "name" | "state" | "page" | "category">;

export function cityTitle({ name, state, page, category }: Titled): string {
  if (category === null) return page === 1 ? CITY.title(name, state) : CITY.pageTitle(name, state, page);
  const kind = KINDS_NAMES[category];
  return page === 1 ? CITY.kind(kind, name, state) : CITY.kindPage(kind, name, state, page);
}

/** The address of a page of its places. */
function pageAt({ slug }: Pick<PublicCity, "slug">, category: Category | null, page: number): string {
  const asked = [
    ...(category ? [["category", category]] : []),
    ...(page > 1 ? [["page", String(page)]] : []),
  ];
  return `/cities/${slug}${asked.length > 0 ? `?${new URLSearchParams(asked)}` : ""}`;
}

export const cityCrumbs = ({ name, state, slug, area, page, category }: PublicCity): readonly Crumb[] => [
  { name: CITY.all, path: "/cities" },
  ...(area.slug === slug ? [] : [{ name: `${area.name}, ${area.state}`, path: cityPath(area) }]),
  { name: `${name}, ${state}`, path: pageAt({ slug }, null, category === null ? page : 1) },
  ...(category === null ? [] : [{ name: KINDS_NAMES[category], path: pageAt({ slug }, category, page) }]),
];

/** A city: what is there, how far its area is from opening, and its places. Later pages and those of a kind have places alone. */
export function CityPage({ city, crumbs, url }: CityPageProps) {
  const { name, state, category } = city;
  const isFirst = city.page === 1 && category === null;
  return (
    <PublicPage title={cityTitle(city)}>
      <div className="city-page wrap">
        <header className="city-page-head">
          <Breadcrumbs label={CITY.way} crumbs={crumbs} />
          <h1>
            {category === null ? CITY.heading(name, state) : CITY.kind(KINDS_NAMES[category], name, state)}
          </h1>
          {isFirst && <Numbers city={city} />}
        </header>
        {isFirst && <Road city={city} url={url} />}
        {isFirst && <Newest city={city} />}
        <Places city={city} />
        {isFirst && <Checked city={city} />}
        {isFirst && <Area city={city} />}
      </div>
    </PublicPage>
  );
}

/** Of the city itself; those of its area say so. */
function Numbers({ city }: CityProps) {
  const { name } = useBrand();
  const { area } = city;
  const counts = [
    [CITY.places, city.places],
    [CITY.masjids, city.masjids],
    [CITY.verified, city.verified],
  ] as const;
  return (
    <>
      {city.places === 0 && <p className="lead">{CITY.none(name, city.name)}</p>}
      {city.places > 0 && (
        <dl className="city-page-numbers">
          {counts.map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{number.format(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {area.places > city.places && (
        <p className="soft">{CITY.inArea(city.name, area.name, number.format(area.places))}</p>
      )}
    </>
  );
}

interface RoadProps extends CityProps {
  /** Of the city's page. */
  readonly url: string;
}

/** How to bring the opening nearer, too. */
function Road({ city: { area, name }, url }: RoadProps) {
  const brand = useBrand().name;
  const [subject, text] = [CITY.shareSubject(brand, name), CITY.shareText(brand, name, url)].map(
    encodeURIComponent,
  );
  const links = [
    [CITY.shareBy.whatsApp, `https://wa.me/?text=${text}`],
    [CITY.shareBy.text, `sms:?&body=${text}`],
    [CITY.shareBy.email, `mailto:?subject=${subject}&body=${text}`],
  ] as const;
  return (
    <section className="city-page-road" aria-labelledby="road">
      <h2 id="road">{CITY.road(brand, name)}</h2>
      <RoadToOpening {...area} />
      <p>{area.bar === null ? CITY.together(area.name) : CITY.needs(area.name, area.bar)}</p>
      <div className="actions">
        <ButtonLink href="/#beta">{CITY.join}</ButtonLink>
        {links.map(([name, href]) => (
          <ButtonLink key={name} look="quiet" className="button-small" href={href} rel="noreferrer">
            <span className="visually-hidden">{CITY.share} </span>
            {name}
          </ButtonLink>
        ))}
      </div>
    </section>
  );
}

function Newest({ city: { newest } }: CityProps) {
  if (newest.length === 0) return null;
  return (
    <Section id="newest" heading={CITY.newest}>
      <PlaceList
        places={newest}
        aside={({ tier, recordedOn }) => (
          <span className="city-page-proof">
            {tier && <TierBadge status={tier} />}
            <time className="soft" dateTime={recordedOn}>
              {longDay(recordedOn)}
            </time>
          </span>
        )}
      />
    </Section>
  );
}

function Places({ city }: CityProps) {
  const { listed, name, state, category, page, hasMore } = city;
  if (listed.length === 0) return null;
  const at = (to: number) => pageAt(city, category, to);
  return (
    <Section id="places" heading={CITY.listed(name)}>
      <Kinds city={city} />
      <PlaceList places={listed} aside={(place) => <Mark place={place} />} />
      <ListAttribution of={city.files} />
      <nav className="actions" aria-label={CITY.pages}>
        {page > 1 && (
          <ButtonLink look="quiet" href={at(page - 1)} rel="prev">
            {CITY.previous}
          </ButtonLink>
        )}
        {hasMore && (
          <ButtonLink look="quiet" href={at(page + 1)} rel="next">
            {CITY.next}
          </ButtonLink>
        )}
        <ButtonLink look="text" href={searchFor(`${name}, ${state}`)}>
          {CITY.search(name)}
        </ButtonLink>
      </nav>
    </Section>
  );
}

/** Masjids and shops are found among any number of restaurants. */
function Kinds({ city }: CityProps) {
  const { kinds, category, places } = city;
  if (kinds.length < 2) return null;
  const all = [{ category: null, places }, ...kinds];
  return (
    <nav id="kinds" aria-label={CITY.kinds}>
      <ul className="chips">
        {all.map((kind) => (
          <li key={kind.category}>
            <a
              className="chips-link"
              href={`${pageAt(city, kind.category, 1)}#kinds`}
              aria-current={kind.category === category ? "true" : undefined}
            >
              {kind.category === null ? CITY.everything : KINDS_NAMES[kind.category]}{" "}
              <span className="soft">{number.format(kind.places)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const searchFor = (q: string): string => `/places?${new URLSearchParams({ q })}`;

/** The tier of a place that is closed for good would be no help. */
function Mark({ place: { tier, closed } }: { readonly place: CityPlace }) {
  if (closed) return <Badge tone="bad">{CITY.closed}</Badge>;
  return (
    tier &&
    (tier === "unverified" ? <span className="soft">{TIER_NAMES[tier]}</span> : <TierBadge status={tier} />)
  );
}

const SHOWN_FROM = 20; // fewer checked places say too little. docs/limits.md

/** How often each public source was right here. */
function Checked({ city }: CityProps) {
  const precision = city.precision.filter(({ of }) => of >= SHOWN_FROM);
  if (precision.length === 0) return null;
  return (
    <Section id="checked" heading={CITY.checked}>
      <ul className="city-page-checked soft">
        {precision.map(({ source, right, of, low, high, at }) => (
          <li key={source}>
            {CITY.precision({
              ...{ right, of, low: Math.round(low * 100), high: Math.round(high * 100) },
              source: SOURCE_TERMS[source].url && SOURCE_TERMS[source].name,
              day: longDay(dayIn("UTC", at)),
            })}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The other cities of the area. */
function Area({ city: { area } }: CityProps) {
  if (area.cities.length === 0) return null;
  return (
    <Section id="area" heading={CITY.around(area.name)}>
      <ul className="city-page-area">
        {area.cities.map((each) => (
          <li key={each.id}>
            <a href={cityPath(each)}>{`${each.name}, ${each.state}`}</a>{" "}
            <span className="soft">{CITY.count(each.places)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface SectionProps {
  readonly id: string;
  readonly heading: string;
  readonly children: ReactNode;
}

const Section = ({ id, heading, children }: SectionProps) => (
  <section className="city-page-part" aria-labelledby={id}>
    <h2 id={id}>{heading}</h2>
    {children}
  </section>
);

interface PlaceListProps<Place> {
  readonly places: readonly Place[];
  readonly aside: (place: Place) => ReactNode;
}

function PlaceList<Place extends CityPlace>({ places, aside }: PlaceListProps<Place>) {
  return (
    <ul className="city-page-places">
      {places.map((place) => (
        <li key={place.id} data-tier={place.tier}>
          <div>
            <a href={placePath(place)}>
              <bdi>{place.name}</bdi>
            </a>
            <p className="soft">
              {place.subcategory || KIND_NAMES[place.category]} · <bdi>{place.address}</bdi>
            </p>
          </div>
          {aside(place)}
        </li>
      ))}
    </ul>
  );
}

/** All cities with their numbers, also for browsers that run no scripts. */
export const CityNumbersPage = ({ metros }: { readonly metros: readonly PublicMetro[] }) => (
  <PublicPage title={CITY_NUMBERS_CARD.title}>
    <div className="numbers-page wrap">
      <h1>{CITIES.all}</h1>
      <p>{CITIES.note}</p>
      <MetroTable metros={metros} />
      <ButtonLink href="/cities" look="quiet">
        {CITIES.back}
      </ButtonLink>
    </div>
  </PublicPage>
);
