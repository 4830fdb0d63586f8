import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { mails } from "../table.ts";

/** Takes back the mails of a kind to an address that are not sent yet. Called by `waitlist`. */
export async function withdrawMails(tx: Tx, kind: string, toKey: string): Promise<void> {
  await withdraw(tx, and(eq(mails.toKey, toKey), eq(mails.kind, kind)), "The address was corrected");
}

/**
 * Takes back mails about decisions that were undone. Returns those that have gone out or may be on their way: their
 * recipients need another mail.
 */
export async function withdrawById(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const these = inArray(mails.id, [...ids]);
  await withdraw(tx, these, "The decision was undone");
  const left = await tx.select({ id: mails.id }).from(mails).where(these);
  return new Set(left.map(({ id }) => id));
}

/**
 * One that no server has been offered is deleted; one that may be on its way is kept, as it counts towards the limits of
 * its address, and is not tried again.
 */
async function withdraw(tx: Tx, which: SQL | undefined, reason: string): Promise<void> {
  const waiting = and(which, isNull(mails.sentAt));
  await tx.delete(mails).where(and(waiting, eq(mails.attempts, 0)));
  await tx
    .update(mails)
    // another attempt number, so that a sender that has it now does not make it due again
    .set({ nextTryAt: null, attempts: sql`${mails.attempts} + 1`, lastError: reason })
    .where(and(waiting, isNotNull(mails.nextTryAt)));
}
