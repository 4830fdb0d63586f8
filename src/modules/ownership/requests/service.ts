import { and, eq, inArray, or } from "drizzle-orm";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import {
  changedSince,
  isSameDecision,
  type LastDecision,
  type Outcome,
} from "../../../shared/reviews/reviews.ts";
import { record } from "../../audit/public.ts";
import { evidenceRecords, recordOwnerStatement, renewals } from "../../evidence/public.ts";
import { lockConfirmedAccount, lockPartner, type PartnerRow, reviewerOf } from "../../partners/public.ts";
import {
  createPlace,
  type currentPois,
  deletePlace,
  findSamePlace,
  isSamePlace,
  lockPlace,
  type NewPlace,
  placeFacts,
  placeMerges,
  provenanceNow,
} from "../../places/public.ts";
import { poiClaims } from "../claims/table.ts";
import { placeProposals, placeTransfers } from "../table.ts";
import { hasPendingRepeat, isRepeat, openRequests, ownRequest, type RequestRow } from "./queries.ts";
import { MAX_OPEN_REQUESTS, type PlaceRequest, type RequestFields } from "./schema.ts";
import { poiRequests, poiRequests as t } from "./table.ts";

/**
 * Requests a place that is not listed, for the calling partner. Throws 409 with `place` if the same name is listed at
 * the same address; 409 if the partner already has a pending request for it, or ten pending requests; 403 before the address
 * is confirmed.
 */
export async function submit(
  ctx: ActionContext<PartnerPrincipal>,
  fields: RequestFields,
): Promise<PlaceRequest> {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    const { businessName } = await lockConfirmedAccount(tx, ctx);
    await refuseFurtherRequest(tx, principal.id, fields);
    await refuseListed(tx, fields);
    const values = { ...fields, id: randomId(), partnerId: principal.id, submittedAt: deps.now() };
    const [row] = await tx
      .insert(poiRequests)
      .values({ ...values, partnerName: businessName })
      .returning();
    if (!row) throw new Error("insert into poi_requests returned no row");
    const { name, city, state, category } = row;
    await record(tx, ctx, { subject: row.id, after: { name, city, state, category } });
    return ownRequest(row);
  });
}

async function refuseListed(tx: Tx, fields: Location): Promise<void> {
  const place = await findSamePlace(tx, fields);
  if (place) throw new DomainError("conflict", "This location is already listed", { facts: { place } });
}

async function refuseFurtherRequest(tx: Tx, partnerId: string, fields: RequestFields): Promise<void> {
  const open = await openRequests(tx, partnerId);
  if (isRepeat(open, fields)) {
    throw new DomainError("conflict", "You already have a pending request for this location");
  }
  if (open.length >= MAX_OPEN_REQUESTS) {
    const sentence = `You have ${MAX_OPEN_REQUESTS} open requests. Please wait until one of them is decided.`;
    throw new DomainError("conflict", sentence);
  }
}

type Location = Pick<RequestFields, "name" | "address" | "city" | "state">;

/** Where the reviewer found the requested place; the sync cannot match a place without id or coordinates. */
export type Position = Pick<NewPlace, "placeId" | "latitude" | "longitude">;

export interface DecidedRequest {
  readonly request: RequestRow;
  /** Null if the account was deleted. */
  readonly requester: PartnerRow | null;
}

/**
 * Decides a pending request. An approval creates the place, owned by the requester. The caller sends the mail and
 * records the audit entry. Locks the partner, then requests by id. Throws 404, and 409 if the request is already
 * decided or the same name is listed at the same address by now.
 */
export async function applyRequestDecision(
  tx: Tx,
  ctx: ActionContext<StaffActor>,
  { id, decision, reason, notes }: Omit<Outcome, "kind">,
  position: Position,
): Promise<DecidedRequest> {
  const [seen] = await tx.select().from(poiRequests).where(eq(poiRequests.id, id));
  if (!seen) throw new DomainError("notFound", "There is no such request");
  if (seen.status !== "pending") throw alreadyDecided();
  const requester = seen.partnerId === null ? null : await lockPartner(tx, seen.partnerId);
  await lockSamePlace(tx, seen);
  const poiId = decision === "approved" ? await createRequestedPlace(tx, ctx.deps, seen, position) : null;
  const [request] = await tx
    .update(poiRequests)
    .set({ ...closedBy(ctx), status: decision, reason, notes, poiId })
    .where(eq(poiRequests.id, id))
    .returning();
  if (!request) throw new Error("update of poi_requests returned no row");
  return { request, requester };
}

/**
 * Locks all pending requests for the same place, in any spelling, by id: of two approvals the second then finds the
 * place of the first. A request submitted after this query is harmless: its approval locks this one too, or finds the
 * place. Throws 409 if this one has been decided by now.
 */
async function lockSamePlace(tx: Tx, seen: RequestRow): Promise<void> {
  const { id, name, address, city, state, status } = poiRequests;
  const pending = eq(status, "pending");
  const inState = await tx
    .select({ id, name, address, city, state })
    .from(poiRequests)
    .where(and(pending, eq(state, seen.state)));
  const same = inState.filter((each) => isSamePlace(each, seen)).map((each) => each.id);
  const locked = await tx
    .select({ id })
    .from(poiRequests)
    .where(and(pending, inArray(id, same)))
    .orderBy(id)
    .for("update");
  if (!locked.some((each) => each.id === seen.id)) throw alreadyDecided();
}

/** Its tier is at most `reported`: the certificate that it names is the owner's own statement. */
async function createRequestedPlace(
  tx: Tx,
  deps: Deps,
  request: RequestRow,
  position: Position,
): Promise<string> {
  if (request.partnerId === null) throw new DomainError("conflict", "The partner of this request is gone");
  await refuseListed(tx, request);
  const { name, address, city, state, zipCode, phone, website } = request;
  const { category, subcategory, halalCertificate } = request;
  const contact = { name, address, city, state, zipCode, phone, website };
  const byStaff = typeof position.latitude === "number" ? provenanceNow("staff", deps.now()) : undefined;
  const place = await createPlace(
    tx,
    deps,
    { ...contact, category, subcategory, halalCertificate, ...position },
    request.partnerId,
    {
      "*": { by: "owner", at: request.submittedAt.toISOString() },
      ...(byStaff && { latitude: byStaff, longitude: byStaff }),
    },
  );
  if (halalCertificate !== "")
    await recordOwnerStatement(tx, deps, place.id, { partnerId: request.partnerId, text: halalCertificate });
  return place.id;
}

const closedBy = ({ deps, principal }: ActionContext<StaffActor | PartnerPrincipal>) => ({
  lastDecision: null,
  reviewedAt: deps.now(),
  reviewedBy: reviewerOf(principal),
});

const alreadyDecided = () => new DomainError("conflict", "This request is already decided");

/** Keeps what it takes to undo the decision that the caller has just made. */
export async function keepRequestDecision(tx: Tx, id: string, last: LastDecision): Promise<void> {
  const created = last.poiId === null ? null : await placeState(tx, last.poiId);
  await tx
    .update(t)
    .set({ lastDecision: { ...last, created } })
    .where(eq(t.id, id));
}

/** What `placeUsedSince` compares a place that was just added with; null if it is gone. */
export async function placeState(tx: Tx, poiId: string): Promise<PlaceState | null> {
  const place = await lockPlace(tx, poiId);
  return place && { version: place.version, records: await countRecords(tx, place.id) };
}

type PlaceState = NonNullable<LastDecision["created"]>;

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    /** What a module knows of a place that makes it one in use, in words; null for nothing. */
    readonly placeUse?: (tx: Tx, poiId: string) => Promise<string | null>;
  }
}

export interface Reopened {
  readonly request: RequestRow;
  readonly requester: PartnerRow;
}

/**
 * Sets a request to what it was before its last decision, `last`, and deletes the place that an approval created. The
 * caller has checked who undoes and when, sends the mail and records the audit entry. Locks the partner, then the place,
 * then the request. Throws 409 with what has changed since, also if the place was used.
 */
export async function reopenDecidedRequest(
  tx: Tx,
  deps: Deps,
  seen: RequestRow,
  last: LastDecision,
): Promise<Reopened> {
  const requester = seen.partnerId === null ? null : await lockPartner(tx, seen.partnerId);
  if (!requester) throw changedSince("the partner's account was deleted");
  const place = last.poiId === null ? null : await lockPlace(tx, last.poiId);
  const [locked] = await tx.select().from(t).where(eq(t.id, seen.id)).for("update");
  if (!locked || !isSameDecision(locked.lastDecision, last))
    throw changedSince("it was changed by someone else");
  if (last.decision === "rejected" && (await hasPendingRepeat(tx, requester.id, locked)))
    throw changedSince("the partner has sent this request again");
  if (last.decision === "approved") {
    if (!place || locked.poiId !== place.id)
      throw changedSince("the place was deleted or merged with another one");
    const use = ownedSince(place, last) ?? (await placeUsedSince(tx, deps, place, last.created));
    if (use !== null) throw changedSince(use);
    await deletePlace(tx, place);
  }
  return { request: await reopen(tx, seen.id, last), requester };
}

async function reopen(tx: Tx, id: string, { notes }: LastDecision): Promise<RequestRow> {
  const waiting = { status: "pending", reason: null, reviewedAt: null, reviewedBy: null } as const;
  const [request] = await tx
    .update(t)
    .set({ ...waiting, notes, poiId: null, lastDecision: null })
    .where(eq(t.id, id))
    .returning();
  if (!request) throw new Error("update of poi_requests returned no row");
  return request;
}

type Place = typeof currentPois.$inferSelect;

/** How many records about its tier a place has. */
const countRecords = (tx: Tx, poiId: string): Promise<number> =>
  tx.$count(evidenceRecords, eq(evidenceRecords.poiId, poiId));

function ownedSince({ ownerId }: Place, last: LastDecision): string | null {
  if (ownerId === null) return "the place was released by its owner";
  return ownerId === last.ownerId ? null : "the place has another owner";
}

/** How a place was used since a decision added it, besides its owner, in words; null if it was not. */
export async function placeUsedSince(
  tx: Tx,
  deps: Deps,
  { id, version, syncedAt }: Place,
  created: PlaceState | null,
): Promise<string | null> {
  for (const usedBy of offersOf(deps, "placeUse")) {
    const use = await usedBy(tx, id);
    if (use !== null) return use;
  }
  const found: readonly [Promise<number>, string][] = [
    [tx.$count(placeTransfers, eq(placeTransfers.poiId, id)), "another partner has asked for the place"],
    [tx.$count(placeProposals, eq(placeProposals.poiId, id)), "the owner has sent a change of the place"],
    [tx.$count(poiClaims, eq(poiClaims.poiId, id)), "the place was claimed"],
    [tx.$count(renewals, eq(renewals.poiId, id)), "the owner has sent a certificate"],
    [tx.$count(placeFacts, eq(placeFacts.poiId, id)), "facts about the place were added"],
    [
      tx.$count(placeMerges, or(eq(placeMerges.keptId, id), eq(placeMerges.duplicateId, id))),
      "the place was merged with another one",
    ],
    [
      countRecords(tx, id).then((records) => records - (created?.records ?? 0)),
      "evidence about the place was recorded",
    ],
  ];
  const counts = await Promise.all(found.map(([count]) => count));
  const use = found.find((_, index) => (counts[index] ?? 0) > 0)?.[1];
  if (use !== undefined) return use;
  if (version !== created?.version) return "the place was changed";
  return syncedAt === null ? null : "the place was sent to the main database";
}
