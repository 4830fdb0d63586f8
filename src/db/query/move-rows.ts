import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "../client.ts";

/** A table of rows that are each about one place. */
interface RowsOfPlaces {
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly poiId: PgColumn;
  /** What an undo compares, as text. */
  readonly state: SQL;
}

/** A row and its state after the move. */
export interface MovedRow {
  readonly id: string;
  readonly state: string;
}

/** Moves what is about one place to another. The caller has locked both. */
export async function moveRows(
  tx: Tx,
  { table, id, poiId, state }: RowsOfPlaces,
  from: string,
  to: string,
): Promise<readonly MovedRow[]> {
  const { rows } = await tx.execute<{ id: string; state: string }>(sql`
    update ${table} set ${sql.identifier(poiId.name)} = ${to} where ${poiId} = ${from} returning ${id} as id, ${state} as state`);
  return rows;
}

/**
 * Moves rows back that are still about `from` and in the state of their move. Returns how many were changed since and stay;
 * those that are gone do not count.
 */
export async function moveRowsBack(
  tx: Tx,
  { table, id, poiId, state }: RowsOfPlaces,
  moved: readonly MovedRow[],
  from: string,
  to: string,
): Promise<number> {
  if (moved.length === 0) return 0;
  const back = await tx.execute(sql`
    update ${table} set ${sql.identifier(poiId.name)} = ${to}
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) m("id" text, "state" text)
    where ${id} = m."id" and ${poiId} = ${from} and ${state} = m."state"`);
  const { rows } = await tx.execute<{ there: number }>(sql`
    select count(*)::int as there from ${table}
    join jsonb_array_elements_text(${JSON.stringify(moved.map((row) => row.id))}::jsonb) m("moved") on ${id} = m."moved"`);
  return (rows[0]?.there ?? 0) - back.rowCount;
}
