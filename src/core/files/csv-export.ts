import type { Database } from "../../db/client.ts";
import { csvHeader, csvTextSql } from "./csv.ts";

export type ExportFormat = "csv" | "jsonl";

/** One column of an export: its name for people, and the SQL that gives it. */
interface ExportColumn {
  readonly name: string;
  readonly sql: string;
  readonly type: "text" | "flag" | "time";
}

interface ExportPlan {
  readonly table: string;
  /** SQL that every row must meet. */
  readonly where: string;
  readonly columns: readonly ExportColumn[];
}

/** A condition beyond the plan's own: `email ilike ?`, with the value for every `?`. */
export interface ExportFilter {
  readonly sql: string;
  readonly value: unknown;
}

interface Position {
  readonly at: Date;
  readonly id: string;
}

const PAGE = 2_000;
const AHEAD = 2;

/**
 * `"2026-01-31T10:00:00.120Z"`, quotes included, much cheaper than `to_char`. JSON drops trailing zeros; the
 * tenth of a millisecond more keeps all three digits before it and is cut off again.
 */
const isoTime = (sql: string): string => {
  const plain = `(${sql} at time zone interval '0') + interval '100 microseconds'`; // a zone's name is looked up a row
  return `'"' || substr(to_json(${plain})::text, 2, 23) || 'Z"'`;
};

function csvSql({ sql, type }: ExportColumn): string {
  if (type === "time") return isoTime(sql);
  if (type === "flag") return `case when ${sql} then '"true"' else '"false"' end`;
  return csvTextSql(sql);
}

const jsonSql = ({ name, sql, type }: ExportColumn): string =>
  `'"${name}":' || ${type === "time" ? isoTime(sql) : `coalesce(to_json(${sql})::text, 'null')`}`;

function lineSql(columns: readonly ExportColumn[], format: ExportFormat): string {
  if (format === "csv") return `${columns.map(csvSql).join(" || ',' || ")} || E'\\r\\n'`;
  return `'{' || ${columns.map(jsonSql).join(" || ',' || ")} || E'}\\n'`;
}

interface Statements {
  /** Where the page behind a position ends; nothing where it is the last one. */
  readonly edge: string;
  /** The text of what lies between two positions, the second one included. */
  readonly text: string;
}

/** A page's text is made by the database, which costs the process a copy and nothing a row. */
function statementsOf(plan: ExportPlan, filters: readonly ExportFilter[], format: ExportFormat): Statements {
  const { table, columns } = plan;
  const conditions = (values: number) => {
    const own = filters.map((filter, n) => filter.sql.replaceAll("?", `$${n + 1 + values}`));
    return [plan.where, ...own, "($1::timestamptz is null or (created_at, id) < ($1, $2))"].join(" and ");
  };
  // the bare times say nothing more: they tell the planner how few rows lie between, so that it takes the index
  const order = "order by created_at desc, id desc";
  return {
    edge: `select created_at as at, id from ${table} where ${conditions(2)} ${order} offset ${PAGE - 1} limit 1`,
    text: `
      select string_agg(line, '') as text from (
        select ${lineSql(columns, format)} as line from ${table}
        where ${conditions(4)} and ($3::timestamptz is null or (created_at, id) >= ($3, $4))
          and ($3 is null or created_at between $3 and coalesce($1, 'infinity')) ${order}
      ) page`,
  };
}

/**
 * All rows as text, newest first, a page at a time: memory does not grow with rows. A few pages are under way
 * while the one before is being sent, because the database makes them on more than one core.
 */
export async function* streamExport(
  db: Database,
  plan: ExportPlan,
  filters: readonly ExportFilter[],
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === "csv") yield csvHeader(plan.columns.map((column) => column.name));
  const { edge, text } = statementsOf(plan, filters, format);
  const values = filters.map((filter) => filter.value);
  const edgeAfter = async (from: Position | null): Promise<Position | null> => {
    const [end] = await db.query<Position>(edge, [from?.at ?? null, from?.id ?? null, ...values]);
    return end ?? null;
  };
  const textBetween = async (from: Position | null, to: Position | null): Promise<string> => {
    const ends = [from?.at ?? null, from?.id ?? null, to?.at ?? null, to?.id ?? null];
    const [page] = await db.query<{ text: string | null }>(text, [...ends, ...values]);
    return page?.text ?? "";
  };
  yield* pagesInOrder(edgeAfter, textBetween);
}

async function* pagesInOrder(
  edgeAfter: (from: Position | null) => Promise<Position | null>,
  textBetween: (from: Position | null, to: Position | null) => Promise<string>,
): AsyncGenerator<string> {
  const pages: Promise<string>[] = [];
  let from: Position | null = null;
  let edge: Promise<Position | null> | null = withoutUnhandledRejection(edgeAfter(null));
  while (edge || pages.length > 0) {
    while (edge && pages.length < AHEAD) {
      const to: Position | null = await edge;
      edge = to && withoutUnhandledRejection(edgeAfter(to));
      pages.push(withoutUnhandledRejection(textBetween(from, to)));
      from = to;
    }
    const text = await pages.shift();
    if (text) yield text;
  }
}

/** It is thrown where it is awaited; a reader that has left must not make it unhandled. */
function withoutUnhandledRejection<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  return answer;
}
