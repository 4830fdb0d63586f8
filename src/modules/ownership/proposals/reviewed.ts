import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { readPage } from "../../../db/query/paging.ts";
import type { Orm } from "../../../db/types.ts";
import type { Page } from "../../../shared/listing.ts";
import { PROPOSAL_FIELDS } from "../../../shared/places/places.ts";
import { tierToday } from "../../../shared/places/tier-today.ts";
import { auditLog } from "../../audit/public.ts";
import { currentPois } from "../../places/public.ts";
import { undoUntil } from "../decisions.ts";
import { isLate, reviewOrder } from "../review-order.ts";
import { placeProposals as t } from "../table.ts";
import {
  noSuchChange,
  ownProposal,
  type PlaceRow,
  type ProposalRow,
  valuesOf,
  versionOf,
} from "./queries.ts";
import type { caseList, ProposedFields, ReviewedProposal } from "./schema.ts";

/** Changes that wait or waited for staff, in review order. */
export async function listForStaff(
  ctx: ActionContext<StaffActor>,
  { status, late, ...input }: z.output<typeof caseList>,
): Promise<Page<ReviewedProposal>> {
  const { deps } = ctx;
  const where = and(
    eq(t.atOnce, false),
    status && eq(t.status, status),
    isLate(t.status, t.submittedAt, deps.now(), late),
  );
  const sorting = reviewOrder<ProposalRow>(t, t.submittedAt, (row) => row.submittedAt, status);
  const page = await readPage(deps.db.orm, { table: t, sorting, where, input });
  const ids = page.items.flatMap(({ poiId }) => (poiId === null ? [] : [poiId]));
  const places = await deps.db.orm.select().from(currentPois).where(inArray(currentPois.id, ids));
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const compared = page.items.map((row) => ({ row, place: placeOf.get(row.poiId ?? "") ?? null }));
  return { ...page, items: await reviewedProposals(ctx, deps.db.orm, compared) };
}

/** One change for staff. Throws 404, also for one that applied at once. */
export async function getForStaff(ctx: ActionContext<StaffActor>, id: string): Promise<ReviewedProposal> {
  const { orm } = ctx.deps.db;
  const [row] = await orm
    .select()
    .from(t)
    .where(and(eq(t.id, id), eq(t.atOnce, false)));
  if (!row) throw noSuchChange();
  const [place = null] = await orm
    .select()
    .from(currentPois)
    .where(eq(currentPois.id, row.poiId ?? ""));
  return reviewedProposal(ctx, orm, { row, place });
}

export interface ComparedChange {
  readonly row: ProposalRow;
  /** Null if it was deleted. */
  readonly place: PlaceRow | null;
}

/** A change as staff see it, next to the current values of the place. */
export async function reviewedProposal(
  ctx: ActionContext<StaffActor>,
  tx: Orm | Tx,
  compared: ComparedChange,
): Promise<ReviewedProposal> {
  const [shown] = await reviewedProposals(ctx, tx, [compared]);
  if (!shown) throw new Error("a change is shown as none");
  return shown;
}

async function reviewedProposals(
  ctx: ActionContext<StaffActor>,
  tx: Orm | Tx,
  compared: readonly ComparedChange[],
): Promise<ReviewedProposal[]> {
  const edits = await editsOf(tx, compared);
  return compared.map(({ row, place }) => {
    const own = ownProposal(row);
    return {
      ...row,
      ...own,
      poiId: place?.id ?? null,
      current: place && valuesOf(place, row.fields),
      edits: edits.get(row.id) ?? {},
      placeVersion: place && placeVersionOf(place, row.fields),
      tier: place === null || place.category === "mosque" ? null : tierToday(place, ctx.deps.now()),
      late: row.status === "pending" && own.dueBy < ctx.deps.now(),
      updatedAt: versionOf(row),
      undoUntil: undoUntil(ctx, row),
    };
  });
}

/** Changes with every value of the place in the fields that `wanted` has, and with nothing else. */
export const placeVersionOf = (place: PlaceRow, wanted: ProposedFields): string =>
  createHash("sha256")
    .update(JSON.stringify([place.id, valuesOf(place, wanted)]))
    .digest("hex")
    .slice(0, 16);

type Edits = ReviewedProposal["edits"];

/** Per pending change: the fields that are not as the owner saw them, and the edit of staff that set each. */
async function editsOf(
  tx: Orm | Tx,
  compared: readonly ComparedChange[],
): Promise<ReadonlyMap<string, Edits>> {
  const edited = compared.flatMap(({ row, place }) => {
    const fields = place && row.status === "pending" ? editedFields(row, place) : [];
    return place && fields.length > 0 ? [{ id: row.id, place, fields }] : [];
  });
  if (edited.length === 0) return new Map();
  const entries = await editsOfStaff(
    tx,
    edited.map(({ place }) => place.id),
  );
  return new Map(
    edited.map(({ id, place, fields }) => {
      const ofPlace = entries.filter(({ subject }) => subject === place.id);
      const edits = fields.map((field) => {
        const last = ofPlace.find(({ before, after }) => before[field] !== after[field]);
        const isCurrent = last?.after[field] === place[field];
        return [field, last && isCurrent ? { at: last.at, by: last.by } : null] as const;
      });
      return [id, Object.fromEntries(edits)];
    }),
  );
}

const editedFields = ({ fields, before }: ProposalRow, place: PlaceRow) =>
  PROPOSAL_FIELDS.filter((field) => fields[field] !== undefined && place[field] !== before[field]);

const EDITS_READ = 500; // the newest; of an older edit only that there was one is shown

/** Edits of places by staff, newest first. Sorted after they are found, as few entries have these subjects. */
async function editsOfStaff(tx: Orm | Tx, poiIds: readonly string[]) {
  const { id, at, actorName, subject, before, after, action } = auditLog;
  const rows = await tx
    .select({ at, by: actorName, subject, before, after })
    .from(auditLog)
    .where(and(inArray(subject, [...poiIds]), eq(action, "admin.pois.update")))
    .orderBy(sql`${id} + 0 desc`)
    .limit(EDITS_READ);
  return rows.map((row) => ({ ...row, before: stateOf(row.before), after: stateOf(row.after) }));
}

const stateOf = (state: unknown): Readonly<Record<string, unknown>> =>
  typeof state === "object" && state !== null ? { ...state } : {};
