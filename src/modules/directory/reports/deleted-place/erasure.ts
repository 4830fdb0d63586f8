import type { Tx } from "../../../../db/client.ts";
import type { StoredRow } from "../../../../db/query/stored-rows.ts";
import { emailKey } from "../../../../shared/fields.ts";
import { storedWith } from "../../../audit/trash/queries.ts";
import { changeStored } from "../../../audit/trash/service.ts";
import type { Applicant } from "../../../partners/former-queries.ts";

const REPORTS = "reports"; // as `copyOfPlace` names them

/** The reports about places in the trash that were sent with an address. */
export async function reportsOf(tx: Tx, email: string) {
  const found = await storedWith(tx, REPORTS, { email_key: emailKey(email) });
  return found.map(({ label, row: { id, created_at, kind, text, email: sentTo, closed_at } }) => ({
    ...{ id: String(id), at: new Date(String(created_at)), placeName: label, kind, text, email: sentTo },
    status: closed_at === null ? "open" : "closed",
    onErasure: "cleared" as const,
  }));
}

/** Clears them. Returns their ids. */
export const eraseReportsOf = (tx: Tx, email: string): Promise<readonly string[]> =>
  clear(tx, { email_key: emailKey(email) }, { email: null, email_key: null, text: "", shown_text: null });

/** A partner's replies to reports about places in the trash. */
export async function repliesOf(tx: Tx, who: Applicant) {
  const found = (await Promise.all(columnsOf(who).map((columns) => storedWith(tx, REPORTS, columns)))).flat();
  return found.map(({ label, row: { id, replied_at, created_at, kind, reply, shown_reply } }) => ({
    ...{ id: String(id), at: new Date(String(replied_at ?? created_at)), placeName: label, kind, reply },
    published: shown_reply,
    onErasure: "cleared" as const,
  }));
}

/** Clears them. Returns the ids of the reports. */
export async function eraseRepliesOf(tx: Tx, who: Applicant): Promise<readonly string[]> {
  const cleared = { reply: "", shown_reply: null, partner_id: null, former_partner: null };
  const ids = [];
  for (const columns of columnsOf(who)) ids.push(...(await clear(tx, columns, cleared)));
  return ids;
}

/** Links the replies of a partner that is about to be deleted to the hash of its address. */
export const linkToFormer = (tx: Tx, partnerId: string, formerPartner: string): Promise<void> =>
  changeStored(tx, REPORTS, { partner_id: partnerId }, { former_partner: formerPartner });

const columnsOf = ({ id, former }: Applicant): readonly StoredRow[] => [
  ...(id === null ? [] : [{ partner_id: id }]),
  ...(former === null ? [] : [{ former_partner: former }]),
];

async function clear(tx: Tx, columns: StoredRow, values: StoredRow): Promise<readonly string[]> {
  const found = await storedWith(tx, REPORTS, columns);
  if (found.length > 0) await changeStored(tx, REPORTS, columns, values);
  return found.map(({ row }) => String(row.id));
}
