import type { Database } from "../db/client.ts";
import { csvLine } from "../shared/csv.ts";

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

interface PageRow {
  readonly text: string | null;
  readonly rows: number;
  readonly at: Date | null;
  readonly id: string | null;
}

const PAGE = 5_000;
/** Tab, LF, CR, + - = @ and the full-width forms of the last four: what a spreadsheet runs. */
const DANGEROUS = "9,10,13,43,45,61,64,65291,65293,65309,65312";

const quoted = (sql: string): string =>
  `'"' || case when ascii(${sql}) in (${DANGEROUS}) then '''' else '' end || replace(${sql}, '"', '""') || '"'`;

/**
 * `"2026-01-31T10:00:00.120Z"`, quotes included, much cheaper than `to_char`. JSON drops trailing zeros; the
 * tenth of a millisecond more keeps all three digits before it and is cut off again.
 */
const isoTime = (sql: string): string =>
  `'"' || substr(to_json((${sql} + interval '100 microseconds') at time zone 'UTC')::text, 2, 23) || 'Z"'`;

function csvSql({ sql, type }: ExportColumn): string {
  if (type === "time") return isoTime(sql);
  if (type === "flag") return `case when ${sql} then '"true"' else '"false"' end`;
  return quoted(`coalesce(${sql}, '')`);
}

const jsonSql = ({ name, sql, type }: ExportColumn): string =>
  `'"${name}":' || ${type === "time" ? isoTime(sql) : `coalesce(to_json(${sql})::text, 'null')`}`;

function lineSql(columns: readonly ExportColumn[], format: ExportFormat): string {
  if (format === "csv") return `${columns.map(csvSql).join(" || ',' || ")} || E'\\r\\n'`;
  return `'{' || ${columns.map(jsonSql).join(" || ',' || ")} || E'}\\n'`;
}

/** A page's text is made by the database, which costs the process a copy and nothing a row. */
function statementOf(plan: ExportPlan, filters: readonly ExportFilter[], format: ExportFormat): string {
  const { table, columns } = plan;
  const conditions = filters.map((filter, n) => filter.sql.replaceAll("?", `$${n + 3}`));
  const where = [plan.where, ...conditions].join(" and ");
  return `
    select string_agg(line, '') as text, count(*)::int as rows,
      (array_agg(created_at))[count(*)] as at, (array_agg(id))[count(*)] as id
    from (
      select ${lineSql(columns, format)} as line, created_at, id from ${table}
      where ${where} and ($1::timestamptz is null or (created_at, id) < ($1, $2))
      order by created_at desc, id desc limit ${PAGE}
    ) page`;
}

/**
 * All rows as text, newest first, a page at a time: memory does not grow with rows. The next page is under
 * way while the last one is being sent, and no further.
 */
export async function* exportText(
  db: Database,
  plan: ExportPlan,
  filters: readonly ExportFilter[],
  format: ExportFormat,
): AsyncGenerator<string> {
  const statement = statementOf(plan, filters, format);
  const values = filters.map((filter) => filter.value);
  const pageAfter = async (position: Position | null): Promise<PageRow | undefined> => {
    const [page] = await db.query<PageRow>(statement, [
      position?.at ?? null,
      position?.id ?? null,
      ...values,
    ]);
    return page;
  };
  if (format === "csv") yield csvLine(plan.columns.map((column) => column.name));
  let coming: Promise<PageRow | undefined> | null = pageAfter(null);
  while (coming) {
    const page: PageRow | undefined = await coming;
    const end = endOf(page);
    coming = end && pageAfter(end);
    coming?.catch(() => {}); // thrown where it is awaited; a reader that left must not make it unhandled
    if (page?.text) yield page.text;
  }
}

const endOf = (page: PageRow | undefined): Position | null =>
  page?.rows === PAGE && page.at !== null && page.id !== null ? { at: page.at, id: page.id } : null;
