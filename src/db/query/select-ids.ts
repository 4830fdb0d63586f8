import { desc, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { SELECTED_MAX } from "../../shared/bulk.ts";
import { DomainError } from "../../shared/errors.ts";
import type { Orm, Readable } from "../types.ts";

type Selectable = Readable & { readonly id: PgColumn; readonly createdAt: PgColumn };

/** The count that the caller saw. */
export interface Seen {
  readonly count: number;
}

/** The ids of all rows that match, newest first. Throws 409 if they are not `seen` many, and 400 if they are too many. */
export async function selectIds(
  orm: Orm,
  table: Selectable,
  where: SQL | undefined,
  seen: number,
): Promise<{ ids: string[] }> {
  const rows = await orm
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(SELECTED_MAX + 1);
  const most = SELECTED_MAX.toLocaleString("en-US");
  if (rows.length > SELECTED_MAX)
    throw new DomainError("invalid", `Please narrow the filters: at most ${most} records can be selected`);
  if (rows.length !== seen)
    throw new DomainError("conflict", `${rows.length} records match by now, not ${seen}. Please look again.`);
  return { ids: rows.map(({ id }) => String(id)) };
}
