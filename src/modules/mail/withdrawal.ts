import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { FRAME } from "../../copy/en/emails.ts";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import type { MailKind } from "../../shared/people/mails.ts";
import { mailText, type NewMail, pageUrl, post } from "./service.ts";
import { mails } from "./table.ts";

/** Takes back the mails of a kind to an address that are not sent yet. Called by `waitlist`. */
export async function withdrawMails(tx: Tx, kind: string, toKey: string): Promise<void> {
  await withdraw(tx, and(eq(mails.toKey, toKey), eq(mails.kind, kind)), CORRECTED);
}

const CORRECTED = "The address was corrected";

/**
 * Stops the mails of these kinds to an address that was corrected; they stay in the outbox with the reason. One that a
 * sender has taken may be on its way, but is not tried again. The others count as mails to the right address, so that they
 * are found and erased with it. Called by `waitlist`.
 */
export async function stopMails(tx: Tx, kinds: readonly MailKind[], wrong: string, right: string) {
  const which = and(eq(mails.toKey, wrong), inArray(mails.kind, [...kinds]), isNull(mails.sentAt));
  const stopped = await giveUp(tx, which, CORRECTED);
  const unsent = and(inArray(mails.id, stopped), eq(mails.attempts, 0));
  await tx.update(mails).set({ toKey: right }).where(unsent);
}

const UNDONE = "The decision was undone";
/** Why mails were withdrawn; such a mail is never sent again. */
export const WITHDRAWN: readonly string[] = [CORRECTED, UNDONE];

/** A mail about a decision that was undone, and the one that takes it back. */
export interface UndoneMail extends Pick<NewMail, "to" | "subject" | "kind"> {
  /** Null if there was none. */
  readonly mailId: string | null;
  readonly lines: readonly string[];
  /** What the other one links to, if not the portal. */
  readonly page?: `/${string}`;
}

/**
 * Takes back mails about decisions that were undone. The recipients of those that have gone out or may be on their way get
 * another one.
 */
export async function takeBack(tx: Tx, deps: Deps, undone: readonly UndoneMail[]): Promise<void> {
  const ids = undone.map(({ mailId }) => mailId).filter((id) => id !== null);
  const gone = await withdrawById(tx, ids);
  for (const { mailId, lines, page = "/partner", ...mail } of undone) {
    if (mailId === null || !gone.has(mailId)) continue;
    const questions = FRAME.questions(deps.settings.brand.contactEmail);
    await post(tx, deps, { ...mail, text: mailText(deps, ...lines, pageUrl(deps, page), questions) });
  }
}

/** Returns those that have gone out or may be on their way. */
async function withdrawById(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const these = inArray(mails.id, [...ids]);
  await withdraw(tx, these, UNDONE);
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
  await giveUp(tx, waiting, reason);
}

/** Returns the ids. */
async function giveUp(tx: Tx, which: SQL | undefined, reason: string): Promise<string[]> {
  const rows = await tx
    .update(mails)
    .set({
      nextTryAt: null,
      // another attempt number, so that a sender that has it now does not make it due again
      attempts: sql`case when ${mails.attempts} = 0 then 0 else ${mails.attempts} + 1 end`,
      lastError: reason,
    })
    .where(and(which, isNotNull(mails.nextTryAt)))
    .returning({ id: mails.id });
  return rows.map(({ id }) => id);
}
