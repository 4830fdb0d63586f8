import { type AnyColumn, and, asc, count, desc, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { DomainError } from "../../shared/errors.ts";
import type { Page, Paging } from "../../shared/listing.ts";
import type { Orm, Readable } from "../types.ts";
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

type Listed = Readable & { readonly id: AnyColumn };

interface PageQuery<Table extends Listed> {
  readonly table: Table;
  readonly sorting: Sorting<Table["$inferSelect"]>;
  readonly where: SQL | undefined;
  readonly input: Paging;
  /** Counts no further than this, as an exact count of a million rows takes seconds. */
  readonly countUpTo?: number;
  /** The number of all matches where it is cached, so that nothing is counted. */
  readonly total?: ((orm: Orm) => Promise<number>) | undefined;
}

interface Counted {
  readonly total: number;
  readonly totalIsMore?: boolean;
}

/**
 * One page of a table and the number of all matches. The last page costs as much as the first; a page by its number
 * also a scan of the index up to it, from the nearer end. Throws `DomainError` 400 on a cursor of another list or
 * sorting, and on a cursor beside a number.
 */
export async function readPage<Table extends Listed>(
  orm: Orm,
  query: PageQuery<Table>,
): Promise<Page<Table["$inferSelect"]>> {
  const { table, where, countUpTo, total, input } = query;
  const before = rowsBefore(input);
  const counting: Promise<Counted> = total
    ? total(orm).then((cached) => ({ total: cached }))
    : countOf(orm, table, where, countUpTo);
  if (before === 0) {
    const [page, counted] = await Promise.all([pageAfter(orm, query, input.cursor), counting]);
    return { ...page, ...counted };
  }
  const counted = await counting;
  const cursor = await cursorAfter(orm, query, before, counted);
  return { ...(cursor ? await pageAfter(orm, query, cursor) : { items: [], next: null }), ...counted };
}

/** The number of rows before a page that is asked for by its number. Throws `DomainError` 400 beside a cursor. */
export function rowsBefore({ page, cursor, limit }: Paging): number {
  if (page === undefined) return 0;
  if (cursor === undefined) return (page - 1) * limit;
  const sentence = "Send page or cursor, not both";
  throw new DomainError("invalid", sentence, { fields: { page: sentence } });
}

async function pageAfter<Table extends Listed>(
  orm: Orm,
  { table, sorting, where, input: { limit } }: PageQuery<Table>,
  cursor: string | undefined,
) {
  const some = await orm
    .select()
    .from(table as PgTable)
    .where(and(where, after(sorting, table.id, cursor)))
    .orderBy(...orderOf(sorting, table))
    .limit(limit + 1); // one more shows whether there is a next page
  const rows = some as Table["$inferSelect"][]; // all columns of that very table
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? cursorAt(sorting, last) : null };
}

/** The cursor behind so many rows; undefined past the end. Up to it only the index is read. */
async function cursorAfter<Table extends Listed>(
  orm: Orm,
  { table, sorting, where }: PageQuery<Table>,
  rows: number,
  { total, totalIsMore = false }: Counted,
): Promise<string | undefined> {
  if (rows > total && !totalIsMore) return undefined;
  const isNearEnd = !totalIsMore && rows > total / 2;
  const id = orm
    .select({ id: sql`${table.id}` })
    .from(table as PgTable)
    .where(where)
    .orderBy(...orderOf(isNearEnd ? { ...sorting, descending: !sorting.descending } : sorting, table))
    .offset(isNearEnd ? total - rows : rows - 1)
    .limit(1);
  const [row] = await orm
    .select()
    .from(table as PgTable)
    .where(sql`${table.id} = (${id})`);
  return row && cursorAt(sorting, row as Table["$inferSelect"]);
}

const orderOf = <Row>({ column, descending }: Sorting<Row>, { id }: Listed): SQL[] =>
  descending ? [desc(column), desc(id)] : [asc(column), asc(id)];

const cursorAt = <Row>(sorting: Sorting<Row>, row: Row): string =>
  cursorOf({ value: sorting.of(row), id: (row as Row & { readonly id: string }).id });

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
