import type { SQL } from "drizzle-orm";
import { cursorOf, positionOf } from "../../../db/query/cursor.ts";
import { rowsBefore } from "../../../db/query/paging.ts";
import type { Orm } from "../../../db/types.ts";
import type { Page, Paging } from "../../../shared/listing.ts";
import { currentPois } from "../table.ts";

type Row = typeof currentPois.$inferSelect;

interface BestFirst {
  /** The places that were found, by their `seq`, best first. */
  readonly found: readonly number[];
  /** Which of them are wanted. */
  readonly where: SQL | undefined;
  readonly input: Paging;
}

/**
 * One page of what a search found. The cursor names the last place of the page before: one that is found better since
 * then moves no other to another page.
 */
export async function bestFirst(orm: Orm, { found, where, input }: BestFirst): Promise<Page<Row>> {
  const { limit, cursor } = input;
  const before = rowsBefore(input);
  const rankOf = new Map(found.map((seq, rank) => [seq, rank]));
  const rank = ({ seq }: Pick<Row, "seq">) => rankOf.get(seq) ?? found.length;
  const rows = await orm.select().from(currentPois).where(where);
  rows.sort((a, b) => rank(a) - rank(b));
  const start = cursor === undefined ? before : startAfter(rows, cursor);
  const items = rows.slice(start, start + limit);
  const last = items.at(-1);
  const more = last !== undefined && start + limit < rows.length;
  return {
    items,
    total: rows.length,
    next: more ? cursorOf({ value: String(start + limit), id: last.id }) : null,
  };
}

/** After the place of the cursor. If that is gone, one position earlier: rather one shown twice than one skipped. */
function startAfter(rows: readonly Row[], cursor: string): number {
  const { value, id } = positionOf(cursor, "text");
  const at = rows.findIndex((row) => row.id === id);
  if (at !== -1) return at + 1;
  const position = Number(value) - 1;
  return Number.isInteger(position) && position > 0 ? position : 0;
}
