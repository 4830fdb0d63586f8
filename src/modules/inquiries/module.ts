import { desc, eq, inArray, not, or, sql } from "drizzle-orm";
import type { Offers } from "../../core/rpc/offers.ts";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Erasure, PersonalData } from "../../shared/people/personal-data.ts";
import { inquiryCounts, waitingInquiries } from "./queries.ts";
import { deleteOldQuotes } from "./replies.ts";
import * as service from "./service.ts";
import {
  inquiryAnswers as answers,
  inquiryReplies as replies,
  partnershipInquiries as t,
  currentInquiries as table,
} from "./table.ts";

/** A person's inquiries, in quarantine too, with answers and replies, and those to and from the address: what `deleteInquiriesOf` deletes. */
export async function inquiriesOf(tx: Tx, email: string): Promise<PersonalData> {
  const ofAddress = eq(table.emailKey, emailKey(email));
  const newest = desc(table.createdAt);
  const rows = await tx.select().from(table).where(ofAddress).orderBy(newest);
  const records = rows.map(({ createdAt: at, emailKey: _, searchKey: __, ...fields }) => ({
    ...fields,
    at,
    onErasure: "deleted" as const,
  }));
  const ids = rows.map(({ id }) => id);
  const answered = await tx
    .select()
    .from(answers)
    .where(or(inArray(answers.inquiryId, ids), inArray(answers.id, await answersTo(tx, email))))
    .orderBy(desc(answers.createdAt));
  const replied = await tx
    .select()
    .from(replies)
    .where(or(inArray(replies.inquiryId, ids), eq(replies.sentFromKey, emailKey(email))))
    .orderBy(desc(replies.receivedAt));
  return {
    inquiryReplies: replied.map(({ receivedAt: at, sentFromKey: _, messageHash: __, ...fields }) => ({
      ...fields,
      at,
      onErasure: "deleted" as const,
    })),
    inquiryAnswers: answered.map(({ createdAt: at, authorId: _, mailId: __, tokenHash: ___, ...fields }) => ({
      ...fields,
      at,
      onErasure: "deleted" as const,
    })),
    inquiries: records.filter((row) => !row.quarantined),
    quarantine: records.filter((row) => row.quarantined),
  };
}

/** Deletes a person's inquiries with answers and replies, and those to and from the address about others. */
export async function deleteInquiriesOf(tx: Tx, email: string): Promise<Erasure> {
  const deleted = await tx
    .delete(t)
    .where(eq(t.emailKey, emailKey(email)))
    .returning({ id: t.id });
  const deletedAnswers = await tx
    .delete(answers)
    .where(inArray(answers.id, await answersTo(tx, email)))
    .returning({ id: answers.id });
  const deletedReplies = await tx
    .delete(replies)
    .where(eq(replies.sentFromKey, emailKey(email)))
    .returning({ id: replies.id });
  return { ids: [...deleted, ...deletedAnswers, ...deletedReplies].map(({ id }) => id), kept: [] };
}

/** PostgreSQL lowers only ASCII as `emailKey` does, whatever its locale: other letters are compared here. */
async function answersTo(tx: Tx, email: string): Promise<string[]> {
  const { id, sentTo } = answers;
  const key = emailKey(email);
  const mayBeTo = sql`(lower(${sentTo} collate "C") = ${key} or octet_length(${sentTo}) <> length(${sentTo}))`;
  const rows = await tx.select({ id, sentTo }).from(answers).where(mayBeTo);
  return rows.filter((row) => emailKey(row.sentTo) === key).map((row) => row.id);
}

export const inquiries: Offers = {
  retention: [deleteOldQuotes],
  purge: { inquiry: service.purge, quarantine: service.purge },
  deletedRows: { inquiry: service.deletedRows, quarantine: service.deletedRows },
  restore: { inquiry: service.restoreDeleted },
  quarantine: {
    list: service.listQuarantined,
    release: service.releaseQuarantined,
    remove: service.removeQuarantined,
    restore: service.clearDeleted,
  },
  noteSubjects: {
    inquiry: { table, id: table.id, seen: not(table.quarantined), roles: ["admin", "super_admin"] },
  },
  waiting: async (ctx) => ({ inquiries: await waitingInquiries(ctx) }),
  summary: async (deps, since) => ({ inquiries: await inquiryCounts(deps, since) }),
  personalData: (tx, _, email) => inquiriesOf(tx, email),
  erase: (tx, _, email) => deleteInquiriesOf(tx, email),
  recordNames: { inquiry: { table, id: table.id, name: table.businessName } },
};
