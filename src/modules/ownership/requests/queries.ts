import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import type { Page } from "../../../shared/listing.ts";
import { dueBy } from "../../../shared/reviews/business-days.ts";
import { reasonOf } from "../../../shared/reviews/reviews.ts";
import { likelyDuplicates, withCurrentPlaces } from "../../places/public.ts";
import type { Duplicate, duplicatesInput, PlaceRequest, RequestFields, requestList } from "./schema.ts";
import { poiRequests as t } from "./table.ts";

export type RequestRow = typeof t.$inferSelect;

const NEWEST = newestFirst(t.submittedAt, (row: RequestRow) => row.submittedAt);

/** The caller's own requests, newest first. */
export async function listOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  input: z.output<typeof requestList>,
): Promise<Page<PlaceRequest>> {
  const where = eq(t.partnerId, principal.id);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
  const items = await withCurrentPlaces(deps.db.orm, page.items);
  return { ...page, items: items.map(ownRequest) };
}

/** A request as its own partner sees it, without the reviewer. */
export function ownRequest({
  partnerId,
  formerPartner,
  partnerName,
  reviewedBy,
  reason,
  lastDecision,
  ...row
}: RequestRow): PlaceRequest {
  return { ...row, reason: reasonOf(reason), dueBy: dueBy(row.submittedAt) };
}

/** The pending requests of a partner. */
export const openRequests = (tx: Tx, partnerId: string): Promise<RequestRow[]> =>
  tx
    .select()
    .from(t)
    .where(and(eq(t.partnerId, partnerId), eq(t.status, "pending")));

/** Whether a pending request is for the same place. */
export const isRepeat = (open: readonly RequestRow[], fields: Location): boolean =>
  open.some((each) => repeatKeyOf(each) === repeatKeyOf(fields));

/** Whether a partner that the caller has locked has sent a request again that was decided. */
export const hasPendingRepeat = async (tx: Tx, partnerId: string, fields: Location): Promise<boolean> =>
  isRepeat(await openRequests(tx, partnerId), fields);

type Location = Pick<RequestFields, "name" | "address" | "city" | "state">;

/** Equal for two submissions of the same form, ignoring case, spaces and punctuation. */
const repeatKeyOf = ({ name, address, city, state }: Location): string =>
  JSON.stringify(
    [name, address, city, state].map((text) =>
      text
        .toLowerCase()
        .replace(/[\s.,]+/g, " ")
        .trim(),
    ),
  );

/** Listed places that a request may duplicate, the likeliest first, at most 5. */
export const listDuplicates = (
  { deps }: { readonly deps: Deps },
  fields: z.output<typeof duplicatesInput>,
): Promise<Duplicate[]> => likelyDuplicates(deps, fields);
