import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { refuseTooManyDocuments } from "../../../shared/reviews/reviews.ts";
import { record } from "../../audit/public.ts";
import { attachTo, fileIdsIn } from "../../evidence/public.ts";
import { lockOwnAccount, lockPartner, type PartnerRow } from "../../partners/public.ts";
import { withCurrentPlaces } from "../../places/public.ts";
import { type ClaimRow, ownClaim } from "./queries.ts";
import type { Claim, changeInput } from "./schema.ts";
import { alreadyDecided, close } from "./service.ts";
import { poiClaims } from "./table.ts";

/**
 * Withdraws a pending claim of the caller, or adds documents to it. If we had asked for them, the review clock starts
 * again. Throws 404 for another partner's claim as for an unknown one, 409 if it is decided, and 400 for a file that the
 * partner cannot attach.
 */
export function change(
  ctx: ActionContext<PartnerPrincipal>,
  { id, documents }: z.output<typeof changeInput>,
): Promise<Claim> {
  return ctx.deps.db.transaction(async (tx) => {
    await lockOwnAccount(tx, ctx);
    const seen = await lockPending(tx, and(eq(poiClaims.id, id), eq(poiClaims.partnerId, ctx.principal.id)));
    const row = documents ? await addDocuments(tx, ctx, seen, documents) : await withdraw(tx, ctx, seen);
    return ownClaim(tx, row);
  });
}

/** The reason tells staff and partner apart from a rejection by a reviewer. */
async function withdraw(tx: Tx, ctx: ActionContext<PartnerPrincipal>, { id }: ClaimRow): Promise<ClaimRow> {
  const [row] = await close(tx, ctx, [{ id }], { status: "rejected", reason: "withdrawn" });
  if (!row) throw new Error("update of poi_claims returned no row");
  await record(tx, ctx, {
    subject: id,
    before: { status: "pending" },
    after: { status: row.status, reason: row.reason },
  });
  return row;
}

async function addDocuments(
  tx: Tx,
  ctx: ActionContext<PartnerPrincipal>,
  seen: ClaimRow,
  added: readonly string[],
): Promise<ClaimRow> {
  const { deps, principal } = ctx;
  const documents = [...seen.documents, ...added];
  refuseTooManyDocuments(documents);
  const files = fileIdsIn(added);
  await attachTo(tx, principal.id, { claimId: seen.id }, files);
  const answered = seen.moreRequestedAt !== null;
  const clock = answered ? { moreRequestedAt: null, documentsAt: deps.now() } : {};
  const changed = await tx
    .update(poiClaims)
    .set({ documents, ...clock })
    .where(eq(poiClaims.id, seen.id))
    .returning();
  const [row] = await withCurrentPlaces(tx, changed);
  if (!row) throw new Error("update of poi_claims returned no row");
  await record(tx, ctx, {
    subject: seen.id,
    after: { documents: added.length, files: files.length, answered },
  });
  return row;
}

interface DocumentRequest {
  /** As it was before. */
  readonly seen: ClaimRow;
  readonly claim: ClaimRow;
  /** Null if the account was deleted. */
  readonly claimant: PartnerRow | null;
}

/**
 * Asks the claimant of a pending claim for more documents, which stops the review clock. A second question replaces the
 * first. The caller sends the mail and records the audit entry. Throws 404 and 409.
 */
export async function askForMore(
  tx: Tx,
  { deps }: ActionContext<StaffActor>,
  { id, notes }: { readonly id: string; readonly notes: string },
): Promise<DocumentRequest> {
  const [seen] = await tx.select().from(poiClaims).where(eq(poiClaims.id, id));
  const claimant = seen?.partnerId ? await lockPartner(tx, seen.partnerId) : null;
  const pending = await lockPending(tx, eq(poiClaims.id, id));
  const asked = await tx
    .update(poiClaims)
    .set({ notes, moreRequestedAt: deps.now() })
    .where(eq(poiClaims.id, id))
    .returning();
  const [claim] = await withCurrentPlaces(tx, asked);
  if (!claim) throw new Error("update of poi_claims returned no row");
  return { seen: pending, claim, claimant };
}

/** Throws 404, and 409 if the claim is decided. */
async function lockPending(tx: Tx, which: ReturnType<typeof and>): Promise<ClaimRow> {
  const [row] = await tx.select().from(poiClaims).where(which).for("update");
  if (!row) throw new DomainError("notFound", "This claim does not exist");
  if (row.status !== "pending") throw alreadyDecided();
  return row;
}
