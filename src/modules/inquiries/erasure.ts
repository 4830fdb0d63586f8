import { desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Erasure, PersonalData } from "../../shared/people/personal-data.ts";
import { inquiryAnswers as answers, currentInquiries, partnershipInquiries as inquiries } from "./table.ts";

/** A person's inquiries, in quarantine too, the answers to them and those to the address: what `deleteInquiriesOf` deletes. */
export async function inquiriesOf(tx: Tx, email: string): Promise<PersonalData> {
  const ofAddress = eq(currentInquiries.emailKey, emailKey(email));
  const newest = desc(currentInquiries.createdAt);
  const rows = await tx.select().from(currentInquiries).where(ofAddress).orderBy(newest);
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
  return {
    inquiryAnswers: answered.map(({ createdAt: at, authorId: _, mailId: __, ...fields }) => ({
      ...fields,
      at,
      onErasure: "deleted" as const,
    })),
    inquiries: records.filter((row) => !row.quarantined),
    quarantine: records.filter((row) => row.quarantined),
  };
}

/** Deletes a person's inquiries with their answers, and answers to an address that was corrected since. */
export async function deleteInquiriesOf(tx: Tx, email: string): Promise<Erasure> {
  const deleted = await tx
    .delete(inquiries)
    .where(eq(inquiries.emailKey, emailKey(email)))
    .returning({ id: inquiries.id });
  const deletedAnswers = await tx
    .delete(answers)
    .where(inArray(answers.id, await answersTo(tx, email)))
    .returning({ id: answers.id });
  return { ids: [...deleted, ...deletedAnswers].map(({ id }) => id), kept: [] };
}

/** PostgreSQL lowers only ASCII as `emailKey` does, whatever its locale: other letters are compared here. */
async function answersTo(tx: Tx, email: string): Promise<string[]> {
  const { id, sentTo } = answers;
  const key = emailKey(email);
  const mayBeTo = sql`(lower(${sentTo} collate "C") = ${key} or octet_length(${sentTo}) <> length(${sentTo}))`;
  const rows = await tx.select({ id, sentTo }).from(answers).where(mayBeTo);
  return rows.filter((row) => emailKey(row.sentTo) === key).map((row) => row.id);
}
