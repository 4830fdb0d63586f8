import { and, eq, inArray, isNull, lt, ne } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { days, hours } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import { record } from "../audit/service.ts";
import { lockOwn } from "../partners/service.ts";
import { pois } from "../pois/table.ts";
import { removeBytes, removeStrays, removeUnused } from "./evidence/cleanup.ts";
import { claimOf, FILE_ID } from "./queries.ts";
import { type Claim, EVIDENCE, OPEN_CLAIMS_MOST, type submitInput } from "./schema.ts";
import { evidenceFiles, poiClaims } from "./table.ts";

/**
 * A partner says that a place is theirs. Throws 404 for an unknown place; 409 where it has an owner, where this
 * partner's claim on it waits already, and with ten open claims; 400 for a file that is not the partner's to send.
 */
export async function submit(
  acting: ActionContext<PartnerPrincipal>,
  { poiId, documents }: z.output<typeof submitInput>,
): Promise<Claim> {
  const { deps, principal } = acting;
  const files = [...new Set(documents.filter((entry) => FILE_ID.test(entry)))];
  if (files.length > EVIDENCE.filesOfClaim) throw tooManyFiles();
  return deps.db.transaction(async (tx) => {
    const { businessName } = await lockOwn(tx, acting);
    const place = await freePlace(tx, poiId);
    await refuseSecond(tx, principal.id, poiId);
    const names = { poiName: place.name, partnerName: businessName };
    const values = { id: randomId(), poiId, partnerId: principal.id, documents, submittedAt: deps.now() };
    const [row] = await tx
      .insert(poiClaims)
      .values({ ...values, ...names })
      .returning();
    if (!row) throw new Error("an inserted claim did not come back");
    await attach(tx, principal.id, row.id, files);
    const after = { poiId, documents: documents.length, files: files.length };
    await record(tx, acting, { subject: row.id, after });
    return claimOf(row);
  });
}

/** Holds the place so that no approval can come between the look at its owner and the claim. */
async function freePlace(tx: Tx, id: string) {
  const [place] = await tx
    .select({ name: pois.name, ownerId: pois.ownerId })
    .from(pois)
    .where(eq(pois.id, id))
    .for("share");
  if (!place) throw new DomainError("notFound", "There is no such location");
  if (place.ownerId !== null) throw new DomainError("conflict", "This location is already claimed"); // contract 5
  return place;
}

async function refuseSecond(tx: Tx, partnerId: string, poiId: string): Promise<void> {
  const mine = and(eq(poiClaims.partnerId, partnerId), eq(poiClaims.status, "pending"));
  const open = await tx.select({ poiId: poiClaims.poiId }).from(poiClaims).where(mine);
  if (open.some((each) => each.poiId === poiId)) {
    throw new DomainError("conflict", "You already have a pending claim for this location"); // contract 5
  }
  if (open.length >= OPEN_CLAIMS_MOST) {
    const sentence = `You have ${OPEN_CLAIMS_MOST} open claims. Please wait until one of them is decided.`;
    throw new DomainError("conflict", sentence);
  }
}

/** Gives one's own unsent files to a claim; each can be sent once. */
async function attach(tx: Tx, partnerId: string, claimId: string, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  const mine = and(
    inArray(evidenceFiles.id, [...files]),
    eq(evidenceFiles.partnerId, partnerId),
    isNull(evidenceFiles.claimId),
    isNull(evidenceFiles.removedAt),
  );
  const given = await tx
    .update(evidenceFiles)
    .set({ claimId })
    .where(mine)
    .returning({ id: evidenceFiles.id });
  if (given.length !== files.length) throw notYours();
}

const tooManyFiles = () => {
  const sentence = `A claim takes at most ${EVIDENCE.filesOfClaim} files`;
  return new DomainError("invalid", sentence, { fields: { documents: sentence } });
};

const notYours = () => {
  const sentence = "One of the files is not there any more. Please upload it again.";
  return new DomainError("invalid", sentence, { fields: { documents: sentence } });
};

// security UPL-05
const KEPT_AFTER_DECISION = days(30);
const KEPT_UNSENT = hours(24);
/** Long enough to notice that the wrong backup was put back. */
const STRAYS_KEPT = days(30);
const A_SWEEP = 1_000; // files; the next sweep takes the rest

/**
 * Deletes the bytes of files 30 days after their claim was decided; name, length, digest and decision stay. Deletes
 * what was uploaded a day ago and never sent, also what a killed process left half done, and after 30 days what no row tells of. A
 * file that the store does not delete waits for the next sweep and keeps no other from it.
 */
export async function forgetEvidence(deps: Deps): Promise<void> {
  const { db } = deps;
  for (const id of await decidedLongAgo(deps)) {
    if (!(await removeBytes(deps, id))) continue;
    await db.orm.update(evidenceFiles).set({ removedAt: deps.now() }).where(eq(evidenceFiles.id, id));
  }
  const end = new Date(deps.now().getTime() - KEPT_UNSENT);
  const unsent = and(isNull(evidenceFiles.claimId), lt(evidenceFiles.uploadedAt, end));
  // out of use before the bytes go: a claim that comes at this moment finds it gone
  const gone = await db.orm
    .update(evidenceFiles)
    .set({ removedAt: deps.now() })
    .where(unsent)
    .returning({ id: evidenceFiles.id });
  for (const { id } of gone) await removeUnused(deps, id);
  await removeStrays(deps, new Date(deps.now().getTime() - STRAYS_KEPT));
}

async function decidedLongAgo({ db, now }: Deps): Promise<readonly string[]> {
  const end = new Date(now().getTime() - KEPT_AFTER_DECISION);
  const due = and(
    isNull(evidenceFiles.removedAt),
    ne(poiClaims.status, "pending"),
    lt(poiClaims.reviewedAt, end),
  );
  const rows = await db.orm
    .select({ id: evidenceFiles.id })
    .from(evidenceFiles)
    .innerJoin(poiClaims, eq(poiClaims.id, evidenceFiles.claimId))
    .where(due)
    .limit(A_SWEEP);
  return rows.map((row) => row.id);
}
