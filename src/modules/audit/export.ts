import { and, desc, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { csvHeader, csvLineSql, csvTextSql } from "../../core/files/csv.ts";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { matching } from "./matching.ts";
import type { auditExport } from "./schema.ts";
import { record } from "./service.ts";
import { auditLog } from "./table.ts";

type ExportInput = z.output<typeof auditExport>;

const PAGE_ROWS = 250; // an entry has up to 30 kB

interface Column {
  readonly name: string;
  /** SQL of its value; of its text in a CSV file, if that is another. */
  readonly value: string;
  readonly text?: string;
}

const COLUMNS: readonly Column[] = [
  { name: "at", value: `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
  { name: "actorKind", value: "actor_kind" },
  { name: "actorName", value: "actor_name" },
  { name: "tokenName", value: "token_name" },
  { name: "action", value: "action" },
  { name: "subject", value: "subject" },
  { name: "before", value: "before", text: "before::text" },
  { name: "after", value: "after", text: "after::text" },
  { name: "address", value: "address" },
  { name: "requestId", value: "request_id" },
];

const LINES: Readonly<Record<ExportInput["format"], string>> = {
  csv: csvLineSql(COLUMNS.map(({ value, text = value }) => csvTextSql(text))),
  jsonl: `json_build_object(${COLUMNS.map(({ name, value }) => `'${name}', ${value}`).join(", ")})::text || E'\\n'`,
};

/** Streams the filtered entries, newest first; the export itself adds one. */
export async function exportAll(ctx: ActionContext<StaffActor>, input: ExportInput) {
  const { db } = ctx.deps;
  const { format } = input;
  const wanted = matching(input);
  const after = { format, filtered: wanted !== undefined };
  await db.transaction((tx) => record(tx, ctx, { subject: null, after }));
  return (async function* () {
    if (format === "csv") yield csvHeader(COLUMNS.map(({ name }) => name));
    for (let before: number | undefined; ; ) {
      const where = and(wanted, before === undefined ? undefined : lt(auditLog.id, before));
      const rows = await db.orm
        .select({ id: auditLog.id, line: sql<string>`${sql.raw(LINES[format])}` })
        .from(auditLog)
        .where(where)
        .orderBy(desc(auditLog.id))
        .limit(PAGE_ROWS);
      yield rows.map(({ line }) => line).join("");
      before = rows.at(-1)?.id;
      if (rows.length < PAGE_ROWS) return;
    }
  })();
}
