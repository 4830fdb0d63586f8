import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "../client.ts";

/** A row as JSON, by the names of its columns in the database. */
export type JsonRow = Readonly<Record<string, unknown>>;

/** Reads rows as JSON objects with the database's column names. */
export async function readJsonRows(tx: Tx, table: PgTable, where: SQL | undefined): Promise<JsonRow[]> {
  const found = await tx.execute<{ row: JsonRow }>(
    sql`select to_jsonb(${table}) as row from ${table} where ${where ?? sql`false`}`,
  );
  return found.rows.map(({ row }) => row);
}
