import { desc, eq } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { emailKey } from "../../../shared/fields.ts";
import { type AllPersonalData, mergePersonalData } from "../../../shared/personal-data.ts";
import { evidenceOf } from "../../claims/evidence/queries.ts";
import { claimsOf } from "../../claims/queries.ts";
import { placesOf } from "../../pois/queries.ts";
import { requestsOf } from "../../requests/queries.ts";
import { passkeyStore } from "../passkeys/check.ts";
import type { PartnerRow } from "../queries.ts";
import { partnerSessions, partners } from "../table.ts";

/** What belongs to the partner account of an address: what `eraseAccount` deletes or clears. Called by `people`. */
export async function accountDataOf(tx: Tx, email: string): Promise<AllPersonalData> {
  const [row] = await tx
    .select()
    .from(partners)
    .where(eq(partners.emailKey, emailKey(email)));
  return row ? dataOfPartner(tx, row) : mergePersonalData([]);
}

/** A partner's account with everything that belongs to it, without secrets. */
export async function dataOfPartner(tx: Tx, row: PartnerRow): Promise<AllPersonalData> {
  const { emailKey: _, searchKey: __, passwordHash: ___, createdAt, ...account } = row;
  const sessions = await tx
    .select()
    .from(partnerSessions)
    .where(eq(partnerSessions.userId, row.id))
    .orderBy(desc(partnerSessions.createdAt));
  const passkeys = await passkeyStore.describe(tx, [row.id]);
  return mergePersonalData([
    {
      partnerAccounts: [{ ...account, at: createdAt, onErasure: "deleted" }],
      partnerSessions: sessions.map(({ createdAt: at, userId: ____, ...fields }) => ({
        ...fields,
        at,
        onErasure: "deleted" as const,
      })),
      partnerPasskeys: passkeys.map((fields) => ({ ...fields, onErasure: "deleted" as const })),
    },
    await placesOf(tx, row.id),
    await claimsOf(tx, row.id),
    await evidenceOf(tx, row.id),
    await requestsOf(tx, row.id),
  ]);
}
