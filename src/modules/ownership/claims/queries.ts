import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import type { Page } from "../../../shared/listing.ts";
import { dueBy } from "../../../shared/reviews/business-days.ts";
import { reasonOf } from "../../../shared/reviews/reviews.ts";
import type { Claim, claimList } from "./schema.ts";
import { poiClaims as t } from "./table.ts";

export type ClaimRow = typeof t.$inferSelect;

const NEWEST = newestFirst(t.submittedAt, (row: ClaimRow) => row.submittedAt);

/** The caller's own claims, newest first. */
export async function listOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  input: z.output<typeof claimList>,
): Promise<Page<Claim>> {
  const where = eq(t.partnerId, principal.id);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
  return { ...page, items: page.items.map(ownClaim) };
}

/** A claim as its own partner sees it, without the reviewer. */
export function ownClaim({
  partnerId,
  formerPartner,
  partnerName,
  reviewedBy,
  reason,
  lastDecision,
  ...row
}: ClaimRow): Claim {
  return { ...row, ...clockOf(row), documents: [...row.documents], reason: reasonOf(reason) };
}

/** What a claim waits for, if it waits for its partner, else when its decision is due. */
export function clockOf({
  submittedAt,
  moreRequestedAt,
  documentsAt,
  notes,
}: Pick<ClaimRow, "submittedAt" | "moreRequestedAt" | "documentsAt" | "notes">) {
  if (moreRequestedAt !== null) return { moreRequested: notes, dueBy: null };
  return { moreRequested: null, dueBy: dueBy(documentsAt ?? submittedAt) };
}
