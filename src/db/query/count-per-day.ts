import { type AnyColumn, count, type SQL, sql } from "drizzle-orm";
import type { Orm, Readable } from "../types.ts";

/** Counts rows per day (`2026-01-31` in UTC), in order; days without rows are omitted. */
export async function countPerDay(orm: Orm, table: Readable, at: AnyColumn, where: SQL | undefined) {
  const day = sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD')`;
  return orm.select({ day, count: count() }).from(table).where(where).groupBy(day).orderBy(day);
}
