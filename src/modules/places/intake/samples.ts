import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { days } from "../../../shared/duration.ts";
import type { SourceRow } from "../../../shared/places/sources.ts";
import { factsAmong } from "../facts/queries.ts";
import type { TierDeps } from "../offers.ts";
import { currentPois, type pois } from "../table.ts";
import { refreshWithheld } from "./precision/withheld.ts";
import { intakes, placeSamples as t } from "./table.ts";

// docs/limits.md
const SAMPLE_ROWS = 60; // of a source and a city
const SAMPLE_CITIES = 10; // of a file
const KEPT_ROWS = 4 * SAMPLE_ROWS; // checked, of a source and a city: the newest count, and those of the sample before
const KNOWN_PER_ROW = 0.1;
const CONFIRMED_WITHIN = days(365);

type Intake = typeof intakes.$inferSelect;
type Place = typeof pois.$inferSelect;
type Sampled = Pick<typeof t.$inferInsert, "cityId" | "row" | "isKnown">;
type DrawDeps = TierDeps & Pick<Deps, "state">;

/** A city as places of a file name it, looked up or not. */
interface Named extends Record<string, unknown> {
  readonly cityId: number | null;
  readonly city: string;
  readonly state: string;
}

/**
 * Draws what staff check of an intake that was just applied: random rows of each city of the file, mixed with known
 * places. They replace those of the release before that no one has checked.
 */
export async function drawSamples(tx: Tx, deps: DrawDeps, intakeId: string): Promise<void> {
  const [intake] = await tx.select().from(intakes).where(eq(intakes.id, intakeId));
  if (!intake) throw new Error("a sample of an unknown intake");
  const { source, release } = intake;
  const names = await citiesOf(tx, deps, intake);
  const cityIds = [...new Set(names.map(({ cityId }) => cityId))];
  const rows = await drawRows(tx, intake, names);
  const drawn = [...rows, ...(await drawKnown(tx, deps, rows, cityIds))];
  const unchecked = and(eq(t.source, source), inArray(t.cityId, cityIds), isNull(t.reviewedAt));
  await tx.delete(t).where(unchecked);
  const drawnAt = deps.now();
  if (drawn.length > 0)
    await tx.insert(t).values(drawn.map((each) => ({ ...each, intakeId, source, release, drawnAt })));
  await refreshWithheld(tx, deps, { source });
}

/** Removes the samples of an intake that is undone, checked or not. */
export async function dropSamples(tx: Tx, deps: TierDeps, intakeId: string): Promise<void> {
  const dropped = await tx.delete(t).where(eq(t.intakeId, intakeId)).returning({ source: t.source });
  const [first] = dropped; // all are of one source
  if (first) await refreshWithheld(tx, deps, first);
}

/** Deletes samples of places that are no longer listed and wait, and those that count no more; part of the hourly sweep. */
export async function purgeSamples({ db }: Pick<Deps, "db">): Promise<void> {
  await db.orm.execute(sql`
    delete from place_samples s where reviewed_at is null and not exists (
      select from ${currentPois} p where p.id = case when s.is_known then s.row->>'externalId' else (
        select coalesce(d.merged_into, d.id) from place_sources ps join pois d on d.id = ps.poi_id
        where ps.source = s.source and ps.external_id = s.row->>'externalId') end)`);
  await db.orm.execute(sql`
    delete from place_samples where id in (select id from (
      select id, row_number() over (partition by source, city_id, is_known order by reviewed_at desc, id) as nth
      from place_samples where reviewed_at is not null) checked where nth > ${KEPT_ROWS})`);
}

/**
 * The cities with most rows of the file, by each name that its places have for them. What the source says of places that
 * are not gone is what its newest file says.
 */
async function citiesOf(tx: Tx, { state: { gazetteer } }: DrawDeps, { source, cityId }: Intake) {
  const { rows } = await tx.execute<Named & { rows: number }>(sql`
    select p.city_id as "cityId", p.city, p.state, count(*)::int as rows
    from place_sources s join ${currentPois} p on p.id = s.poi_id
    where s.source = ${source} and s.gone_at is null
    group by p.city_id, p.city, p.state`);
  const named = rows.flatMap((row) => {
    const found = row.cityId ?? gazetteer.meaning(`${row.city}, ${row.state}`)?.id;
    return found && (cityId === null || found === cityId)
      ? [{ ...row, known: row.cityId, cityId: found }]
      : [];
  });
  const sums = new Map<number, number>();
  for (const row of named) sums.set(row.cityId, (sums.get(row.cityId) ?? 0) + row.rows);
  const largest = [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, SAMPLE_CITIES);
  const chosen = new Set(largest.map(([id]) => id));
  return named.filter((row) => chosen.has(row.cityId));
}

type CityName = Awaited<ReturnType<typeof citiesOf>>[number];

async function drawRows(tx: Tx, { source }: Intake, names: readonly CityName[]): Promise<Sampled[]> {
  const { rows } = await tx.execute<{ cityId: number; row: SourceRow }>(sql`
    select "cityId", row from (
      select n."cityId", s.row, row_number() over (partition by n."cityId" order by random()) as nth
      from place_sources s join ${currentPois} p on p.id = s.poi_id
        join jsonb_to_recordset(${JSON.stringify(names)}::jsonb) n("cityId" int, known int, city text, state text)
          on n.city = p.city and n.state = p.state and n.known is not distinct from p.city_id
      where s.source = ${source} and s.gone_at is null
        and not coalesce((s.row->>'isClosed')::boolean, false)) drawn
    where nth <= ${SAMPLE_ROWS}`);
  return rows.map((row) => ({ ...row, isKnown: false }));
}

/** Places whose name and address the owner or staff confirmed lately, and that are open. */
async function drawKnown(
  tx: Tx,
  { now }: DrawDeps,
  drawn: readonly Sampled[],
  cityIds: readonly number[],
): Promise<Sampled[]> {
  const since = new Date(now().getTime() - CONFIRMED_WITHIN).toISOString();
  const confirmed = (field: string) => sql`exists (select from
    jsonb_to_record(coalesce(said->${field}, said->'*')) w(by text, at text)
    where w.by in ('owner', 'staff') and w.at >= ${since})`;
  const rows = await tx
    .select()
    .from(currentPois)
    .where(and(inArray(currentPois.cityId, [...cityIds]), confirmed("name"), confirmed("address")))
    .orderBy(sql`random()`)
    .limit(SAMPLE_ROWS * SAMPLE_CITIES);
  const ids = rows.map(({ id }) => id);
  const facts = await factsAmong(tx, ids, ["closed"]);
  const open = rows.filter(({ id }) => facts.get(id)?.get("closed")?.value !== true);
  return cityIds.flatMap((cityId) => {
    const most = Math.round(drawn.filter((each) => each.cityId === cityId).length * KNOWN_PER_ROW);
    const known = open.filter((place) => place.cityId === cityId).slice(0, most);
    return known.map((place) => ({ cityId, row: rowOf(place), isKnown: true }));
  });
}

/** A place in the shape of a row of a file. */
const rowOf = (place: Place): SourceRow => ({
  externalId: place.id,
  name: place.name,
  names: {},
  address: place.address,
  city: place.city,
  state: place.state,
  zipCode: place.zipCode,
  phone: place.phone,
  website: place.website,
  category: place.category,
  subcategory: place.subcategory,
  categoryRule: "",
  latitude: place.latitude,
  longitude: place.longitude,
  placeId: place.placeId,
  hours: "",
  isHalal: false,
  isClosed: false,
});
