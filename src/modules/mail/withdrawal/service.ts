import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { mailText, type NewMail, pageUrl, post } from "../service.ts";
import { mails } from "../table.ts";

/** Takes back the mails of a kind to an address that are not sent yet. Called by `waitlist`. */
export async function withdrawMails(tx: Tx, kind: string, toKey: string): Promise<void> {
  await withdraw(tx, and(eq(mails.toKey, toKey), eq(mails.kind, kind)), "The address was corrected");
}

/** A mail about a decision that was undone, and the one that takes it back. */
export interface UndoneMail extends Pick<NewMail, "to" | "subject" | "kind"> {
  /** Null if there was none. */
  readonly mailId: string | null;
  readonly lines: readonly string[];
}

/**
 * Takes back mails about decisions that were undone. The recipients of those that have gone out or may be on their way get
 * another one.
 */
export async function takeBack(tx: Tx, deps: Deps, undone: readonly UndoneMail[]): Promise<void> {
  const ids = undone.map(({ mailId }) => mailId).filter((id) => id !== null);
  const gone = await withdrawById(tx, ids);
  for (const { mailId, lines, ...mail } of undone) {
    if (mailId === null || !gone.has(mailId)) continue;
    const questions = `Questions? Write to ${deps.settings.brand.contactEmail}.`;
    await post(tx, deps, { ...mail, text: mailText(deps, ...lines, pageUrl(deps, "/partner"), questions) });
  }
}

/** Returns those that have gone out or may be on their way. */
async function withdrawById(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
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
