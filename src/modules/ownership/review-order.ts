import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Sorting } from "../../db/query/paging.ts";
import { lateBefore } from "../../shared/reviews/business-days.ts";
import type { ReviewStatus } from "../../shared/reviews/reviews.ts";

interface Case {
  readonly status: ReviewStatus;
  readonly reviewedAt: Date | null;
}

type CaseTable = Readonly<Record<"status" | "reviewedAt", AnyPgColumn>>;

const FAR_FUTURE = Date.UTC(4000, 0);

/** Pending: the time of submission. Decided: after all those, the time of the decision counted back from year 4000. */
const rankOf = ({ status, reviewedAt }: Case, queuedAt: Date): Date =>
  status === "pending" || reviewedAt === null ? queuedAt : new Date(FAR_FUTURE - reviewedAt.getTime());

function rankSql({ status, reviewedAt }: CaseTable, queuedAt: AnyPgColumn): SQL {
  const since = sql`(${reviewedAt} at time zone 'UTC') - timestamp '1970-01-01'`;
  const back = sql`(timestamp '4000-01-01' - (${since})) at time zone 'UTC'`;
  return sql`(case when ${status} = 'pending' or ${reviewedAt} is null then ${queuedAt} else ${back} end)`;
}

/** Oldest pending first, then decided, newest first. `column` is the time by which pending ones are sorted. */
export function reviewOrder<Row extends Case>(
  table: CaseTable,
  column: AnyPgColumn,
  queuedAt: (row: Row) => Date,
  status: ReviewStatus | undefined,
): Sorting<Row> {
  const rank = status === "pending" ? column : rankSql(table, column); // uses the index of the queue
  return { column: rank, kind: "time", descending: false, of: (row) => rankOf(row, queuedAt(row)) };
}

/** The cases that are late, or that are not; undefined for both. `since` is when they began to wait for staff. */
export function isLate(
  status: AnyPgColumn,
  since: SQLWrapper,
  now: Date,
  late: boolean | undefined,
): SQL | undefined {
  if (late === undefined) return undefined;
  const past = sql`(${status} = 'pending' and ${since} < ${lateBefore(now).toISOString()}::timestamptz)`;
  return late ? past : sql`not ${past}`;
}
