import { and, eq, gte, inArray, isNotNull, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import type { Orm } from "../../../db/types.ts";
import { pois, shortIdColumn } from "../table.ts";
import { placeMerges as m, mergedPlaces as t } from "./table.ts";

type Db = Orm | Tx;

/** Whether a column holds the id of this place, or of one that was merged into it. */
export const isOfPlace = (column: SQLWrapper, poiId: SQLWrapper | string): SQL =>
  sql`${column} = any(array(select ${poiId}::text union all select ${t.id} from ${t} where ${t.poiId} = ${poiId}))`;

/** The place that a merged one is part of now; null for an id that was never merged. */
export async function canonicalPlaceOf(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ poiId: t.poiId }).from(t).where(eq(t.id, id));
  return row?.poiId ?? null;
}

/** The merged places whose ids end so, each with the place that it is part of now. */
export const mergedWithShortId = (db: Db, shortId: string) =>
  db
    .select({ id: pois.id, name: pois.name, city: pois.city, state: pois.state, keptId: t.poiId })
    .from(pois)
    .innerJoin(t, eq(t.id, pois.id))
    .where(eq(shortIdColumn(pois.id), shortId));

/** The ids of the places that were merged into these, each with the place that it is part of now. */
export async function mergedInto(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: t.id, poiId: t.poiId })
    .from(t)
    .where(inArray(t.poiId, [...ids]));
  return new Map(rows.map(({ id, poiId }) => [id, poiId]));
}

/** A merge that was not undone. */
export interface Merge {
  readonly duplicateId: string;
  readonly keptId: string;
  readonly mergedAt: Date;
}

/** The merges of those of these places that were merged, and of what was merged into the same places. */
export async function mergesAmong(db: Db, ids: readonly string[]): Promise<readonly Merge[]> {
  const same = db
    .select({ poiId: t.poiId })
    .from(t)
    .where(inArray(t.id, [...ids]));
  const all = db.select({ id: t.id }).from(t).where(inArray(t.poiId, same));
  return db
    .select({ duplicateId: m.duplicateId, keptId: m.keptId, mergedAt: m.mergedAt })
    .from(m)
    .where(and(isNull(m.undoneAt), inArray(m.duplicateId, all)));
}

/** Whether a place with an owner, who owns the place that stayed by another decision too, was merged into it since. */
export async function hasMergedOwned(db: Db, keptId: string, since: Date): Promise<boolean> {
  const owned = db.select({ id: pois.id }).from(pois).where(isNotNull(pois.ownerId));
  const merges = and(
    eq(m.keptId, keptId),
    gte(m.mergedAt, since),
    isNull(m.undoneAt),
    inArray(m.duplicateId, owned),
  );
  return (await db.$count(m, merges)) > 0;
}
