import { getTableName, getViewName, gt, or } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import { cityPath, placePath } from "../../shared/places/slug.ts";
import { evidenceRecords } from "../evidence/public.ts";
import { currentPois, placeFacts, placeMerges, prayerStatements } from "../places/public.ts";
import { cityCounts } from "./cities/table.ts";

/** A page that search engines are told of. */
export interface SitemapEntry {
  readonly path: `/${string}`;
  /** When what the page shows last changed, as ISO 8601; null if that is not known. */
  readonly changedAt: string | null;
}

/** The most addresses that a file of a sitemap may have (sitemaps.org). */
export const FILE_MAX = 50_000;
const PAGE = 500; // places in memory at a time
const CITIES = 500; // whose places one statement reads

const POIS = getViewName(currentPois);
const [EVIDENCE, FACTS, PRAYER, MERGES] = [evidenceRecords, placeFacts, prayerStatements, placeMerges].map(
  (table) => getTableName(table),
);

const isoText = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/**
 * The numbers of the files of places. A place is in the file that follows from its number in order of creation, so that it
 * never moves to another one; a file has fewer than 50,000 once some of its places are gone.
 */
export async function placeFiles({ db }: Deps): Promise<readonly number[]> {
  const rows = await db.query<{ n: number }>(`
    select n from generate_series(1, (select ceil(max(seq) / ${FILE_MAX}.0)::int from ${POIS})) n
    where exists (select from ${POIS} where ${rangeOf("n")} and not is_withheld) order by n`);
  return rows.map(({ n }) => n);
}

const rangeOf = (n: string): string => `seq > (${n} - 1) * ${FILE_MAX} and seq <= ${n} * ${FILE_MAX}`;

interface PlaceRow extends Record<string, unknown> {
  readonly seq: number;
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly changedAt: string;
}

/** What a place's page shows: its fields, records, facts, closed reports, and what was merged into it. */
const SELECT_PLACES = `
  select p.seq, p.id, p.name, p.city, p.state, ${isoText(`greatest(p.updated_at,
    (select max(e.recorded_at) from ${EVIDENCE} e where e.poi_id = p.id),
    (select max(f.at) from ${FACTS} f where f.poi_id = p.id),
    (select max(s.at) from ${PRAYER} s where s.poi_id = p.id),
    (select greatest(max(m.merged_at), max(m.undone_at)) from ${MERGES} m where m.kept_id = p.id),
    (select max(r.updated_at) from place_reports r where r.poi_id = p.id and r.closed_at is not null))`)} as "changedAt"
  from ${POIS} p where ${rangeOf("$1::int")} and seq > $2 and not is_withheld order by seq limit ${PAGE}`;

/** The pages of places of a file, read in steps, so that memory use does not depend on their number. */
export async function* placesOfFile({ db }: Deps, n: number): AsyncGenerator<readonly SitemapEntry[]> {
  for (let last = 0; ; ) {
    const rows = await db.query<PlaceRow>(SELECT_PLACES, [n, last]);
    yield rows.map((row) => ({ path: placePath(row), changedAt: row.changedAt }));
    const next = rows.at(-1)?.seq;
    if (next === undefined || rows.length < PAGE) return;
    last = next;
  }
}

interface CityRow extends Record<string, unknown> {
  readonly cityId: number;
  readonly changedAt: string;
}

const SELECT_CITIES = `
  select city_id as "cityId", ${isoText("max(updated_at)")} as "changedAt" from ${POIS}
  where city_id = any($1) and not is_withheld group by city_id`;

/** The pages of cities with places, and of metros where people wait. */
export async function* cities({ db, state: { gazetteer } }: Deps): AsyncGenerator<readonly SitemapEntry[]> {
  const ids = gazetteer.citiesOf(gazetteer.metros().map(({ id }) => id));
  const metros = await db.orm
    .select({ id: cityCounts.metroId })
    .from(cityCounts)
    .where(or(gt(cityCounts.shown, 0), gt(cityCounts.places, 0)));
  const shown = new Set(metros.map(({ id }) => id));
  for (let at = 0; at < ids.length; at += CITIES) {
    const part = ids.slice(at, at + CITIES);
    const rows = await db.query<CityRow>(SELECT_CITIES, [part]);
    const changed = new Map(rows.map(({ cityId, changedAt }) => [cityId, changedAt]));
    yield part.flatMap((id) => {
      const city = changed.has(id) || shown.has(id) ? gazetteer.city(id) : null;
      return city ? [{ path: cityPath(city), changedAt: changed.get(id) ?? null }] : [];
    });
  }
}
