import { eq } from "drizzle-orm";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Erasure } from "../../shared/people/erasure.ts";
import { deleteAnswersTo } from "./answers.ts";
import { partnershipInquiries as inquiries } from "./table.ts";

/** Deletes a person's inquiries with their answers, and answers to an address that was corrected since. Called by `people`. */
export async function deleteInquiriesOf(tx: Tx, email: string): Promise<Erasure> {
  const deleted = await tx
    .delete(inquiries)
    .where(eq(inquiries.emailKey, emailKey(email)))
    .returning({ id: inquiries.id });
  const answers = await deleteAnswersTo(tx, email);
  return { ids: [...deleted, ...answers].map((row) => row.id), kept: [] };
}
