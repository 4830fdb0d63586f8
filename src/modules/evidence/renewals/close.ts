import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { renewals as t } from "./table.ts";

type Closing = Pick<typeof t.$inferInsert, "state" | "notes">;

/** Closes a waiting renewal. Returns null if none matches. The caller has locked the place. */
export async function closeRenewal(tx: Tx, { now }: Pick<Deps, "now">, which: SQL, closing: Closing) {
  const [row] = await tx
    .update(t)
    .set({ ...closing, decidedAt: now() })
    .where(and(which, eq(t.state, "waiting")))
    .returning();
  return row ?? null;
}

/**
 * Staff record a certificate from this file. Throws 409 if it is of a renewal that someone else has declined, or has
 * recorded without withdrawing it since.
 */
export async function closeRecorded(
  tx: Tx,
  deps: Pick<Deps, "now">,
  poiId: string,
  fileId: string,
): Promise<void> {
  const ofFile = and(eq(t.poiId, poiId), eq(t.fileId, fileId));
  if (!ofFile || (await closeRenewal(tx, deps, ofFile, { state: "recorded" }))) return;
  const [closed] = await tx.select({ state: t.state }).from(t).where(ofFile).orderBy(desc(t.sentAt)).limit(1);
  if (closed?.state === "declined") throw new DomainError("conflict", DECLINED);
  if (closed && (await isRecorded(tx, fileId))) throw new DomainError("conflict", RECORDED);
}

const DECLINED =
  "Someone else has declined this certificate, and its owner was told why. The owner can send it again.";
const RECORDED = "Someone else has already recorded this certificate. Please look at that record.";

async function isRecorded(tx: Tx, fileId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from evidence_records r where r.file_id = ${fileId} and r.kind = 'certificate'
      and not exists (select from evidence_records w where w.about_id = r.id and w.kind = 'revocation') limit 1`);
  return rows.length > 0;
}

/** A certificate that an earlier owner left behind, whose account may be deleted, does not keep the owner from sending one. */
export async function closeOfFormerOwner(
  tx: Tx,
  deps: Pick<Deps, "now">,
  poiId: string,
  ownerId: string,
): Promise<void> {
  const which = and(eq(t.poiId, poiId), sql`${t.partnerId} is distinct from ${ownerId}`);
  const notes = "The place has another owner now.";
  if (which) await closeRenewal(tx, deps, which, { state: "declined", notes });
}
