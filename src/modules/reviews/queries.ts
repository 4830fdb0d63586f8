import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { readPage } from "../../db/query/paging.ts";
import type { Page } from "../../shared/listing.ts";
import { dueBy } from "../../shared/reviews/business-days.ts";
import { type ReviewStatus, reasonOf } from "../../shared/reviews/reviews.ts";
import {
  type ClaimRow,
  clockOf,
  poiClaims,
  poiRequests,
  type RequestRow,
  reviewOrder,
} from "../ownership/public.ts";
import { byIdOrEmail } from "../partners/public.ts";
import { withCurrentPlaces } from "../places/public.ts";
import type { caseList, ReviewedClaim, ReviewedRequest } from "./schema.ts";
import { countWaiting } from "./waiting.ts";

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
  const rows = await withCurrentPlaces(deps.db.orm, page.items);
  return { ...page, items: rows.map((row) => reviewedClaim(row, deps.now())) };
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
  const rows = await withCurrentPlaces(deps.db.orm, page.items);
  return { ...page, items: rows.map((row) => reviewedRequest(row, deps.now())) };
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

const isPastDue = ({ status }: { readonly status: ReviewStatus }, due: Date | null, now: Date): boolean =>
  status === "pending" && due !== null && due < now;

/** How many cases of each queue are past the day by which they were promised. */
export async function lateReviews(deps: Deps) {
  const waiting = await countWaiting(deps, { readerId: null, withSnoozed: true });
  return {
    claims: waiting.claim.late,
    requests: waiting.request.late,
    proposals: waiting.proposal.late,
    transfers: waiting.transfer.late,
    reports: waiting.report.late,
    suggestions: waiting.suggestion.late,
  };
}
