/** The module with which the server renders pages about places. `bundle.ts` makes it one file without imports. */
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { PLACE, SEARCH } from "../../copy/en/places.ts";
import type { PublicPlace } from "../../modules/directory/pages/schema.ts";
import { longDay } from "../../shared/places/days.ts";
import { TIER_NAMES } from "../../shared/places/places.ts";
import { placePath } from "../../shared/places/slug.ts";
import { BrandContext } from "../lib/brand.ts";
import { rendered } from "../page-files.ts";
import { CityNumbersPage } from "../routes/places/city-numbers-page.tsx";
import { PlacePage } from "../routes/places/place-page.tsx";
import { FailedPage } from "../routes/places/places-page.tsx";
import { ReportedPage, ReportPage } from "../routes/places/report-page.tsx";
import { SearchPage } from "../routes/places/search-page.tsx";
import { addressOf, structuredData, titleOf } from "../routes/places/structured-data.ts";
import { SuggestedPage, SuggestPage } from "../routes/places/suggest-page.tsx";
import { cardTags, NO_INDEX } from "./document.ts";
import { type CreatePlaceDocuments, SEARCH_SCRIPT_FILE } from "./manifest.ts";

export const createPlaceDocuments: CreatePlaceDocuments = (template, { brand, publicUrl }) => {
  const [before = "", between = "", after = ""] = template.split(/<!--(?:head|app)-->/);

  function documentOf(page: ReactElement, tags: string): string {
    const html = renderToStaticMarkup(<BrandContext value={brand}>{page}</BrandContext>);
    const { head, body } = rendered(html);
    return before + head + tags + between + body + after;
  }

  return {
    place(place, asked) {
      const url = `${publicUrl}${placePath(place)}`;
      const card = {
        siteName: brand.name,
        title: titleOf(place),
        description: descriptionOf(place, brand.name),
        url,
        image: `${publicUrl}/places/${place.id}/card.png`,
        data: [structuredData(place, url)],
      };
      return documentOf(
        <PlacePage place={place} asked={asked} url={url} />,
        cardTags(card) + (asked ? NO_INDEX : ""),
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
    report: (place, typed) => documentOf(<ReportPage place={place} typed={typed} />, NO_INDEX),
    reported: (place) => documentOf(<ReportedPage place={place} />, NO_INDEX),
    suggest: (typed) => documentOf(<SuggestPage typed={typed} />, NO_INDEX),
    suggested: (reference, hasEmail) =>
      documentOf(<SuggestedPage reference={reference} hasEmail={hasEmail} />, NO_INDEX),
    cities: (metros) => documentOf(<CityNumbersPage metros={metros} />, NO_INDEX),
    failed: (sentence) => documentOf(<FailedPage sentence={sentence} />, NO_INDEX),
  };
};

/** The only script of these pages. */
const SEARCH_SCRIPT = `<script type="module" src="/${SEARCH_SCRIPT_FILE}"></script>`;

function descriptionOf(place: PublicPlace, brand: string): string {
  const { tier, since, until, reasons } = place;
  if (tier === null) return PLACE.masjidDescription(place.name, addressOf(place), brand);
  const from = since === null || tier === "unverified" ? "" : ` since ${longDay(since)}`;
  const to = until === null || from === "" ? "" : `, until ${longDay(until)}`;
  return [`${TIER_NAMES[tier]}${from}${to}.`, ...reasons].join(" ");
}
