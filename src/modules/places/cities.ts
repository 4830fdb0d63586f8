import { sql } from "drizzle-orm";
import { mapInSteps } from "../../core/limits/event-loop.ts";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";

const BATCH_SIZE = 1_000; // places
const SLICE = 100; // places: a few milliseconds of lookups, during which other calls wait
const NO_CITY = 0;

interface Unassigned extends Record<string, unknown> {
  readonly id: string;
  readonly city: string;
  readonly state: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/**
 * Looks up the city of each place that is new or has moved: the nearest one to its coordinates, else the one that its
 * address names. Stops at the signal. Called by `cities`.
 */
export async function assignCities(deps: Deps, signal: AbortSignal | undefined): Promise<void> {
  let last: string | null = "";
  while (last !== null && !signal?.aborted) last = await assignBatch(deps, last);
}

/** Has the next `assignCities` look again for the city of each place that has none. */
export const forgetUnknownCities = (tx: Tx) =>
  tx.execute(sql`update pois set city_id = null where city_id = ${NO_CITY}`);

/** Returns the id of the last place, or null if there are no more. */
const assignBatch = ({ db, state }: Deps, after: string): Promise<string | null> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<Unassigned>(sql`
      select id, city, state, latitude, longitude from pois
      where city_id is null and deleted_at is null and merged_into is null and id > ${after}
      order by id limit ${BATCH_SIZE} for no key update skip locked`);
    if (rows.length === 0) return null;
    const assigned = (place: Unassigned) => ({ id: place.id, city: cityOf(state, place)?.id ?? NO_CITY });
    const cities = await mapInSteps(rows, assigned, SLICE);
    await tx.execute(sql`
      update pois p set city_id = c.city from jsonb_to_recordset(${JSON.stringify(cities)}::jsonb) c(id text, city int)
      where p.id = c.id`);
    return rows.length === BATCH_SIZE ? (rows.at(-1)?.id ?? null) : null;
  });

/** A position far from the stated state is more often wrong than the address. */
function cityOf({ gazetteer }: Deps["state"], { latitude, longitude, city, state }: Unassigned) {
  const named = () => gazetteer.meaning(`${city}, ${state}`);
  if (latitude === null || longitude === null) return named();
  const point = { latitude, longitude };
  const nearest = gazetteer.nearest(point);
  return nearest?.state === state || gazetteer.nearest(point, state) ? nearest : (named() ?? nearest);
}

export interface PlacesOfCity {
  readonly cityId: number;
  readonly places: number;
  readonly verified: number;
  readonly reported: number;
  readonly masjids: number;
}

/** Counts the places of these cities; those without any are missing. Called by `cities`. */
export const countPlacesByCity = ({ db }: Deps, cityIds: readonly number[]) =>
  db.query<PlacesOfCity>(
    `select city_id as "cityId", count(*)::int as places,
       count(*) filter (where halal_verification_status = 'verified')::int as verified,
       count(*) filter (where halal_verification_status = 'reported')::int as reported,
       count(*) filter (where category = 'mosque')::int as masjids
     from current_pois where city_id = any($1) group by city_id`,
    [cityIds],
    { timeoutMs: COUNT_TIMEOUT },
  );

const COUNT_TIMEOUT = 30_000; // milliseconds; of a large city
