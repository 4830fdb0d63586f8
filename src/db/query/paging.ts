import { type AnyColumn, and, asc, count, desc, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Page } from "../../shared/listing.ts";
import type { Orm } from "../types.ts";
import { cursorOf, positionOf } from "./cursor.ts";

/** The sort order of a list. The id breaks ties, so that the order is total. */
export interface Sorting<Row> {
  readonly column: AnyColumn | SQL;
  readonly kind: "time" | "text";
  readonly descending: boolean;
  /** The sorted value of a row. */
  readonly of: (row: Row) => Date | string;
}

/** By a time, newest first. `of` gives the column's value of a row. */
export const newestFirst = <Row>(column: AnyColumn, of: (row: Row) => Date): Sorting<Row> => ({
  column,
  kind: "time",
  descending: true,
  of,
});

type Listed = PgTable & { readonly id: AnyColumn };

interface PageQuery<Table extends Listed> {
  readonly table: Table;
  readonly sorting: Sorting<Table["$inferSelect"]>;
  readonly where: SQL | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Counts no further than this, as an exact count of a million rows takes seconds. */
  readonly countUpTo?: number;
  /** The number of all matches where it is kept, so that nothing is counted. */
  readonly total?: ((orm: Orm) => Promise<number>) | undefined;
}

/**
 * One page of a table and the number of all matches. The last page costs as much as the first. Throws `DomainError`
 * 400 on a cursor of another list or sorting.
 */
export async function readPage<Table extends Listed>(
  orm: Orm,
  { table, sorting, where, limit, cursor, countUpTo, total }: PageQuery<Table>,
): Promise<Page<Table["$inferSelect"]>> {
  const { column, descending } = sorting;
  const found = orm
    .select()
    .from(table as PgTable)
    .where(and(where, after(sorting, table.id, cursor)))
    .orderBy(...(descending ? [desc(column), desc(table.id)] : [asc(column), asc(table.id)]))
    .limit(limit + 1); // one more shows whether there is a next page
  const counting = total
    ? total(orm).then((kept) => ({ total: kept }))
    : countOf(orm, table, where, countUpTo);
  const [some, counted] = await Promise.all([found, counting]);
  const rows = some as Table["$inferSelect"][]; // all columns of that very table
  const items = rows.slice(0, limit);
  const last = items.at(-1) as (Table["$inferSelect"] & { readonly id: string }) | undefined;
  const more = rows.length > limit && last !== undefined;
  const next = more ? cursorOf({ value: sorting.of(last), id: last.id }) : null;
  return { items, next, ...counted };
}

/** The number of matches; counted only up to `upTo`, if that is given. */
export async function countOf(orm: Orm, table: Listed, where: SQL | undefined, upTo?: number) {
  if (upTo === undefined) {
    const [all] = await orm
      .select({ total: count() })
      .from(table as PgTable)
      .where(where);
    return { total: all?.total ?? 0 };
  }
  const some = orm
    .select({ one: sql`1`.as("one") })
    .from(table as PgTable)
    .where(where)
    .limit(upTo + 1)
    .as("some");
  const [bounded] = await orm.select({ total: count() }).from(some);
  const total = bounded?.total ?? 0;
  return total > upTo ? { total: upTo, totalIsMore: true } : { total };
}

/** Rows that come after a cursor; undefined on the first page. */
function after<Row>(
  { column, kind, descending }: Sorting<Row>,
  key: AnyColumn,
  cursor?: string,
): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { value, id } = positionOf(cursor, kind);
  const end = value instanceof Date ? sql`${value.toISOString()}::timestamptz` : sql`${value}`;
  return sql`(${column}, ${key}) ${descending ? sql`<` : sql`>`} (${end}, ${id})`;
}
