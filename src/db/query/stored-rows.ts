import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "../client.ts";

/** A row as JSON, by the names of its columns in the database. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Rows of a table in that form. */
export async function copyRows(tx: Tx, table: PgTable, where: SQL | undefined): Promise<StoredRow[]> {
  const found = await tx.execute<{ row: StoredRow }>(
    sql`select to_jsonb(${table}) as row from ${table} where ${where ?? sql`false`}`,
  );
  return found.rows.map(({ row }) => row);
}
