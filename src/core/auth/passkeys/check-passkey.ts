import type { Tx } from "../../../db/client.ts";
import type { SignedResponse } from "../../../shared/people/passkeys.ts";
import type { ActionContext, Deps } from "../../rpc/context.ts";
import type { PasskeyRow } from "../auth.table.ts";
import { addressAttempts } from "../check-password.ts";
import { FailedLogin } from "../failed-login.ts";
import { refundAttempt, reserveAttempt } from "../login-throttle.ts";
import { verifiedCounter } from "./ceremonies.ts";
import type { PasskeyStore } from "./passkey-store.ts";

/** How a check reads one kind of account and its passkeys. */
export interface PasskeyAccounts<A> {
  readonly kind: "staff" | "partner";
  readonly passkeys: PasskeyStore;
  /** The account if it may sign in. */
  readonly find: (deps: Deps, id: string) => Promise<A | undefined>;
}

export interface CheckedPasskey<A> {
  readonly account: A;
  readonly passkey: PasskeyRow;
  /** To be stored when the sign-in commits. */
  readonly counter: number;
}

/** The same for everything that can be wrong with a passkey (docs/security.md PSK-05). */
const REFUSAL = "This passkey cannot be used here. Please sign in another way.";

/** Null if no such account exists. */
export const passkeyRefused = (accountId: string | null): FailedLogin =>
  new FailedLogin(REFUSAL, accountId, null);

/** Stores the use of a checked passkey. Throws 401 if it was deleted in between or a parallel use has passed its counter. */
export async function recordUse<A>(
  tx: Tx,
  { now }: Deps,
  { passkeys }: PasskeyAccounts<A>,
  { passkey, counter }: CheckedPasskey<A>,
): Promise<void> {
  if (!(await passkeys.recordUse(tx, passkey.id, counter, now()))) throw passkeyRefused(passkey.userId);
}

/**
 * The account whose passkey signed a challenge of this sign-in; with `ownerId` only that one. Each attempt counts against
 * the client's address until it has succeeded. Throws 401 and 429.
 */
export async function checkPasskey<A extends { readonly id: string }>(
  { deps, call }: Pick<ActionContext, "deps" | "call">,
  accounts: PasskeyAccounts<A>,
  response: SignedResponse,
  ownerId?: string,
): Promise<CheckedPasskey<A>> {
  const attempts = addressAttempts(deps, call);
  const checked = await deps.state.passwordChecks.byAddress(call.address ?? "none", async () => {
    const locks = await reserveAttempt(deps.db, attempts, deps.now());
    const passkey = await accounts.passkeys.find(deps.db.orm, response.id);
    const counter = await verifiedCounter(deps, `${accounts.kind}:sign-in`, response, passkey);
    const account = passkey && (await accounts.find(deps, passkey.userId));
    if (!passkey || counter === null || !account)
      throw new FailedLogin(REFUSAL, passkey?.userId ?? null, locks);
    await refundAttempt(
      deps.db,
      [],
      attempts.map(({ key }) => key),
    );
    return { account, passkey, counter };
  });
  if (ownerId !== undefined && checked.account.id !== ownerId) throw passkeyRefused(ownerId);
  return checked;
}
