import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal } from "../../core/rpc/context.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import { dueBy } from "../../shared/business-days.ts";
import type { Page } from "../../shared/listing.ts";
import { reasonOf } from "../../shared/reviews.ts";
import { likelyDuplicates } from "../pois/queries.ts";
import type { Duplicate, duplicatesInput, PlaceRequest, requestList } from "./schema.ts";
import { poiRequests as t } from "./table.ts";

type Wanted = z.output<typeof duplicatesInput>;
type Row = typeof t.$inferSelect;

const NEWEST: Sorting<Row> = {
  column: t.submittedAt,
  kind: "time",
  descending: true,
  of: (row) => row.submittedAt,
};

/** The caller's own requests, newest first. */
export async function listOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  { limit, cursor }: z.output<typeof requestList>,
): Promise<Page<PlaceRequest>> {
  const where = eq(t.partnerId, principal.id);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, limit, cursor });
  return { ...page, items: page.items.map(requestOf) };
}

/** A request as its own partner sees it: nothing of who decided. */
export function requestOf({ partnerId, partnerName, reviewedBy, reason, ...row }: Row): PlaceRequest {
  return { ...row, reason: reasonOf(reason), dueBy: dueBy(row.submittedAt) };
}

/** Places that may be the one that a form asks for, the likeliest first. */
export const duplicates = ({ deps }: ActionContext<PartnerPrincipal>, fields: Wanted): Promise<Duplicate[]> =>
  duplicatesOf(deps, fields);

/** The same for staff, of a request that was sent. */
export const duplicatesOf = ({ db }: Deps, fields: Wanted): Promise<Duplicate[]> =>
  likelyDuplicates(db, fields);
