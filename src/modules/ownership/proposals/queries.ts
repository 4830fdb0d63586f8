import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Page } from "../../../shared/listing.ts";
import { type CONTACT_FIELDS, closingReasonOf, PROPOSAL_FIELDS } from "../../../shared/places/places.ts";
import { dueBy } from "../../../shared/reviews/business-days.ts";
import { type currentPois, withCurrentPlaces } from "../../places/public.ts";
import { placeProposals as t } from "../table.ts";
import type { OwnProposal, ownList, ProposedFields } from "./schema.ts";

export type ProposalRow = typeof t.$inferSelect;
export type PlaceRow = typeof currentPois.$inferSelect;

const NEWEST = newestFirst(t.submittedAt, (row: ProposalRow) => row.submittedAt);

/** The caller's own changes, newest first. */
export async function listOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  input: z.output<typeof ownList>,
): Promise<Page<OwnProposal>> {
  const where = eq(t.partnerId, principal.id);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
  const items = await withCurrentPlaces(deps.db.orm, page.items);
  return { ...page, items: items.map(ownProposal) };
}

/** A change as its own partner sees it, without the reviewer. */
export const ownProposal = (row: ProposalRow): OwnProposal => ({
  ...row,
  reason: closingReasonOf(row.reason),
  dueBy: dueBy(row.submittedAt),
});

export const noSuchChange = () => new DomainError("notFound", "There is no such change");

/** The version of a change that staff see. */
export const versionOf = ({ reviewedAt, submittedAt }: ProposalRow): Date => reviewedAt ?? submittedAt;

/** The values of a place in the fields that `wanted` has. */
export const valuesOf = (place: PlaceRow, wanted: ProposedFields): ProposedFields =>
  Object.fromEntries(
    PROPOSAL_FIELDS.filter((field) => wanted[field] !== undefined).map((field) => [field, place[field]]),
  );

/**
 * When the owner of a place gave its current phone number and website; null for those that come from elsewhere or that
 * were changed since.
 */
export async function contactFromOwner(
  { db }: Pick<Deps, "db">,
  place: Pick<PlaceRow, "id" | "ownerId" | "phone" | "website">,
): Promise<Readonly<Record<(typeof CONTACT_FIELDS)[number], Date | null>>> {
  const rows =
    place.ownerId === null
      ? []
      : await db.orm
          .select()
          .from(t)
          .where(and(eq(t.poiId, place.id), eq(t.atOnce, true), eq(t.partnerId, place.ownerId)))
          .orderBy(desc(t.submittedAt), desc(t.id));
  const since = (field: (typeof CONTACT_FIELDS)[number]): Date | null => {
    const latest = rows.find(({ fields }) => fields[field] !== undefined);
    return latest && latest.fields[field] === place[field] && place[field] !== "" ? latest.submittedAt : null;
  };
  return { phone: since("phone"), website: since("website") };
}
