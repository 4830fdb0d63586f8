import type { Database } from "../../db/client.ts";
import { type CsvField, csvHeader, csvLineSql, csvTextSql } from "./csv.ts";

export type ExportFormat = "csv" | "jsonl";

/** A column of an export: its name in the file, and the SQL of its value. */
interface ExportColumn {
  readonly name: string;
  readonly sql: string;
  /** `id`: made by the server, of letters and digits alone, so that it needs no guard. */
  readonly type: "id" | "text" | "flag" | "time";
}

interface ExportPlan {
  readonly table: string;
  /** SQL that every row must meet. */
  readonly where: string;
  readonly columns: readonly ExportColumn[];
  /** Rows that are read at once and held in memory; 2,000 by default. */
  readonly pageRows?: number;
}

/** An additional condition, such as `email ilike ?`, and the value for every `?` in it. */
export interface ExportFilter {
  readonly sql: string;
  readonly value: unknown;
}

interface Position {
  readonly at: Date;
  readonly id: string;
}

const PAGE_ROWS = 2_000; // a row can have texts of thousands of letters
const MAX_PAGES_IN_FLIGHT = 2;

/**
 * A time as `2026-01-31T10:00:00.120Z` and what follows it; much cheaper than `to_char` or `to_json`. PostgreSQL drops
 * trailing zeros, so a tenth of a millisecond is added to keep all three digits, and cut off again.
 */
const isoTime = (sql: string, after = ""): string => {
  const plain = `(${sql} at time zone interval '0') + interval '100 microseconds'`; // a named zone would be looked up for every row
  return `replace((${plain})::text, ' ', 'T')::varchar(23) || 'Z${after}'`;
};

function csvSql({ sql, type }: ExportColumn): CsvField {
  if (type === "time") return (before) => `'${before}"' || ${isoTime(sql)}`;
  if (type === "id") return (before) => `'${before}"' || ${sql}`;
  if (type === "flag") return (before) => `case when ${sql} then '${before}"true' else '${before}"false' end`;
  return csvTextSql(sql);
}

function jsonSql({ name, sql, type }: ExportColumn, n: number): string {
  const before = `${n === 0 ? "{" : ","}"${name}":`;
  if (type === "time") return `'${before}"' || ${isoTime(sql, '"')}`;
  return `'${before}' || coalesce(to_json(${sql})::text, 'null')`;
}

function lineSql(columns: readonly ExportColumn[], format: ExportFormat): string {
  if (format === "csv") return csvLineSql(columns.map(csvSql));
  return `${columns.map(jsonSql).join(" || ")} || E'}\\n'`;
}

interface Statements {
  /** Selects the last position of the page after a position; no row for the last page. */
  readonly pageEnd: string;
  /** Selects a line for each of the rows between two positions, including the second one. */
  readonly text: string;
}

/** The database builds the lines, so that the process only passes bytes on. */
function statementsOf(plan: ExportPlan, filters: readonly ExportFilter[], format: ExportFormat): Statements {
  const { table, columns, pageRows = PAGE_ROWS } = plan;
  const conditions = (values: number) => {
    const own = filters.map((filter, n) => filter.sql.replaceAll("?", `$${n + 1 + values}`));
    return [plan.where, ...own, "($1::timestamptz is null or (created_at, id) < ($1, $2))"].join(" and ");
  };
  // the condition on created_at alone is redundant: it lets the planner estimate few rows and use the index
  const order = "order by created_at desc, id desc";
  return {
    pageEnd: `select created_at as at, id from ${table} where ${conditions(2)} ${order} offset ${pageRows - 1} limit 1`,
    text: `
      select ${lineSql(columns, format)} as line from ${table}
      where ${conditions(4)} and ($3::timestamptz is null or (created_at, id) >= ($3, $4))
        and ($3 is null or created_at between $3 and coalesce($1, 'infinity')) ${order}`,
  };
}

/**
 * All rows as text, newest first, one page at a time: memory does not grow with the number of rows. Pages are
 * prefetched while the previous one is sent, because the database can build them on several cores.
 */
export async function* streamExport(
  db: Pick<Database, "query" | "readText">,
  plan: ExportPlan,
  filters: readonly ExportFilter[],
  format: ExportFormat,
): AsyncGenerator<Uint8Array> {
  if (format === "csv") yield new TextEncoder().encode(csvHeader(plan.columns.map((column) => column.name)));
  const { pageEnd, text } = statementsOf(plan, filters, format);
  const values = filters.map((filter) => filter.value);
  const pageEndAfter = async (from: Position | null): Promise<Position | null> => {
    const after = [from?.at ?? null, from?.id ?? null];
    const [end] = await db.query<Position>(pageEnd, [...after, ...values]);
    return end ?? null;
  };
  const textBetween = async (from: Position | null, to: Position | null): Promise<Uint8Array[]> => {
    const ends = [from?.at ?? null, from?.id ?? null, to?.at ?? null, to?.id ?? null];
    return db.readText(text, [...ends, ...values]);
  };
  yield* pagesInOrder(pageEndAfter, textBetween);
}

async function* pagesInOrder(
  pageEndAfter: (from: Position | null) => Promise<Position | null>,
  textBetween: (from: Position | null, to: Position | null) => Promise<Uint8Array[]>,
): AsyncGenerator<Uint8Array> {
  const pages: Promise<Uint8Array[]>[] = [];
  let from: Position | null = null;
  let pageEnd: Promise<Position | null> | null = withoutUnhandledRejection(pageEndAfter(null));
  while (pageEnd || pages.length > 0) {
    while (pageEnd && pages.length < MAX_PAGES_IN_FLIGHT) {
      const to: Position | null = await pageEnd;
      pageEnd = to && withoutUnhandledRejection(pageEndAfter(to));
      pages.push(withoutUnhandledRejection(textBetween(from, to)));
      from = to;
    }
    for (const part of (await pages.shift()) ?? []) yield part;
  }
}

/** The error is thrown where the promise is awaited; if the reader has disconnected, it never is. */
function withoutUnhandledRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
