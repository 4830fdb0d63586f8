import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { days } from "../../../shared/duration.ts";
import { addDays, dayIn } from "../../../shared/places/days.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { currentPois, isOfPlace } from "../../places/public.ts";
import { VISIT_WEEKS, VISITS_SHOWN, VISITS_SUMMED, type Visits } from "./schema.ts";
import { placeVisits as t } from "./table.ts";

const VISITS_KEPT = days(400);
const WEEK = 7; // days

/** How often the page of the caller's own place was viewed, week by week. Throws 404. */
export async function showVisits(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  id: string,
): Promise<Visits> {
  const { orm } = deps.db;
  const own = and(eq(currentPois.id, id), eq(currentPois.ownerId, principal.id));
  const [place] = await orm.select({ id: currentPois.id }).from(currentPois).where(own);
  if (!place) throw noPlace();
  const first = addDays(dayIn("UTC", deps.now()), 1 - VISIT_WEEKS * WEEK);
  const rows = await orm
    .select({
      week: sql<number>`(${t.day} - ${first}::date) / ${WEEK}`.mapWith(Number),
      views: sql<number>`sum(${t.views})::int`,
      directions: sql<number>`sum(${t.directions})::int`,
    })
    .from(t)
    .where(and(isOfPlace(t.poiId, id), gte(t.day, first)))
    .groupBy(sql`1`);
  const sumOf = (what: "views" | "directions", from: number, to: number): number | null => {
    const sum = rows.reduce((all, row) => all + (row.week >= from && row.week <= to ? row[what] : 0), 0);
    return sum < VISITS_SHOWN ? null : sum;
  };
  const counts = (from: number, to: number) => ({
    views: sumOf("views", from, to),
    directions: sumOf("directions", from, to),
  });
  const weeks = Array.from({ length: VISIT_WEEKS }, (_, n) => ({
    from: addDays(first, n * WEEK),
    ...counts(n, n),
  }));
  return { ...counts(VISIT_WEEKS - VISITS_SUMMED, VISIT_WEEKS - 1), weeks };
}

/** Deletes counts that no owner sees any more; part of the hourly sweep. */
export async function deleteOldVisits({ db, now }: Deps): Promise<void> {
  await db.orm.delete(t).where(lt(t.day, dayIn("UTC", new Date(now().getTime() - VISITS_KEPT))));
}
