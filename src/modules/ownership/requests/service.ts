import { and, eq, inArray } from "drizzle-orm";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import type { Outcome } from "../../../shared/reviews/reviews.ts";
import { record } from "../../audit/public.ts";
import { recordOwnerStatement } from "../../evidence/public.ts";
import { lockConfirmedAccount, lockPartner, type PartnerRow, reviewerOf } from "../../partners/public.ts";
import {
  createPlace,
  findSamePlace,
  isSamePlace,
  type NewPlace,
  provenanceNow,
} from "../../places/public.ts";
import { isRepeat, openRequests, ownRequest, type RequestRow } from "./queries.ts";
import { MAX_OPEN_REQUESTS, type PlaceRequest, type RequestFields } from "./schema.ts";
import { poiRequests } from "./table.ts";

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
