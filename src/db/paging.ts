import { type AnyColumn, asc, desc, type SQL, sql } from "drizzle-orm";
import { cursorOf, type Page, positionOf } from "../shared/listing.ts";

/** What a list is sorted by; its id breaks ties, so that the order is the same on every page. */
export interface Sorting {
  readonly column: AnyColumn;
  readonly id: AnyColumn;
  readonly kind: "time" | "text";
  readonly descending: boolean;
}

export const orderOf = ({ column, id, descending }: Sorting): SQL[] =>
  descending ? [desc(column), desc(id)] : [asc(column), asc(id)];

/** Rows that come after a cursor; undefined on the first page. The last page costs as much as the first. */
export function after(sorting: Sorting, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { value, id } = positionOf(cursor, sorting.kind);
  const end = value instanceof Date ? sql`${value.toISOString()}::timestamptz` : sql`${value}`;
  const sign = sorting.descending ? sql`<` : sql`>`;
  return sql`(${sorting.column}, ${sorting.id}) ${sign} (${end}, ${id})`;
}

/** A page from `limit + 1` rows: the one too many says that there is more. */
export function pageFrom<Row extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
  total: number,
  sortedValue: (row: Row) => Date | string,
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, total, next: more ? cursorOf({ value: sortedValue(last), id: last.id }) : null };
}
