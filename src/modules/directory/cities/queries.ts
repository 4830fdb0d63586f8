import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { DomainError } from "../../../shared/errors.ts";
import { FEW, type ShownCount, SMALLEST_SHOWN } from "../../../shared/format.ts";
import type { Page } from "../../../shared/listing.ts";
import { distance, type Point, readPoint } from "../../../shared/places/places.ts";
import { citySlug } from "../../../shared/places/slug.ts";
import { record } from "../../audit/public.ts";
import type { City } from "../../places/public.ts";
import { countIfDue } from "./counts.ts";
import {
  type barShown,
  type citySearchInput,
  type citySearchOutput,
  FOUND_MAX,
  type MetroRoad,
  NEAR_WRONG,
  type PublicMetro,
  type publicListInput,
  type RankedMetro,
  type rankList,
  type roadInput,
  type roadOutput,
} from "./schema.ts";
import { type CityCounts, cityCounts, cityState } from "./table.ts";

export const nameOf = ({ id, name, state }: City) => ({ id: String(id), name, state });

/** The cities that a typed text can mean, the most populous first; at most eight. */
export const search = (
  { deps }: ActionContext<Visitor>,
  { q }: z.output<typeof citySearchInput>,
): z.output<typeof citySearchOutput> => deps.state.gazetteer.search(q, FOUND_MAX).map(nameOf);

const shownPeople = (count: number): ShownCount => (count < SMALLEST_SHOWN ? FEW : count);

/**
 * All metros with their counts as visitors see them, the nearest first, else those with most people waiting. Metros with
 * hidden counts are in the order of their population, which says nothing about the counts. Throws 400.
 */
export async function publicList(
  { deps }: ActionContext<Visitor>,
  { near, limit }: z.output<typeof publicListInput>,
): Promise<PublicMetro[]> {
  const from = near === "" ? null : pointOf(deps, near);
  const counts = await countsByMetro(deps);
  const shownOf = ({ id }: City) => counts.get(id)?.shown ?? 0;
  const metros = [...deps.state.gazetteer.metros()].sort((a, b) =>
    from ? distance(from, a) - distance(from, b) : shownOf(b) - shownOf(a),
  );
  return metros.slice(0, limit).map((city) => {
    const { places = 0, masjids = 0, verified = 0 } = counts.get(city.id) ?? {};
    return {
      ...nameOf(city),
      slug: citySlug(city),
      waiting: shownPeople(shownOf(city)),
      places,
      masjids,
      verified,
    };
  });
}

/** How far the metro of a city that a person wrote is from its launch, as visitors see it. */
export async function road(
  { deps }: ActionContext<Visitor>,
  { city }: z.output<typeof roadInput>,
): Promise<z.output<typeof roadOutput>> {
  const { gazetteer } = deps.state;
  const metro = gazetteer.city((city === "" ? null : gazetteer.meaning(city)?.metroId) ?? 0);
  return metro && roadOf(deps, metro);
}

/** How far a metro is from opening, as visitors see it. */
export async function roadOf({ db: { orm } }: Deps, metro: City): Promise<MetroRoad> {
  const [[counts], [state]] = await Promise.all([
    orm.select().from(cityCounts).where(eq(cityCounts.metroId, metro.id)),
    orm.select({ bar: cityState.bar }).from(cityState),
  ]);
  return { ...nameOf(metro), waiting: shownPeople(counts?.shown ?? 0), bar: state?.bar ?? null };
}

function pointOf({ state: { gazetteer } }: Deps, near: string): Point {
  const point = readPoint(near);
  if (point !== null) return point;
  const city = /^\d+$/.test(near) ? gazetteer.city(Number(near)) : gazetteer.meaning(near);
  if (!city) throw new DomainError("invalid", NEAR_WRONG, { fields: { near: NEAR_WRONG } });
  return city;
}

async function countsByMetro({ db }: Deps): Promise<ReadonlyMap<number, CityCounts>> {
  const rows = await db.orm.select().from(cityCounts);
  return new Map(rows.map((row) => [row.metroId, row]));
}

/** The metros that have anything, those with most confirmed people first. Counts them first while that is cheap. */
export async function ranking(
  { deps }: ActionContext<StaffActor>,
  { limit, cursor = "0" }: z.output<typeof rankList>,
): Promise<Page<RankedMetro>> {
  const start = Number(cursor);
  if (!/^\d{1,9}$/.test(cursor)) throw new DomainError("invalid", "cursor is not valid");
  const read = () => deps.db.query<Ranked>(RANKED, [limit, start], { prepared: true });
  const [{ state, counted }, known] = await Promise.all([countIfDue(deps), read()]);
  const rows = counted ? await read() : known;
  const items = rows.map((row, at) => rankedMetro(deps, row, start + at + 1, state?.bar ?? null));
  const total = rows[0]?.total ?? 0;
  const end = start + limit;
  return { items, total, next: end < total ? String(end) : null };
}

type Ranked = Omit<CityCounts, "shown"> & { readonly total: number };

const RANKED = `
  select metro_id as "metroId", waiting, confirmed, joined, places, verified, reported, masjids,
    (count(*) over ())::int as total
  from city_counts order by confirmed desc, waiting desc, places desc, metro_id limit $1 offset $2`;

function rankedMetro({ state }: Deps, row: Ranked, rank: number, bar: number | null): RankedMetro {
  const { metroId, joined: growth, total: _, ...counts } = row;
  const { name, state: region } = state.gazetteer.city(metroId) ?? { name: "", state: "" };
  const missing = bar === null ? null : Math.max(0, bar - row.confirmed);
  return { rank, id: String(metroId), name, state: region, ...counts, growth, missing };
}

/** The bar, and when the metros were counted. */
export async function bar({ deps }: ActionContext<StaffActor>): Promise<z.output<typeof barShown>> {
  const [state] = await deps.db.orm.select().from(cityState);
  return { bar: state?.bar ?? null, countedAt: state?.countedAt ?? null };
}

/** Sets how many confirmed people a metro needs before the launch there. */
export function setBar(ctx: ActionContext<StaffActor>, bar: number) {
  return ctx.deps.db.transaction(async (tx) => {
    await tx.insert(cityState).values({}).onConflictDoNothing();
    const [before] = await tx.select({ bar: cityState.bar }).from(cityState).for("update");
    await tx.update(cityState).set({ bar });
    await record(tx, ctx, { subject: null, before: { bar: before?.bar ?? null }, after: { bar } });
    return { bar };
  });
}
