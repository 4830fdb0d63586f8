import { getTableColumns, type SQL, sql } from "drizzle-orm";
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

/**
 * Inserts many rows as one parameter of JSON: Drizzle's own `values` makes a parameter and a piece of SQL of each value,
 * which takes several times as long. Columns that the rows leave out get the database's default, not `$defaultFn`. Throws
 * if the rows do not all have the same columns.
 */
export async function insertMany<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => Object.hasOwn(first, key));
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  const types = sql.join(
    columns.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
    sql`, `,
  );
  const values = rows.map((row: Readonly<Record<string, unknown>>) => {
    const isSame = columns.every(([key]) => row[key] !== undefined);
    if (!isSame || Object.keys(row).length !== columns.length)
      throw new Error("rows that are inserted together have different columns");
    return Object.fromEntries(columns.map(([key, { name }]) => [name, stored(row[key])]));
  });
  await tx.execute(sql`insert into ${table} (${names})
    select ${names} from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r (${types})`);
}

/** A `Date` makes JSON.stringify three times as slow. */
const stored = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);
