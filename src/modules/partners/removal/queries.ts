import { desc, eq } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { emailKey } from "../../../shared/fields.ts";
import { type AllPersonalData, mergePersonalData } from "../../../shared/people/personal-data.ts";
import { repliesOf } from "../../directory/reports/erasure.ts";
import { evidenceOf } from "../../evidence/uploads/queries.ts";
import { claimsOf } from "../../ownership/claims/queries.ts";
import { proposalsOf } from "../../ownership/proposals/queries.ts";
import { requestsOf } from "../../ownership/requests/queries.ts";
import { transfersOf } from "../../ownership/transfers/queries.ts";
import { placesOf } from "../../places/queries.ts";
import { type Applicant, formerPartnerHashes } from "../former-queries.ts";
import { passkeyStore } from "../passkeys/check.ts";
import type { PartnerRow } from "../queries.ts";
import { partnerSessions, partners } from "../table.ts";
import { formerAccounts } from "./service.ts";

/**
 * What belongs to the partner account of an address and what deleted ones left: what `eraseAccount` deletes or clears.
 * Called by `people`.
 */
export async function accountDataOf(tx: Tx, deps: Deps, email: string): Promise<AllPersonalData> {
  const [row] = await tx
    .select()
    .from(partners)
    .where(eq(partners.emailKey, emailKey(email)));
  const former = await formerAccounts(tx, deps, email);
  return mergePersonalData([
    row ? await dataOfPartner(tx, row) : {},
    {
      partnerAccounts: former.map((account) => ({
        ...account,
        deleted: true,
        onErasure: "cleared" as const,
      })),
    },
    ...(await casesOf(tx, { id: null, former: formerPartnerHashes(deps, email) })),
  ]);
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
    ...(await casesOf(tx, { id: row.id, former: null })),
  ]);
}

const casesOf = async (tx: Tx, who: Applicant) => [
  await claimsOf(tx, who),
  await evidenceOf(tx, who),
  await requestsOf(tx, who),
  await repliesOf(tx, who),
  await proposalsOf(tx, who),
  await transfersOf(tx, who),
];
