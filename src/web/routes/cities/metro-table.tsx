import { CITIES, CITY_COLUMNS } from "../../../copy/en/cities.ts";
import type { PublicMetro } from "../../../modules/directory/cities/schema.ts";
import { number } from "../../../shared/format.ts";
import { cityPath } from "../../../shared/places/slug.ts";

const COUNTS = ["waiting", "places", "masjids", "verified"] as const;
type Count = (typeof COUNTS)[number];

/** A column that says the same of every city says nothing. */
const differs = (metros: readonly PublicMetro[], count: Count): boolean =>
  metros.length < 2 || metros.some((metro) => metro[count] !== metros[0]?.[count]);

const shown = (count: PublicMetro[Count]): string =>
  typeof count === "number" ? number.format(count) : count;

/** Cities with their people and places, each with a link to its page. */
export function MetroTable({ metros }: { readonly metros: readonly PublicMetro[] }) {
  const counts = COUNTS.filter((count) => differs(metros, count));
  return (
    <table className="metro-table">
      <caption className="visually-hidden">{CITIES.table}</caption>
      <thead>
        <tr>
          <th scope="col">{CITY_COLUMNS.city}</th>
          {counts.map((count) => (
            <th key={count} scope="col" data-count={count}>
              {CITY_COLUMNS[count]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {metros.map((metro) => (
          <tr key={metro.id}>
            <th scope="row">
              <a href={cityPath(metro)}>{`${metro.name}, ${metro.state}`}</a>
            </th>
            {counts.map((count) => (
              <td key={count} data-count={count}>
                {shown(metro[count])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
