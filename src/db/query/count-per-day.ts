import { type AnyColumn, count, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Orm } from "../types.ts";

/** How many rows came on each day (`2026-01-31` in UTC), first day first; days without any are left out. */
export async function countPerDay(orm: Orm, table: PgTable, at: AnyColumn, where: SQL | undefined) {
  const day = sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD')`;
  return orm.select({ day, count: count() }).from(table).where(where).groupBy(day).orderBy(day);
}
