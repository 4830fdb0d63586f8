/** The module with which the server renders the pages that show what is stored. `bundle.ts` makes it one file without imports. */
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { CITY, CITY_NUMBERS_CARD } from "../../copy/en/cities.ts";
import { DATA_CARD } from "../../copy/en/legal.ts";
import { FAILED, ISSUER, PLACE, SEARCH } from "../../copy/en/places.ts";
import { CITY_NUMBERS, CITY_PLACES, type PublicCity } from "../../modules/directory/cities/schema.ts";
import type { PublicPlace } from "../../modules/directory/pages/schema.ts";
import { longDay } from "../../shared/places/days.ts";
import { TIER_NAMES } from "../../shared/places/places.ts";
import { placePath } from "../../shared/places/slug.ts";
import { ButtonLink } from "../kit/controls/button.tsx";
import { breadcrumbList } from "../kit/site/breadcrumbs.tsx";
import { PublicNotice } from "../kit/site/public-page.tsx";
import { BrandContext } from "../lib/brand.ts";
import { rendered } from "../page-files.ts";
import { CityNumbersPage, CityPage, cityCrumbs, cityTitle } from "../routes/cities/city-page.tsx";
import { DataPage } from "../routes/legal/data-page.tsx";
import { IssuerPage } from "../routes/places/issuer-page.tsx";
import { PlacePage } from "../routes/places/place-page.tsx";
import { PrayerFrame, PrayerScreen } from "../routes/places/prayer/prayer-screen.tsx";
import { ReportedPage, ReportPage } from "../routes/places/report-page.tsx";
import { SearchPage } from "../routes/places/search/search-page.tsx";
import { AnsweredPage } from "../routes/places/still-open.tsx";
import { addressOf, crumbsOf, structuredData, titleOf } from "../routes/places/structured-data.ts";
import { SuggestedPage, SuggestPage } from "../routes/places/suggest-page.tsx";
import { cardTags, NO_INDEX } from "./document.ts";
import { type CreateServerPages, PRAYER_SCRIPT_FILE, SEARCH_SCRIPT_FILE } from "./manifest.ts";

export const createServerPages: CreateServerPages = (template, { brand, publicUrl }) => {
  const [before = "", between = "", after = ""] = template.split(/<!--(?:head|app)-->/);

  function documentOf(page: ReactElement, tags: string): string {
    const html = renderToStaticMarkup(<BrandContext value={brand}>{page}</BrandContext>);
    const { head, body } = rendered(html);
    return before + head + tags + between + body + after;
  }

  return {
    place(place, asked) {
      const url = `${publicUrl}${placePath(place)}`;
      const crumbs = crumbsOf(place);
      const card = {
        siteName: brand.name,
        title: titleOf(place),
        description: descriptionOf(place, brand.name),
        url,
        image: `${publicUrl}/places/${place.id}/card.png`,
        data: [structuredData(place, url), breadcrumbList(crumbs, publicUrl)],
      };
      return documentOf(
        <PlacePage place={place} asked={asked} url={url} crumbs={crumbs} />,
        cardTags(card) + (asked || !place.isListed ? NO_INDEX : ""),
      );
    },
    search(searched) {
      const card = {
        siteName: brand.name,
        title: SEARCH.title,
        description: SEARCH.description(brand.name),
        url: `${publicUrl}/places`,
        image: `${publicUrl}/og.png`,
        data: [],
      };
      const isStart = searched.found === null && searched.error === null;
      const tags = cardTags(card) + (isStart ? "" : NO_INDEX) + SEARCH_SCRIPT;
      return documentOf(<SearchPage searched={searched} />, tags);
    },
    prayerScreen: (place, times) =>
      documentOf(<PrayerScreen place={place} times={times} />, NO_INDEX + PRAYER_SCRIPT),
    prayerFrame: (place, times) =>
      documentOf(<PrayerFrame place={place} times={times} />, NO_INDEX + PRAYER_SCRIPT),
    report: (place, typed) => documentOf(<ReportPage place={place} typed={typed} />, NO_INDEX),
    reported: (place) => documentOf(<ReportedPage place={place} />, NO_INDEX),
    answered: (place, message) => documentOf(<AnsweredPage place={place} message={message} />, NO_INDEX),
    issuer(issuer) {
      const card = {
        siteName: brand.name,
        title: ISSUER.title(issuer.name),
        description: ISSUER.description(issuer.name, brand.name),
        url: `${publicUrl}/issuers/${issuer.slug}`,
        image: `${publicUrl}/og.png`,
        data: [],
      };
      return documentOf(<IssuerPage issuer={issuer} />, cardTags(card));
    },
    suggest: (typed) => documentOf(<SuggestPage typed={typed} />, NO_INDEX),
    suggested: (reference, hasEmail) =>
      documentOf(<SuggestedPage reference={reference} hasEmail={hasEmail} />, NO_INDEX),
    city(city) {
      const crumbs = cityCrumbs(city);
      const url = `${publicUrl}${crumbs.at(-1)?.path}`;
      const card = {
        siteName: brand.name,
        title: cityTitle(city),
        description: cityDescription(city, brand.name),
        url,
        image: `${publicUrl}/og.png`,
        data: [breadcrumbList(crumbs, publicUrl), placeList(city, publicUrl)],
      };
      const isWhole = city.page === 1 && city.category === null;
      const isIndexed = isWhole && (city.places > 0 || city.area.slug === city.slug);
      return documentOf(
        <CityPage city={city} crumbs={crumbs} url={url} />,
        cardTags(card) + (isIndexed ? "" : NO_INDEX),
      );
    },
    cities(metros) {
      const card = {
        siteName: brand.name,
        title: CITY_NUMBERS_CARD.title,
        description: CITY_NUMBERS_CARD.description(brand),
        url: publicUrl + CITY_NUMBERS,
        image: `${publicUrl}/og.png`,
        data: [],
      };
      return documentOf(<CityNumbersPage metros={metros} />, cardTags(card));
    },
    data(sources) {
      const card = {
        siteName: brand.name,
        title: DATA_CARD.title,
        description: DATA_CARD.description(brand),
        url: `${publicUrl}/data`,
        image: `${publicUrl}/og.png`,
        data: [],
      };
      return documentOf(<DataPage sources={sources} />, cardTags(card));
    },
    failed: (sentence) => documentOf(<FailedPage sentence={sentence} />, NO_INDEX),
  };
};

/** Why a page could not be shown. */
const FailedPage = ({ sentence }: { readonly sentence: string }) => (
  <PublicNotice title={FAILED.title}>
    <p role="alert">{sentence}</p>
    <ButtonLink href="/places">{FAILED.back}</ButtonLink>
  </PublicNotice>
);

/** The only scripts of these pages. */
const SEARCH_SCRIPT = `<script type="module" src="/${SEARCH_SCRIPT_FILE}"></script>`;
const PRAYER_SCRIPT = `<script type="module" src="/${PRAYER_SCRIPT_FILE}"></script>`;

function cityDescription({ name, state, places, verified }: PublicCity, brand: string): string {
  if (places === 0) return CITY.descriptionNone(name, state, brand);
  return CITY.description(name, state, CITY.count(places), verified);
}

/** The places on a city's page for search engines (schema.org). */
const placeList = ({ listed, page }: PublicCity, publicUrl: string): object => ({
  "@context": "https://schema.org",
  "@type": "ItemList",
  itemListElement: listed.map((place, at) => ({
    "@type": "ListItem",
    position: (page - 1) * CITY_PLACES + at + 1,
    name: place.name,
    url: publicUrl + placePath(place),
  })),
});

function descriptionOf(place: PublicPlace, brand: string): string {
  const { tier, since, until, reasons } = place;
  if (tier === null) return PLACE.masjidDescription(place.name, addressOf(place), brand);
  const from = since === null || tier === "unverified" ? "" : ` since ${longDay(since)}`;
  const to = until === null || from === "" ? "" : `, until ${longDay(until)}`;
  return [`${TIER_NAMES[tier]}${from}${to}.`, ...reasons].join(" ");
}
