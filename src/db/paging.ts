import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { cursorOf, type Page, type Position, positionOf } from "../shared/listing.ts";

/** Rows that come after a cursor in a list that is newest first; undefined on the first page. */
export function after(createdAt: AnyColumn, id: AnyColumn, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const position = positionOf(cursor);
  return sql`(${createdAt}, ${id}) < (${position.at.toISOString()}::timestamptz, ${position.id})`;
}

/** A page from `limit + 1` rows: the one too many says that there is more. */
export function pageFrom<Row extends { readonly createdAt: Date; readonly id: string }>(
  rows: readonly Row[],
  limit: number,
  total: number,
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const end: Position | null = last && rows.length > limit ? { at: last.createdAt, id: last.id } : null;
  return { items, total, next: end && cursorOf(end) };
}
