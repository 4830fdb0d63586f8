import { and, eq, inArray } from "drizzle-orm";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/service.ts";
import { lockPartner } from "../partners/service.ts";
import { createPlace, isSamePlace } from "../pois/service.ts";
import { refuseListed } from "../requests/service.ts";
import { poiRequests } from "../requests/table.ts";
import { alreadyDecided, checkReason, decided, tell } from "./decision.ts";
import { type RequestRow, reviewedRequest } from "./queries.ts";
import type { DecideRequestInput, ReviewedRequest } from "./schema.ts";

/**
 * Decides a request once. An approval makes the place, owned by its requester. Throws 400, 404, and 409 where it is
 * decided or the same name stands at the same address meanwhile. // contract 6
 */
export function decideRequest(
  acting: ActionContext<StaffActor>,
  input: DecideRequestInput,
): Promise<ReviewedRequest> {
  checkReason("request", input);
  const { deps } = acting;
  const { id, decision, reason = null, notes } = input;
  return deps.db.transaction(async (tx) => {
    const seen = await find(tx, id);
    if (seen.status !== "pending") throw alreadyDecided("request");
    const requester = seen.partnerId === null ? null : await lockPartner(tx, seen.partnerId);
    await lockSame(tx, seen);
    const poiId = decision === "approved" ? await makePlace(tx, acting, seen, input) : null;
    const [row] = await tx
      .update(poiRequests)
      .set({ ...decided(acting), status: decision, reason, notes, poiId })
      .where(eq(poiRequests.id, id))
      .returning();
    if (!row) throw new Error("a decided request did not come back");
    await tell(tx, deps, requester?.email, { kind: "request", id, decision, reason, notes });
    const after = { status: row.status, reason, poiId };
    await record(tx, acting, { subject: id, before: { status: "pending" }, after });
    return reviewedRequest(row, deps.now());
  });
}

async function find(tx: Tx, id: string): Promise<RequestRow> {
  const [row] = await tx.select().from(poiRequests).where(eq(poiRequests.id, id));
  if (!row) throw new DomainError("notFound", "There is no such request");
  return row;
}

/**
 * All that waits for the same place, in any spelling, by id: of two requests the second then sees the first one's
 * place. What comes after the look is no danger, for whoever approves it locks this one too, or sees its place.
 */
async function lockSame(tx: Tx, seen: RequestRow): Promise<void> {
  const { id, name, address, city, state, status } = poiRequests;
  const pending = eq(status, "pending");
  const near = await tx
    .select({ id, name, address, city, state })
    .from(poiRequests)
    .where(and(pending, eq(state, seen.state)));
  const same = near.filter((each) => isSamePlace(each, seen)).map((each) => each.id);
  const held = await tx
    .select({ id })
    .from(poiRequests)
    .where(and(pending, inArray(id, same)))
    .orderBy(id)
    .for("update");
  if (!held.some((each) => each.id === seen.id)) throw alreadyDecided("request");
}

/** Never above `reported`: nobody has looked at the certificate itself (contract 6). */
async function makePlace(
  tx: Tx,
  { deps }: ActionContext<StaffActor>,
  request: RequestRow,
  { placeId, latitude, longitude }: Pick<DecideRequestInput, "placeId" | "latitude" | "longitude">,
): Promise<string> {
  if (request.partnerId === null) throw new DomainError("conflict", "The partner of this request is gone");
  await refuseListed(tx, request);
  const halalVerificationStatus = request.halalCertificate === "" ? "unverified" : "reported";
  const { name, address, city, state, zipCode, phone, website, category, subcategory, halalCertificate } =
    request;
  const contact = { zipCode, phone, website };
  const stated = { name, address, city, state, category, subcategory, halalCertificate, ...contact };
  const place = await createPlace(
    tx,
    deps,
    { ...stated, placeId, latitude, longitude },
    { ownerId: request.partnerId, halalVerificationStatus },
  );
  return place.id;
}
