import { and, desc, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Page } from "../../../shared/listing.ts";
import type { PersonalData } from "../../../shared/people/personal-data.ts";
import { type CONTACT_FIELDS, closingReasonOf, PROPOSAL_FIELDS } from "../../../shared/places/ownership.ts";
import { dueBy } from "../../../shared/reviews/business-days.ts";
import { type Applicant, isOf } from "../../partners/former/queries.ts";
import { pois } from "../../pois/table.ts";
import { isLate, reviewOrder } from "../../reviews/queries.ts";
import { undoUntil } from "../../reviews/undo/queries.ts";
import { placeProposals as t } from "../table.ts";
import type { caseList, OwnProposal, ownList, ProposedFields, ReviewedProposal } from "./schema.ts";

export type ProposalRow = typeof t.$inferSelect;
type PlaceRow = typeof pois.$inferSelect;

const NEWEST = newestFirst(t.submittedAt, (row: ProposalRow) => row.submittedAt);

/** The caller's own changes, newest first. */
export async function listOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  { limit, cursor }: z.output<typeof ownList>,
): Promise<Page<OwnProposal>> {
  const where = eq(t.partnerId, principal.id);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, limit, cursor });
  return { ...page, items: page.items.map(ownProposal) };
}

/** A change as its own partner sees it, without the reviewer. */
export const ownProposal = (row: ProposalRow): OwnProposal => ({
  ...row,
  reason: closingReasonOf(row.reason),
  dueBy: dueBy(row.submittedAt),
});

/** Changes that wait or waited for staff, in review order. */
export async function listForStaff(
  ctx: ActionContext<StaffActor>,
  { status, late, limit, cursor }: z.output<typeof caseList>,
): Promise<Page<ReviewedProposal>> {
  const { deps } = ctx;
  const where = and(
    eq(t.atOnce, false),
    status && eq(t.status, status),
    isLate(t.status, t.submittedAt, deps.now(), late),
  );
  const sorting = reviewOrder<ProposalRow>(t, t.submittedAt, (row) => row.submittedAt, status);
  const page = await readPage(deps.db.orm, { table: t, sorting, where, limit, cursor });
  const ids = page.items.flatMap(({ poiId }) => (poiId === null ? [] : [poiId]));
  const places = await deps.db.orm.select().from(pois).where(inArray(pois.id, ids));
  const placeOf = new Map(places.map((place) => [place.id, place]));
  return {
    ...page,
    items: page.items.map((row) => reviewedProposal(ctx, row, placeOf.get(row.poiId ?? "") ?? null)),
  };
}

/** One change for staff. Throws 404, also for one that applied at once. */
export async function getForStaff(ctx: ActionContext<StaffActor>, id: string): Promise<ReviewedProposal> {
  const [found] = await ctx.deps.db.orm
    .select({ row: t, place: pois })
    .from(t)
    .leftJoin(pois, eq(pois.id, t.poiId))
    .where(and(eq(t.id, id), eq(t.atOnce, false)));
  if (!found) throw noSuchChange();
  return reviewedProposal(ctx, found.row, found.place);
}

export const noSuchChange = () => new DomainError("notFound", "There is no such change");

/** A change as staff see it, next to the current values of the place. */
export function reviewedProposal(
  ctx: ActionContext<StaffActor>,
  row: ProposalRow,
  place: PlaceRow | null,
): ReviewedProposal {
  const own = ownProposal(row);
  return {
    ...row,
    ...own,
    current: place && valuesOf(place, row.fields),
    late: row.status === "pending" && own.dueBy < ctx.deps.now(),
    updatedAt: versionOf(row),
    undoUntil: undoUntil(ctx, row),
  };
}

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

/** The changes of a partner: what `eraseForPartner` clears. Called by `partners`. */
export async function proposalsOf(tx: Tx, who: Applicant): Promise<PersonalData> {
  const rows = await tx.select().from(t).where(isOf(t, who)).orderBy(desc(t.submittedAt));
  return {
    proposals: rows.map(
      ({ submittedAt: at, partnerId: _, formerPartner: __, lastDecision: ___, ...fields }) => ({
        ...fields,
        at,
        onErasure: "cleared" as const,
      }),
    ),
  };
}
