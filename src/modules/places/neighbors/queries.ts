import { and, between, eq, inArray, ne } from "drizzle-orm";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { distance, KM_PER_DEGREE, noPlace, type Point } from "../../../shared/places/places.ts";
import { withTierToday } from "../../../shared/places/tier-today.ts";
import { answerOf } from "../duplicates/match.ts";
import { likelyDuplicates } from "../duplicates/queries.ts";
import { currentPois as t } from "../table.ts";
import type { Neighbor, Neighbors } from "./schema.ts";

type Row = typeof t.$inferSelect;

const RADIUS = 200; // meters
const SHOWN_MAX = 100;
const READ_MAX = 500; // places in the square around the circle

/** The places around one, and those in its city that may be the same. Throws 404. */
export async function neighborsOf({ deps }: ActionContext<StaffActor>, id: string): Promise<Neighbors> {
  const [place] = await deps.db.orm.select().from(t).where(eq(t.id, id));
  if (!place) throw noPlace();
  const center = pointOf(place);
  const near = center === null ? [] : await nearTo(deps, center, id);
  const known = new Set([id, ...near.map((row) => row.id)]);
  const likely = await likelyDuplicates(deps, place, known);
  const others = await rowsOf(
    deps,
    likely.map((each) => each.id),
  );
  const shown = [...near, ...others].map((row) => {
    const answer = answerOf(row, place);
    return { ...neighborOf(deps, place, row), alike: answer !== "different", same: answer === "same" };
  });
  const rank = ({ alike, same }: Neighbor) => Number(alike) + Number(same);
  const order = (each: Neighbor) => each.meters ?? Number.MAX_VALUE;
  const places = shown
    .sort((a, b) => rank(b) - rank(a) || order(a) - order(b) || (a.id < b.id ? -1 : 1))
    .slice(0, SHOWN_MAX);
  return { radius: center === null ? null : RADIUS, places };
}

const pointOf = ({ latitude, longitude }: Row): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Meridians converge: the square is as wide in degrees as it must be at its latitude. */
async function nearTo({ db }: Deps, { latitude, longitude }: Point, id: string): Promise<readonly Row[]> {
  const tall = RADIUS / 1_000 / KM_PER_DEGREE;
  const wide = tall / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01);
  const rows = await db.orm
    .select()
    .from(t)
    .where(
      and(
        between(t.latitude, latitude - tall, latitude + tall),
        between(t.longitude, longitude - wide, longitude + wide),
        ne(t.id, id),
      ),
    )
    .limit(READ_MAX);
  return rows.filter((row) => {
    const point = pointOf(row);
    return point !== null && distance({ latitude, longitude }, point) * 1_000 <= RADIUS;
  });
}

const rowsOf = async ({ db }: Deps, ids: readonly string[]): Promise<readonly Row[]> =>
  ids.length === 0
    ? []
    : db.orm
        .select()
        .from(t)
        .where(inArray(t.id, [...ids]));

function neighborOf({ now }: Deps, place: Row, found: Row): Omit<Neighbor, "alike" | "same"> {
  const [from, to] = [pointOf(place), pointOf(found)];
  return {
    ...withTierToday(found, now()),
    meters: from && to && Math.round(distance(from, to) * 1_000),
  };
}
