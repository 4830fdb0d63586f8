import { sql } from "drizzle-orm";
import type { Tx } from "../client.ts";
import { quoted, type TableInfo, tablesOf } from "./introspect.ts";
import type { TableHead } from "./lines.ts";

const PAGE_TEXT = 200_000; // characters per page, as rows may be small or contain a whole file
const FIRST_PAGE = 8; // rows
const MAX_PAGE_ROWS = 1_000;

/** The settings by which PostgreSQL formats values as text, fixed so that text means the same on every server. */
export const TEXT_FORMAT_SETTINGS = [
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  "set local extra_float_digits = 1",
  "set local bytea_output = 'hex'",
];

export type WriteLine = (text: string) => Promise<void>;

/** Writes the rows of all tables but the excluded ones; returns how many each has. */
export async function dumpTables(
  tx: Tx,
  line: WriteLine,
  excluded: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  for (const setting of TEXT_FORMAT_SETTINGS) await tx.execute(sql.raw(setting));
  const counts: Record<string, number> = {};
  for (const table of await tablesOf(tx)) {
    if (!excluded.includes(table.name)) counts[table.name] = await dumpTable(tx, table, line);
  }
  return counts;
}

/** A cursor needs no sort key for paging, and sees the snapshot of the transaction. */
async function dumpTable(tx: Tx, table: TableInfo, line: WriteLine): Promise<number> {
  const columns = table.columns.map((column) => column.name);
  const head: TableHead = {
    table: table.name,
    columns,
    types: table.columns.map(({ type }) => type),
    required: table.columns.filter(({ required }) => required).map(({ name }) => name),
    sequences: await sequencesOf(tx, table),
  };
  await line(JSON.stringify(head));
  const texts = columns.map((name) => `${quoted(name)}::text`).join(", ");
  const rows = `select to_json(array[${texts}]::text[])::text as line from ${quoted(table.name)}`;
  await tx.execute(sql.raw(`declare backup_rows no scroll cursor for ${rows}`));
  let count = 0;
  for (let size = FIRST_PAGE; ; ) {
    const page = await tx.execute<{ line: string }>(sql.raw(`fetch ${size} from backup_rows`));
    for (const row of page.rows) await line(row.line);
    count += page.rows.length;
    if (page.rows.length < size) break;
    size = nextSize(size, page.rows);
  }
  await tx.execute(sql.raw("close backup_rows"));
  return count;
}

function nextSize(size: number, rows: readonly { line: string }[]): number {
  const text = rows.reduce((sum, row) => sum + row.line.length, 0);
  const fitting = Math.floor((PAGE_TEXT * size) / Math.max(text, 1));
  return Math.max(1, Math.min(fitting, size * 8, MAX_PAGE_ROWS));
}

async function sequencesOf(tx: Tx, { columns }: TableInfo): Promise<Record<string, number>> {
  const sequences: Record<string, number> = {};
  for (const { name, sequence } of columns) {
    if (sequence === null) continue;
    const { rows } = await tx.execute<{ last: number | null }>(
      sql`select pg_sequence_last_value(${sequence}::text::regclass) as last`,
    );
    const last = rows[0]?.last;
    if (last != null) sequences[name] = last;
  }
  return sequences;
}
