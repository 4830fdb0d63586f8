import { CITIES, CITY_NUMBERS_CARD } from "../../../copy/en/cities.ts";
import type { PublicMetro } from "../../../modules/directory/cities/schema.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { MetroTable } from "./metro-table.tsx";

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
