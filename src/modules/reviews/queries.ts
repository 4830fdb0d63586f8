import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { FileResponse } from "../../core/files/file-response.ts";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import { dueBy } from "../../shared/business-days.ts";
import type { Page } from "../../shared/listing.ts";
import type { ReviewStatus } from "../../shared/reviews.ts";
import { reasonOf } from "../../shared/reviews.ts";
import { record } from "../audit/service.ts";
import { sentFile } from "../claims/queries.ts";
import { poiClaims } from "../claims/table.ts";
import { poiRequests } from "../requests/table.ts";
import type { caseList, evidenceInput, ReviewedClaim, ReviewedRequest } from "./schema.ts";

export type ClaimRow = typeof poiClaims.$inferSelect;
export type RequestRow = typeof poiRequests.$inferSelect;

interface Case {
  readonly status: ReviewStatus;
  readonly submittedAt: Date;
  readonly reviewedAt: Date | null;
  readonly reason: string | null;
}

type CaseTable = Readonly<Record<"status" | "submittedAt" | "reviewedAt", AnyPgColumn>>;

const FAR = Date.UTC(4000, 0);

/** What waits by its own time; what was decided behind all that, by its time counted backwards from year 4000. */
const rankOf = ({ status, submittedAt, reviewedAt }: Case): Date =>
  status === "pending" || reviewedAt === null ? submittedAt : new Date(FAR - reviewedAt.getTime());

function rankSql({ status, submittedAt, reviewedAt }: CaseTable): SQL {
  const since = sql`(${reviewedAt} at time zone 'UTC') - timestamp '1970-01-01'`;
  const back = sql`(timestamp '4000-01-01' - (${since})) at time zone 'UTC'`;
  return sql`(case when ${status} = 'pending' or ${reviewedAt} is null then ${submittedAt} else ${back} end)`;
}

/** Oldest pending first, then what was decided, newest first (contract 6). */
function sortingOf<Row extends Case>(table: CaseTable, status: ReviewStatus | undefined): Sorting<Row> {
  const column = status === "pending" ? table.submittedAt : rankSql(table); // the queue's index
  return { column, kind: "time", descending: false, of: rankOf };
}

type ListInput = z.output<typeof caseList>;

export async function listClaims(
  { deps }: ActionContext<StaffActor>,
  { status, limit, cursor }: ListInput,
): Promise<Page<ReviewedClaim>> {
  const where = and(status && eq(poiClaims.status, status));
  const sorting = sortingOf<ClaimRow>(poiClaims, status);
  const page = await readPage(deps.db.orm, { table: poiClaims, sorting, where, limit, cursor });
  return { ...page, items: page.items.map((row) => reviewedClaim(row, deps.now())) };
}

export async function listRequests(
  { deps }: ActionContext<StaffActor>,
  { status, limit, cursor }: ListInput,
): Promise<Page<ReviewedRequest>> {
  const where = and(status && eq(poiRequests.status, status));
  const sorting = sortingOf<RequestRow>(poiRequests, status);
  const page = await readPage(deps.db.orm, { table: poiRequests, sorting, where, limit, cursor });
  return { ...page, items: page.items.map((row) => reviewedRequest(row, deps.now())) };
}

/** A claim as staff see it. */
export const reviewedClaim = (row: ClaimRow, now: Date): ReviewedClaim => ({
  ...row,
  ...factsOf(row, now),
  documents: [...row.documents],
});

/** A request as staff see it. */
export const reviewedRequest = (row: RequestRow, now: Date): ReviewedRequest => ({
  ...row,
  ...factsOf(row, now),
});

function factsOf({ status, submittedAt, reviewedAt, reason }: Case, now: Date) {
  const due = dueBy(submittedAt);
  const late = status === "pending" && due < now;
  return { reason: reasonOf(reason), dueBy: due, late, updatedAt: reviewedAt ?? submittedAt };
}

/** A file that came with a claim; that somebody looked at it is an act that is recorded. Throws 404. */
export async function evidenceFile(
  acting: ActionContext<StaffActor>,
  { id, inline }: z.output<typeof evidenceInput>,
): Promise<FileResponse> {
  const { claimId, file } = await sentFile(acting.deps, id, inline);
  await acting.deps.db.transaction((tx) => record(tx, acting, { subject: id, after: { claimId } }));
  return file;
}
