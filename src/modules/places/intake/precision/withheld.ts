import { and, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { offersOf } from "../../../../core/rpc/offers.ts";
import type { Tx } from "../../../../db/client.ts";
import type { Orm } from "../../../../db/types.ts";
import type { FileSource } from "../../../../shared/places/sources.ts";
import type { TierDeps } from "../../offers.ts";
import { pois } from "../../table.ts";
import { sourceFloors } from "../table.ts";
import { precisionOf } from "./queries.ts";

/** Checked rows without which a floor does nothing. docs/limits.md */
const FLOOR_NEEDS = 20;

type Scope =
  | { readonly source: FileSource; readonly cityId?: number }
  /** Places that are new in a city, or of which a source says something else than before. */
  | { readonly ids: readonly string[] | SQL };

/**
 * Withholds the places whose only word is a source that is too often wrong in their city, and no longer those of which
 * that is not so. Two at once about one source wait for each other.
 */
export async function refreshWithheld(tx: Tx, deps: TierDeps, scope: Scope): Promise<void> {
  const floors = tx.select().from(sourceFloors);
  const [floor] = await ("source" in scope
    ? floors.where(eq(sourceFloors.source, scope.source)).for("update")
    : floors.where(gt(sourceFloors.floor, 0)).limit(1));
  if (!floor) return; // none was ever set, so nothing is withheld
  const { below, isOut } = ruleOf(deps, sql`select source, floor from ${sourceFloors} where floor > 0`);
  await tx.execute(sql`
    ${below} update ${pois} set is_withheld = not is_withheld
    where ${scopeOf(scope, SOURCE)} and is_withheld is distinct from ${isOut}`);
}

/** How many more places a floor would withhold. */
export async function countWithheldBy(
  db: Orm,
  deps: TierDeps,
  { source, floor }: { readonly source: FileSource; readonly floor: number },
): Promise<number> {
  const { below, isOut } = ruleOf(deps, sql`select ${source}::text as source, ${floor}::float8 as floor`);
  const { rows } = await db.execute<{ count: number }>(sql`
    ${below} select count(*)::int as count from ${pois}
    where ${pois.deletedAt} is null and ${pois.mergedInto} is null and not is_withheld and ${SOURCE} = ${source} and ${isOut}`);
  return rows[0]?.count ?? 0;
}

/** Which source said a place. */
const SOURCE = sql`${pois.said}->'*'->>'source'`;

/** SQL: the sources and cities that are below these floors, and whether a place stays out of the search because of them. */
function ruleOf(deps: TierDeps, floors: SQL) {
  const below = sql`with below as (select m.source, m.city_id
    from (${precisionOf(sql`source in (select source from (${floors}) f)`)}) m join (${floors}) f on f.source = m.source
    where m."of" >= ${FLOOR_NEEDS} and m."right"::float8 / m."of" < f.floor)`;
  const isOut = sql`(exists (select from below b where b.city_id = ${pois.cityId} and b.source = ${SOURCE})
    and ${onlyOneWord(deps, SOURCE)})`;
  return { below, isOut };
}

/** What has a city alone, as precision is measured by city; the others are never withheld. */
function scopeOf(scope: Scope, source: SQL): SQL | undefined {
  if ("ids" in scope) return inArray(pois.id, Array.isArray(scope.ids) ? [...scope.ids] : scope.ids);
  const { cityId } = scope;
  if (cityId !== undefined) return and(eq(pois.cityId, cityId), eq(source, scope.source));
  const measured = sql`${pois.cityId} in (select city_id from place_samples where source = ${scope.source})`;
  return and(or(measured, eq(pois.isWithheld, true)), eq(source, scope.source));
}

/** No owner, no field from a stronger one, no evidence, no other source. */
function onlyOneWord(deps: TierDeps, source: SQL): SQL {
  const evidence = offersOf(deps, "hasEvidence").map((hasEvidence) => hasEvidence(sql`${pois.id}`));
  return sql`(${pois.ownerId} is null
    and not exists (select from jsonb_each(${pois.said}) w where w.value->>'by' <> 'file')
    and not exists (select from place_sources o
      where o.poi_id = ${pois.id} and o.gone_at is null and o.source <> ${source})
    and not ${or(...evidence) ?? sql`false`})`;
}
