import { and, eq, type SQL, sql } from "drizzle-orm";
import { mapInSteps } from "../../core/limits/event-loop.ts";
import type { Deps } from "../../core/rpc/context.ts";
import { type Category, distance } from "../../shared/places/places.ts";
import { withTierToday } from "../../shared/places/tier-today.ts";
import { factsAmong } from "./facts/queries.ts";
import { refreshWithheld } from "./intake/precision/withheld.ts";
import { currentPois as t } from "./table.ts";

const BATCH_SIZE = 1_000; // places
const SLICE = 100; // places: a few milliseconds of lookups, during which other calls wait
const NO_CITY = 0;

interface Located {
  readonly city: string;
  readonly state: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

interface Unassigned extends Located, Record<string, unknown> {
  readonly id: string;
}

/**
 * Looks up the city of each place that is new or has moved: the one that its address names, else the nearest one to its
 * coordinates. Stops at the signal. Called by `directory`.
 */
export const assignCities = (deps: Deps, signal: AbortSignal | undefined) =>
  assignAll(
    deps,
    signal,
    (after) => sql`
    where city_id is null and deleted_at is null and merged_into is null and id > ${after}
    order by id limit ${BATCH_SIZE} for no key update skip locked`,
  );

/**
 * Looks up the city of every place again, also of those in the trash, which keep theirs until then. Stops at the signal; can
 * be run again, as it writes only what changes. Called by `cities`.
 */
export const assignCitiesAgain = (deps: Deps, signal: AbortSignal | undefined) =>
  assignAll(
    deps,
    signal,
    (after) => sql`
    where id > ${after} order by id limit ${BATCH_SIZE} for no key update`,
  );

type Batch = (after: string) => SQL;

async function assignAll(deps: Deps, signal: AbortSignal | undefined, batch: Batch): Promise<void> {
  let last: string | null = "";
  while (last !== null && !signal?.aborted) last = await assignBatch(deps, batch(last));
}

/** Returns the id of the last place, or null if there are no more. */
const assignBatch = (deps: Deps, batch: SQL): Promise<string | null> =>
  deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<Unassigned>(
      sql`select id, city, state, latitude, longitude from pois ${batch}`,
    );
    if (rows.length === 0) return null;
    const assigned = (place: Unassigned) => ({
      id: place.id,
      city: cityOf(deps.state, place)?.id ?? NO_CITY,
    });
    const cities = await mapInSteps(rows, assigned, SLICE);
    await tx.execute(sql`
      update pois p set city_id = c.city from jsonb_to_recordset(${JSON.stringify(cities)}::jsonb) c(id text, city int)
      where p.id = c.id and p.city_id is distinct from c.city`);
    await refreshWithheld(tx, deps, { ids: cities.map(({ id }) => id) });
    return rows.length === BATCH_SIZE ? (rows.at(-1)?.id ?? null) : null;
  });

const NAMED_REACH = 50; // km

/**
 * The city of the address, unless the place is far from it. A position far from the stated state is more often wrong than
 * the address.
 */
export function cityOf({ gazetteer }: Deps["state"], { latitude, longitude, city, state }: Located) {
  const named = gazetteer.meaning(`${city}, ${state}`);
  if (latitude === null || longitude === null) return named;
  const point = { latitude, longitude };
  if (named && distance(named, point) <= NAMED_REACH) return named;
  const nearest = gazetteer.nearest(point);
  return nearest?.state === state || gazetteer.nearest(point, state) ? nearest : (named ?? nearest);
}

/** The verified ones first; masjids, which have no tier, before those of which nothing is known. */
const PROVEN_FIRST = sql`case when ${t.category} = 'mosque' then 4
  else array_position(array['verified', 'friendly', 'reported', 'mosque', 'unverified'], ${t.halalVerificationStatus}) end`;

interface PlacesInput {
  /** Null for all. */
  readonly category: Category | null;
  readonly limit: number;
  readonly offset: number;
}

/** The public places of a city, the best proven first, with the tiers of today and whether they are closed for good. */
export async function placesOfCity(
  { db, now }: Deps,
  cityId: number,
  { category, limit, offset }: PlacesInput,
) {
  const rows = await db.orm
    .select()
    .from(t)
    .where(
      and(
        eq(t.cityId, cityId),
        eq(t.isWithheld, false),
        category === null ? undefined : eq(t.category, category),
      ),
    )
    .orderBy(PROVEN_FIRST, t.name, t.id)
    .limit(limit)
    .offset(offset);
  const ids = rows.map(({ id }) => id);
  const facts = await factsAmong(db.orm, ids, ["closed"]);
  const isClosed = (id: string) => facts.get(id)?.get("closed")?.value === true;
  return rows.map((row) => ({ ...withTierToday(row, now()), closed: isClosed(row.id) }));
}

export interface PlacesOfCity {
  readonly cityId: number;
  readonly places: number;
  readonly verified: number;
  readonly reported: number;
  readonly masjids: number;
}

/** Counts the public places of these cities; those without any are missing. Called by `directory`. */
export const countPlacesByCity = ({ db }: Deps, cityIds: readonly number[]) =>
  db.query<PlacesOfCity>(
    `select city_id as "cityId", count(*)::int as places,
       count(*) filter (where halal_verification_status = 'verified')::int as verified,
       count(*) filter (where halal_verification_status = 'reported')::int as reported,
       count(*) filter (where category = 'mosque')::int as masjids
     from current_pois where city_id = any($1) and not is_withheld group by city_id`,
    [cityIds],
    { timeoutMs: COUNT_TIMEOUT },
  );

/** How many public places of each category a city has; those without any are missing. Called by `directory`. */
export const countKindsOfCity = ({ db }: Deps, cityId: number) =>
  db.query<{ category: Category; places: number }>(
    "select category, count(*)::int as places from current_pois where city_id = $1 and not is_withheld group by category",
    [cityId],
    { timeoutMs: COUNT_TIMEOUT },
  );

const COUNT_TIMEOUT = 30_000; // milliseconds; of a large city
