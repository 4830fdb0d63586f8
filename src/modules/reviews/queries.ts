import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import type { Page } from "../../shared/listing.ts";
import { dueBy, lateBefore } from "../../shared/reviews/business-days.ts";
import { type ReviewStatus, reasonOf } from "../../shared/reviews/reviews.ts";
import { type ClaimRow, clockOf } from "../ownership/claims/queries.ts";
import { poiClaims } from "../ownership/claims/table.ts";
import type { RequestRow } from "../ownership/requests/queries.ts";
import { poiRequests } from "../ownership/requests/table.ts";
import { byIdOrEmail } from "../partners/queries.ts";
import type { caseList, ReviewedClaim, ReviewedRequest } from "./schema.ts";

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

type ListInput = z.output<typeof caseList>;

/** Null for all partners. Throws 404 if there is no such account, whose list would otherwise look empty. */
const idOfPartner = async (ctx: ActionContext<StaffActor>, partner: string): Promise<string | null> =>
  partner === "" ? null : (await byIdOrEmail(ctx, partner)).id;

/** Claims in review order, optionally of one status and of one partner. Throws 404 for an unknown partner. */
export async function listClaims(
  ctx: ActionContext<StaffActor>,
  { status, partner, ...input }: ListInput,
): Promise<Page<ReviewedClaim>> {
  const { deps } = ctx;
  const partnerId = await idOfPartner(ctx, partner);
  const where = and(
    status && eq(poiClaims.status, status),
    partnerId === null ? undefined : eq(poiClaims.partnerId, partnerId),
  );
  const sorting = reviewOrder<ClaimRow>(poiClaims, poiClaims.queuedAt, (row) => row.queuedAt, status);
  const page = await readPage(deps.db.orm, { table: poiClaims, sorting, where, input });
  return { ...page, items: page.items.map((row) => reviewedClaim(row, deps.now())) };
}

/** Place requests in review order, as `listClaims`. */
export async function listRequests(
  ctx: ActionContext<StaffActor>,
  { status, partner, ...input }: ListInput,
): Promise<Page<ReviewedRequest>> {
  const { deps } = ctx;
  const partnerId = await idOfPartner(ctx, partner);
  const where = and(
    status && eq(poiRequests.status, status),
    partnerId === null ? undefined : eq(poiRequests.partnerId, partnerId),
  );
  const sorting = reviewOrder<RequestRow>(
    poiRequests,
    poiRequests.submittedAt,
    (row) => row.submittedAt,
    status,
  );
  const page = await readPage(deps.db.orm, { table: poiRequests, sorting, where, input });
  return { ...page, items: page.items.map((row) => reviewedRequest(row, deps.now())) };
}

/** A claim as staff sees it. */
export function reviewedClaim(row: ClaimRow, now: Date): ReviewedClaim {
  const clock = clockOf(row);
  const updatedAt = row.reviewedAt ?? row.moreRequestedAt ?? row.documentsAt ?? row.submittedAt;
  return {
    ...row,
    ...clock,
    documents: [...row.documents],
    reason: reasonOf(row.reason),
    late: isPastDue(row, clock.dueBy, now),
    updatedAt,
  };
}

/** A request as staff sees it. */
export function reviewedRequest(row: RequestRow, now: Date): ReviewedRequest {
  const due = dueBy(row.submittedAt);
  return {
    ...row,
    reason: reasonOf(row.reason),
    dueBy: due,
    late: isPastDue(row, due, now),
    updatedAt: row.reviewedAt ?? row.submittedAt,
  };
}

const isPastDue = ({ status }: Pick<Case, "status">, due: Date | null, now: Date): boolean =>
  status === "pending" && due !== null && due < now;
