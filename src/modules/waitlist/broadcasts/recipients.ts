import { desc, eq, sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { Erasure } from "../../../shared/people/erasure.ts";
import type { PersonalData } from "../../../shared/people/personal-data.ts";
import { ownSignup } from "../own.ts";
import { subjectTo } from "./message/mail.ts";
import { broadcasts, broadcastRecipients as r } from "./table.ts";

/** The broadcasts that were sent to a person or will be: what `clearRecipient` clears. Called by `people`. */
export async function broadcastsTo(tx: Tx, email: string): Promise<PersonalData> {
  const person = (await ownSignup(tx, emailKey(email))) ?? { firstName: "", city: null };
  const rows = await tx
    .select({ recipient: r, broadcast: broadcasts })
    .from(r)
    .innerJoin(broadcasts, eq(broadcasts.id, r.broadcastId))
    .where(eq(r.emailKey, emailKey(email)))
    .orderBy(desc(broadcasts.createdAt));
  return {
    broadcasts: rows.map(({ recipient, broadcast }) => ({
      id: recipient.id,
      at: recipient.takenAt ?? broadcast.sentAt ?? broadcast.createdAt,
      subject: subjectTo(broadcast.subject, person),
      state: recipient.state,
      acceptedAt: recipient.acceptedAt,
      onErasure: "cleared" as const,
    })),
  };
}

/**
 * Removes the address from a person's broadcasts; one that has not gone out is skipped. The rows stay, so that the counts
 * of a broadcast stay true. Called by `people`.
 */
export async function clearRecipient(tx: Tx, email: string): Promise<Erasure> {
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
  return { ids: rows.map(({ id }) => id), kept: [] };
}
