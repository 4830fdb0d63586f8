import { adoptKey } from "../../../core/crypto/secret-key.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { resetAllMfa } from "../../accounts/service.ts";
import { markAllRemoved } from "../../evidence/uploads/service.ts";
import { stopMailsWithSecrets } from "../../mail/service.ts";

/** What a SECRET_KEY that was lost had encrypted. */
export interface DiscardedSecrets {
  /** Names of staff whose authenticator app and backup codes were removed: they sign in with the password or a passkey. */
  readonly secondFactors: string[];
  /** Unsent mails with a link, which are not sent. */
  readonly mails: number;
  /** Evidence files whose content cannot be read any more; their rows stay. */
  readonly evidenceFiles: number;
}

/** Removes what no key at hand decrypts, and makes the present SECRET_KEY the key of the database. */
export async function discardSecrets(tx: Tx, deps: Deps): Promise<DiscardedSecrets> {
  await adoptKey(tx, deps.encryption);
  return {
    secondFactors: await resetAllMfa(tx),
    mails: await stopMailsWithSecrets(tx),
    evidenceFiles: await markAllRemoved(tx, deps.now()),
  };
}
