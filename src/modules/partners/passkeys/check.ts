import { eq } from "drizzle-orm";
import {
  type CheckedPasskey,
  checkPasskey,
  type PasskeyAccounts,
  passkeyRefused,
  recordUse,
} from "../../../core/auth/passkeys/check-passkey.ts";
import { createPasskeyStore } from "../../../core/auth/passkeys/passkey-store.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { SignedResponse } from "../../../shared/people/passkeys.ts";
import type { PartnerRow } from "../queries.ts";
import { currentPartners, partnerPasskeys } from "../table.ts";

export const passkeyStore = createPasskeyStore(partnerPasskeys);

const PARTNERS: PasskeyAccounts<PartnerRow> = {
  kind: "partner",
  passkeys: passkeyStore,
  async find(deps, id) {
    const [row] = await deps.db.orm.select().from(currentPartners).where(eq(currentPartners.id, id));
    return row;
  },
};

/** The account whose passkey signed `response`; with `ownerId` only that one. Throws 401 and 429. */
export async function checkPartnerPasskey(
  { deps, call }: ActionContext,
  response: SignedResponse,
  ownerId?: string,
): Promise<CheckedPasskey<PartnerRow>> {
  const checked = await checkPasskey(deps, call, PARTNERS, response);
  if (ownerId !== undefined && checked.account.id !== ownerId) throw passkeyRefused(ownerId);
  return checked;
}

/** Stores the use of a checked passkey. Throws 401. */
export const recordPartnerUse = (tx: Tx, deps: Deps, checked: CheckedPasskey<PartnerRow>): Promise<void> =>
  recordUse(tx, deps, PARTNERS, checked);
