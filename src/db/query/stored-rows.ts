import { type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "../client.ts";

/** A row as JSON, by the names of its columns in the database. */
export type StoredRow = Readonly<Record<string, unknown>>;

/**
 * Inserts rows that `copyRows` returned. Columns that were added since get their defaults, those that were
 * dropped are skipped, and generated ones are computed again.
 */
export async function putRows(tx: Tx, table: PgTable, rows: readonly StoredRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const stored = getTableConfig(table).columns.filter(({ name, generated }) => !generated && name in first);
  const names = sql.join(
    stored.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const source = sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`;
  await tx.execute(
    sql`insert into ${table} (${names}) overriding system value select ${names} from ${source}`,
  );
}

/** Rows in a form from which `putRows` inserts them exactly as they were. */
export async function copyRows(tx: Tx, table: PgTable, where: SQL | undefined): Promise<StoredRow[]> {
  const found = await tx.execute<{ row: StoredRow }>(
    sql`select to_jsonb(${table}) as row from ${table} where ${where ?? sql`false`}`,
  );
  return found.rows.map(({ row }) => row);
}

export const storedIds = (rows: readonly StoredRow[] = []): string[] => rows.map(({ id }) => String(id));
