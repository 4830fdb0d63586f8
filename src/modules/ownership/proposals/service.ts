import { and, count, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import { forbidden } from "../../../core/auth/authorize.ts";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { changedByOther } from "../../../db/query/row-version.ts";
import { days } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import {
  type ClosingReason,
  CONTACT_FIELDS,
  LISTING_FIELDS,
  PROPOSAL_FIELDS,
  type ProposalField,
} from "../../../shared/places/places.ts";
import { record } from "../../audit/public.ts";
import { lockOwnAccount } from "../../partners/public.ts";
import {
  changesBy,
  type currentPois,
  lockPlace,
  saveOwnerFacts,
  updatePlace,
  withCurrentPlaces,
} from "../../places/public.ts";
import { placeProposals as t } from "../table.ts";
import { ownProposal, type ProposalRow, valuesOf } from "./queries.ts";
import {
  listedValues,
  type ProposedFields,
  type proposed,
  type proposeInput,
  type savedPlace,
  type savePlaceInput,
} from "./schema.ts";

type PlaceRow = typeof currentPois.$inferSelect;
type Ctx = ActionContext<PartnerPrincipal>;

const CHANGES_A_DAY = 50; // of one place

/**
 * An owner's change of a place. Contact details apply at once. The rest waits for staff, together with what waited before:
 * the newer value of a field counts, and the current one takes a change back. Throws 404 for another partner's place as
 * for an unknown one, 400 if nothing would change, and 409 with the place if a field differs from what the owner has `seen`.
 */
export const submit = (ctx: Ctx, input: z.output<typeof proposeInput>): Promise<Proposed> =>
  ctx.deps.db.transaction((tx) => submitIn(tx, ctx, input));

type Proposed = z.input<typeof proposed>;

/**
 * Saves what an owner says about its place and what the place is listed with: all of it or nothing. Throws as `submit` and
 * `saveOwnerFacts` do.
 */
export function savePlace(
  ctx: Ctx,
  { id, facts: { updatedAt: readAt, ...sent }, fields, seen }: z.output<typeof savePlaceInput>,
): Promise<z.input<typeof savedPlace>> {
  return ctx.deps.db.transaction(async (tx) => {
    await lockOwnAccount(tx, ctx);
    const isListed = fields !== undefined && !isEmpty(fields);
    if (isListed && ctx.principal.person.role === "editor") throw forbidden(); // as of `submit`
    const facts = await saveOwnerFacts(tx, ctx, { id, sent, readAt });
    const change = isListed ? await submitIn(tx, ctx, { id, fields, seen }) : null;
    return { facts, change };
  });
}

async function submitIn(
  tx: Tx,
  ctx: Ctx,
  { id, fields: listed, seen, ...others }: z.output<typeof proposeInput>,
): Promise<Proposed> {
  const fields: ProposedFields = { ...others, ...listed };
  const { businessName } = await lockOwnAccount(tx, ctx);
  const place = await lockOwnPlace(tx, ctx, id);
  refuseUnseen(place, fields, seen);
  const pending = await pendingOf(tx, id);
  const applied = differing(place, pick(fields, CONTACT_FIELDS));
  const waiting = differing(place, { ...pending?.fields, ...pick(fields, LISTING_FIELDS) });
  const isNew = !isSame(waiting, pending?.fields ?? {});
  if (isEmpty(applied) && !isNew) throw nothingChanged(pending !== undefined);
  await refuseTooMany(tx, id, ctx.deps.now());
  const from = { place, partnerName: businessName };
  const contact = isEmpty(applied) ? null : await applyContact(tx, ctx, from, applied);
  const closed = isNew && pending ? await close(tx, ctx, pending, isEmpty(waiting)) : null;
  const added =
    isNew && !isEmpty(waiting)
      ? await insert(tx, ctx, { ...from, seen: seenEarlier(pending, fields) }, waiting, false)
      : null;
  const row = added ?? (isNew ? closed : pending) ?? contact;
  if (!row) throw new Error("an accepted change has no row");
  const before = { ...valuesOf(place, { ...applied, ...waiting }) };
  await record(tx, ctx, { subject: id, before, after: { proposal: row.id, applied, waiting } });
  return { ...ownProposal(row), applied, waiting };
}

type Seen = z.output<typeof proposeInput>["seen"];

/** Throws 409 with the listed values if someone else has changed a value that the owner changes, and not to the same. */
function refuseUnseen(place: PlaceRow, fields: ProposedFields, seen: Seen = {}): void {
  const shown = listedValues.parse(place);
  const isUnseen = namesOf(fields).some(
    (field) =>
      seen[field] !== undefined &&
      ![place[field], shown[field]].includes(seen[field]) &&
      place[field] !== fields[field],
  );
  if (isUnseen) throw changedByOther("place", shown);
}

/** Each change adds rows and makes the place wait for the sync. */
async function refuseTooMany(tx: Tx, poiId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - days(1));
  const [recent] = await tx
    .select({ changes: count() })
    .from(t)
    .where(and(eq(t.poiId, poiId), gt(t.submittedAt, since)));
  if ((recent?.changes ?? 0) < CHANGES_A_DAY) return;
  throw new DomainError("rateLimited", "This place was changed too often today. Please try again tomorrow.", {
    retryAfter: days(1) / 1_000,
  });
}

/** Locks a place that the caller owns. Throws 404. */
export async function lockOwnPlace(tx: Tx, { principal }: Ctx, id: string): Promise<PlaceRow> {
  const place = await lockPlace(tx, id);
  if (place?.ownerId !== principal.id) throw new DomainError("notFound", "This place isn't in your account");
  return place;
}

async function pendingOf(tx: Tx, poiId: string): Promise<ProposalRow | undefined> {
  const pending = and(eq(t.poiId, poiId), eq(t.status, "pending"));
  const [row] = await tx.select().from(t).where(pending).for("update");
  return row;
}

/** What the owner saw when proposing the fields that already wait and are not proposed again now. */
function seenEarlier(pending: ProposalRow | undefined, fields: ProposedFields): ProposedFields {
  const carried = LISTING_FIELDS.filter((field) => fields[field] === undefined);
  return pick(pending?.before ?? {}, carried);
}

interface Origin {
  readonly place: PlaceRow;
  readonly partnerName: string;
  /** Where it differs from the listed values. */
  readonly seen?: ProposedFields;
}

async function applyContact(tx: Tx, ctx: Ctx, from: Origin, fields: ProposedFields): Promise<ProposalRow> {
  const changes = fields as Partial<PlaceRow>; // without undefined values
  await updatePlace(tx, ctx.deps, from.place, changesBy("owner", ctx.deps.now(), from.place, changes));
  return insert(tx, ctx, from, fields, true);
}

async function insert(
  tx: Tx,
  { deps, principal }: Ctx,
  { place, partnerName, seen = {} }: Origin,
  fields: ProposedFields,
  atOnce: boolean,
): Promise<ProposalRow> {
  const at = deps.now();
  const names = { poiId: place.id, poiName: place.name, partnerId: principal.id, partnerName };
  const outcome = atOnce ? { status: "approved" as const, reviewedAt: at } : {};
  const [row] = await tx
    .insert(t)
    .values({
      id: randomId(),
      ...names,
      ...outcome,
      fields,
      before: { ...valuesOf(place, fields), ...pick(seen, namesOf(fields)) },
      atOnce,
      submittedAt: at,
    })
    .returning();
  if (!row) throw new Error("insert into place_proposals returned no row");
  return row;
}

/** A reviewer who looks at the replaced one cannot approve values that they have not seen. */
async function close(tx: Tx, { deps }: Ctx, { id }: ProposalRow, withdrawn: boolean): Promise<ProposalRow> {
  const reason: ClosingReason = withdrawn ? "withdrawn" : "replaced";
  const closed = await tx
    .update(t)
    .set({ status: "rejected", reason, reviewedAt: deps.now() })
    .where(eq(t.id, id))
    .returning();
  const [row] = await withCurrentPlaces(tx, closed);
  if (!row) throw new Error("update of place_proposals returned no row");
  return row;
}

const pick = (fields: ProposedFields, names: readonly ProposalField[]): ProposedFields =>
  Object.fromEntries(names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]));

/** The fields whose value is not that of the place. */
const differing = (place: PlaceRow, fields: ProposedFields): ProposedFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => place[name as ProposalField] !== value),
  );

const namesOf = (fields: ProposedFields) => PROPOSAL_FIELDS.filter((field) => fields[field] !== undefined);

const isEmpty = (fields: ProposedFields): boolean => Object.keys(fields).length === 0;

const isSame = (one: ProposedFields, other: ProposedFields): boolean =>
  isEmpty(differing(one as PlaceRow, other)) && isEmpty(differing(other as PlaceRow, one));

const nothingChanged = (waits: boolean) =>
  new DomainError(
    "invalid",
    waits
      ? "Nothing would change: these values are listed or wait for our team already"
      : "Nothing would change: the place is listed with these values already",
  );
