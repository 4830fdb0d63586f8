import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import { dueBy } from "../../shared/business-days.ts";
import type { Page } from "../../shared/listing.ts";
import { type ReviewStatus, reasonOf } from "../../shared/reviews.ts";
import type { ClaimRow } from "../claims/queries.ts";
import { poiClaims } from "../claims/table.ts";
import type { RequestRow } from "../requests/queries.ts";
import { poiRequests } from "../requests/table.ts";
import type { caseList, ReviewedClaim, ReviewedRequest } from "./schema.ts";

interface Case {
  readonly status: ReviewStatus;
  readonly submittedAt: Date;
  readonly reviewedAt: Date | null;
  readonly reason: string | null;
}

type CaseTable = Readonly<Record<"status" | "submittedAt" | "reviewedAt", AnyPgColumn>>;

const FAR_FUTURE = Date.UTC(4000, 0);

/** Pending: the time of submission. Decided: after all those, the time of the decision counted back from year 4000. */
const rankOf = ({ status, submittedAt, reviewedAt }: Case): Date =>
  status === "pending" || reviewedAt === null ? submittedAt : new Date(FAR_FUTURE - reviewedAt.getTime());

function rankSql({ status, submittedAt, reviewedAt }: CaseTable): SQL {
  const since = sql`(${reviewedAt} at time zone 'UTC') - timestamp '1970-01-01'`;
  const back = sql`(timestamp '4000-01-01' - (${since})) at time zone 'UTC'`;
  return sql`(case when ${status} = 'pending' or ${reviewedAt} is null then ${submittedAt} else ${back} end)`;
}

/** Oldest pending first, then decided, newest first. */
function sortingOf<Row extends Case>(table: CaseTable, status: ReviewStatus | undefined): Sorting<Row> {
  const column = status === "pending" ? table.submittedAt : rankSql(table); // uses the index of the queue
  return { column, kind: "time", descending: false, of: rankOf };
}

type ListInput = z.output<typeof caseList>;

/** Claims in review order, optionally of one status. */
export async function listClaims(
  { deps }: ActionContext<StaffActor>,
  { status, limit, cursor }: ListInput,
): Promise<Page<ReviewedClaim>> {
  const where = and(status && eq(poiClaims.status, status));
  const sorting = sortingOf<ClaimRow>(poiClaims, status);
  const page = await readPage(deps.db.orm, { table: poiClaims, sorting, where, limit, cursor });
  return { ...page, items: page.items.map((row) => reviewedClaim(row, deps.now())) };
}

/** Place requests in review order, optionally of one status. */
export async function listRequests(
  { deps }: ActionContext<StaffActor>,
  { status, limit, cursor }: ListInput,
): Promise<Page<ReviewedRequest>> {
  const where = and(status && eq(poiRequests.status, status));
  const sorting = sortingOf<RequestRow>(poiRequests, status);
  const page = await readPage(deps.db.orm, { table: poiRequests, sorting, where, limit, cursor });
  return { ...page, items: page.items.map((row) => reviewedRequest(row, deps.now())) };
}

/** A claim as staff sees it. */
export const reviewedClaim = (row: ClaimRow, now: Date): ReviewedClaim => ({
  ...row,
  ...derivedFields(row, now),
  documents: [...row.documents],
});

/** A request as staff sees it. */
export const reviewedRequest = (row: RequestRow, now: Date): ReviewedRequest => ({
  ...row,
  ...derivedFields(row, now),
});

function derivedFields({ status, submittedAt, reviewedAt, reason }: Case, now: Date) {
  const due = dueBy(submittedAt);
  const late = status === "pending" && due < now;
  return { reason: reasonOf(reason), dueBy: due, late, updatedAt: reviewedAt ?? submittedAt };
}
