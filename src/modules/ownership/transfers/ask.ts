import { and, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { days } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { OWNER_ANSWER_DAYS } from "../../../shared/places/places.ts";
import { businessDaysAfter } from "../../../shared/reviews/business-days.ts";
import { record } from "../../audit/public.ts";
import { attachTo, fileIdsIn } from "../../evidence/public.ts";
import { lockConfirmedAccount, ownerAddresses } from "../../partners/public.ts";
import { currentPois } from "../../places/public.ts";
import { placeTransfers as t } from "../table.ts";
import { postAbout } from "./close.ts";
import { ownTransfer } from "./queries.ts";
import {
  ASKED_A_DAY,
  type askInput,
  MAX_OPEN_TRANSFERS,
  type OwnTransfer,
  SAME_PLACE_A_DAY,
} from "./schema.ts";

/**
 * Asks the owner of a place to hand it over to the calling partner. Throws 404 for an unknown place; 409 if it has no owner,
 * is the caller's own, was asked for already, or the caller has ten open questions; 429 for a caller who withdraws and asks
 * without end; 400 for a file that cannot be attached; 403 before the address is confirmed.
 */
export function ask(
  ctx: ActionContext<PartnerPrincipal>,
  { id: poiId, why, explanation, documents }: z.output<typeof askInput>,
): Promise<OwnTransfer> {
  const { deps, principal } = ctx;
  const files = fileIdsIn(documents, "A transfer");
  return deps.db.transaction(async (tx) => {
    const { businessName } = await lockConfirmedAccount(tx, ctx);
    const place = await shareOwnedPlace(tx, poiId, principal.id);
    await refuseFurther(tx, principal.id, poiId);
    const at = deps.now();
    await refuseTooMany(tx, principal.id, poiId, at);
    const [row] = await tx
      .insert(t)
      .values({
        id: randomId(),
        poiId,
        poiName: place.name,
        ownerId: place.ownerId,
        partnerId: principal.id,
        partnerName: businessName,
        why: why ?? null,
        explanation,
        documents,
        submittedAt: at,
        answerBy: businessDaysAfter(at, OWNER_ANSWER_DAYS),
      })
      .returning();
    if (!row) throw new Error("insert into place_transfers returned no row");
    await attachTo(tx, principal.id, { transferId: row.id }, files);
    for (const owner of await ownerAddresses(tx, row.ownerId))
      await postAbout(tx, deps, owner, "transfer-asked", row);
    const after = { poiId, why, documents: documents.length, files: files.length };
    await record(tx, ctx, { subject: row.id, after });
    return ownTransfer(row, principal.id, at);
  });
}

/** Locks the place for sharing, so that its owner does not change before the question is stored. */
async function shareOwnedPlace(tx: Tx, id: string, callerId: string) {
  const [place] = await tx
    .select({ name: currentPois.name, ownerId: currentPois.ownerId })
    .from(currentPois)
    .where(eq(currentPois.id, id))
    .for("share");
  if (!place) throw new DomainError("notFound", "There is no such location");
  if (place.ownerId === null)
    throw new DomainError("conflict", "This location has no owner. Please claim it instead.");
  if (place.ownerId === callerId) throw new DomainError("conflict", "You already own this place");
  return place;
}

async function refuseFurther(tx: Tx, partnerId: string, poiId: string): Promise<void> {
  const open = await tx
    .select({ poiId: t.poiId })
    .from(t)
    .where(and(eq(t.partnerId, partnerId), eq(t.status, "pending")));
  if (open.some((each) => each.poiId === poiId))
    throw new DomainError(
      "conflict",
      "You have already asked for this location. Please wait for the answer.",
    );
  if (open.length >= MAX_OPEN_TRANSFERS)
    throw new DomainError(
      "conflict",
      `You have ${MAX_OPEN_TRANSFERS} open questions to owners. Please wait until one of them is answered.`,
    );
}

/** Each question is a mail to the owner, also if it is withdrawn at once. */
async function refuseTooMany(tx: Tx, partnerId: string, poiId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - days(1));
  const asked = await tx
    .select({ poiId: t.poiId })
    .from(t)
    .where(and(eq(t.partnerId, partnerId), gt(t.submittedAt, since)));
  const same = asked.filter((each) => each.poiId === poiId);
  if (asked.length < ASKED_A_DAY && same.length < SAME_PLACE_A_DAY) return;
  throw new DomainError(
    "rateLimited",
    "You've reached today's limit for transfer requests. Please try again tomorrow.",
    {
      retryAfter: days(1) / 1_000,
    },
  );
}
