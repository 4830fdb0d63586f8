import { CITIES, CITIES_CARD, CITY_COLUMNS } from "../../../copy/en/cities.ts";
import type { PublicMetro } from "../../../modules/directory/cities/schema.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { PlacesPage } from "./places-page.tsx";

/** The numbers of the page of cities, for browsers that run no scripts. */
export const CityNumbersPage = ({ metros }: { readonly metros: readonly PublicMetro[] }) => (
  <PlacesPage title={CITIES_CARD.title}>
    <div className="city-numbers-page wrap">
      <h1>{CITIES.listHeading}</h1>
      <p>{CITIES.note}</p>
      <table>
        <caption className="visually-hidden">{CITIES.table}</caption>
        <thead>
          <tr>
            {Object.values(CITY_COLUMNS).map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {metros.map(({ id, name, state, waiting, places, masjids, verified }) => (
            <tr key={id}>
              <th scope="row">{`${name}, ${state}`}</th>
              {[waiting, places, masjids, verified].map((count, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <td key={column}>{count}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ButtonLink href="/cities" look="quiet">
        {CITIES.back}
      </ButtonLink>
    </div>
  </PlacesPage>
);
