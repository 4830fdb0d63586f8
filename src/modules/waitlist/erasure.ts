import { desc, eq, sql } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Erasure, PersonalData, PersonalRecord } from "../../shared/people/personal-data.ts";
import { subjectTo } from "./broadcasts/message/mail.ts";
import { broadcasts, broadcastRecipients as r } from "./broadcasts/table.ts";
import { ownSignup } from "./own.ts";
import { currentSignups, signupLinks, waitlistSignups as signups } from "./table.ts";

/** A person's signups, including quarantined ones, and the broadcasts that were sent to the person or will be. */
export async function personalData(tx: Tx, deps: Deps, email: string): Promise<PersonalData> {
  const { emailKey: key, createdAt: newest } = currentSignups;
  const rows = await tx
    .select()
    .from(currentSignups)
    .where(eq(key, emailKey(email)))
    .orderBy(desc(newest));
  const records = rows.map(({ createdAt: at, emailKey: _, searchKey: __, ...fields }) => ({
    ...fields,
    at,
    onErasure: "deleted" as const,
  }));
  return {
    signups: records.filter((row) => !row.quarantined),
    quarantine: records.filter((row) => row.quarantined),
    shareLinks: await linksOf(tx, email),
    broadcasts: await broadcastsTo(tx, deps, email),
  };
}

async function linksOf(tx: Tx, email: string): Promise<readonly PersonalRecord[]> {
  const rows = await tx
    .select()
    .from(signupLinks)
    .where(eq(signupLinks.emailKey, emailKey(email)))
    .orderBy(desc(signupLinks.createdAt));
  return rows.map(({ code: id, greeting, createdAt: at }) => ({
    id,
    at,
    greeting,
    onErasure: "deleted" as const,
  }));
}

/** Deletes the signups and their links, and removes the address from the broadcasts. */
export async function erase(tx: Tx, email: string): Promise<Erasure> {
  // a release replaces its row: only a statement that begins after it sees the new one
  await tx.select({ id: signups.id }).from(signups).where(ofAddress(email)).for("update");
  const deleted = await tx.delete(signups).where(ofAddress(email)).returning({ id: signups.id });
  const links = await tx
    .delete(signupLinks)
    .where(eq(signupLinks.emailKey, emailKey(email)))
    .returning({ id: signupLinks.code });
  const cleared = await clearRecipient(tx, email);
  return { ids: [...deleted, ...links, ...cleared].map(({ id }) => id), kept: [] };
}

const ofAddress = (email: string) => eq(signups.emailKey, emailKey(email));

/** The broadcasts that were sent to a person or will be: what `clearRecipient` clears. */
async function broadcastsTo(tx: Tx, deps: Deps, email: string): Promise<readonly PersonalRecord[]> {
  const person = (await ownSignup(tx, emailKey(email))) ?? { firstName: "", city: null };
  const rows = await tx
    .select({ recipient: r, broadcast: broadcasts })
    .from(r)
    .innerJoin(broadcasts, eq(broadcasts.id, r.broadcastId))
    .where(eq(r.emailKey, emailKey(email)))
    .orderBy(desc(broadcasts.createdAt));
  return rows.map(({ recipient, broadcast }) => ({
    id: recipient.id,
    at: recipient.takenAt ?? broadcast.sentAt ?? broadcast.createdAt,
    subject: subjectTo(deps, broadcast.subject, person),
    state: recipient.state,
    acceptedAt: recipient.acceptedAt,
    onErasure: "cleared" as const,
  }));
}

/**
 * Removes the address from a person's broadcasts; one that has not gone out is skipped. The rows stay, so that the counts
 * of a broadcast stay true.
 */
async function clearRecipient(tx: Tx, email: string): Promise<readonly { readonly id: string }[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with found as (
      select id, broadcast_id, state from broadcast_recipients where email_key = ${emailKey(email)} for update
    ), counted as (
      update broadcasts b set skipped = b.skipped + 1 from found f where b.id = f.broadcast_id and f.state = 'waiting'
    )
    update broadcast_recipients r set email_key = null, code_hash = null,
      state = case when f.state = 'waiting' then 'skipped' else f.state end,
      reason = case when f.state = 'waiting' then 'erased' end
    from found f where r.id = f.id returning r.id`);
  return rows;
}
