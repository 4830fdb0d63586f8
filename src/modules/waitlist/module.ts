import { desc, eq, not, sql } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Offers } from "../../core/rpc/offers.ts";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Erasure, PersonalData, PersonalRecord } from "../../shared/people/personal-data.ts";
import { streamStopped } from "../mail/public.ts";
import { subjectTo } from "./broadcasts/message/mail.ts";
import * as broadcastService from "./broadcasts/service.ts";
import {
  broadcasts,
  currentBroadcasts,
  broadcastRecipients as r,
  broadcastRecipients as recipients,
} from "./broadcasts/table.ts";
import { deleteUnusedLinks } from "./joined/links.ts";
import { ownSignup } from "./own.ts";
import { signupCounts } from "./queries.ts";
import * as removal from "./removal.ts";
import { addUpSignupCounts } from "./service.ts";
import { deleteOldViews } from "./sources/queries.ts";
import { currentSignups, signupLinks, waitlistSignups } from "./table.ts";

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
  await tx.select({ id: waitlistSignups.id }).from(waitlistSignups).where(ofAddress(email)).for("update");
  const deleted = await tx
    .delete(waitlistSignups)
    .where(ofAddress(email))
    .returning({ id: waitlistSignups.id });
  const links = await tx
    .delete(signupLinks)
    .where(eq(signupLinks.emailKey, emailKey(email)))
    .returning({ id: signupLinks.code });
  const cleared = await clearRecipient(tx, email);
  return { ids: [...deleted, ...links, ...cleared].map(({ id }) => id), kept: [] };
}

const ofAddress = (email: string) => eq(waitlistSignups.emailKey, emailKey(email));

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

const WELCOMES_DUE = `exists (select from waitlist_signups where welcome_due_at <= now() and deleted_at is null)`;
const BROADCASTS_DUE = `exists (select from broadcasts where state in ('scheduled', 'sending') and next_take_at <= now()
  and (lease_until is null or lease_until <= now())) and not ${streamStopped("broadcasts")}`;

export const waitlist: Offers = {
  jobs: ({ ports }) => [
    { operation: "admin.waitlist.welcome", when: { due: WELCOMES_DUE } },
    ...(ports.mailer === null ? [] : [{ operation: "admin.broadcasts.run", when: { due: BROADCASTS_DUE } }]),
  ],
  purge: { signup: removal.purge, quarantine: removal.purge, broadcast: broadcastService.purge },
  deletedRows: {
    signup: removal.deletedRows,
    quarantine: removal.deletedRows,
    broadcast: broadcastService.deletedRows,
  },
  restore: { signup: removal.restore, broadcast: broadcastService.restore },
  quarantine: {
    list: removal.listQuarantined,
    release: removal.releaseQuarantined,
    remove: removal.removeQuarantined,
    restore: removal.restore,
  },
  noteSubjects: {
    signup: {
      table: currentSignups,
      id: currentSignups.id,
      seen: not(currentSignups.quarantined),
      roles: ["admin", "super_admin"],
    },
  },
  summary: async (deps, since) => ({ signups: await signupCounts(deps, since) }),
  retention: [deleteOldViews, deleteUnusedLinks],
  derived: (tx) => tx.execute(sql`select recount_signups()`), // its triggers did not see what was restored
  compaction: addUpSignupCounts,
  personalData,
  erase: (tx, _, email) => erase(tx, email),
  recordNames: {
    broadcast: { table: currentBroadcasts, id: currentBroadcasts.id, name: currentBroadcasts.subject },
  },
  bulkMails: {
    stream: "broadcasts",
    newest: (limit) =>
      sql`select taken_at as at from ${recipients} where state = 'sent' order by taken_at desc limit ${limit}`,
    to: (key) =>
      sql`select taken_at as at from ${recipients} where email_key = ${key} and taken_at is not null`,
  },
};
