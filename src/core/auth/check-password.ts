import { randomBytes } from "node:crypto";
import { days } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { createKeyedSemaphore } from "../limits/keyed-semaphore.ts";
import type { Call, Deps } from "../rpc/context.ts";
import { unauthenticated } from "./authorize.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { setCookie } from "./cookies.ts";
import { LOGIN_LIMITS, refundAttempt, reserveAttempt } from "./login-throttle.ts";

const DEVICE_KNOWN_FOR = days(180); // docs/security.md AUT-08
const NONCE_CHARACTERS = 22;

declare module "../rpc/context.ts" {
  interface State {
    readonly passwordChecks: PasswordChecks;
  }
}

type PasswordChecks = ReturnType<typeof createPasswordChecks>;

/**
 * A try counts as a failed one until its password has been verified. So few run at once that correct tries, which
 * scripts send in parallel, cannot reach the limit on their own, even on several instances.
 */
export const createPasswordChecks = () => ({
  byName: createKeyedSemaphore(2),
  byAddress: createKeyedSemaphore(5),
});

export const TOO_COMMON = "This password is too common"; // docs/security.md AUT-03

interface Account {
  readonly id: string;
  readonly passwordHash: string;
  /** Staff accounts can be closed. */
  readonly isActive?: boolean;
}

/** The accounts of one kind, as a sign-in needs them. */
export interface Accounts<A extends Account> {
  readonly kind: "staff" | "partner";
  /** The one sentence for unknown, wrong, inactive and locked. */
  readonly refusal: string;
  readonly find: (deps: Deps, key: string) => Promise<A | undefined>;
  /** Keeps a new hash of the same password; one that was changed meanwhile stays. */
  readonly replaceHash: (deps: Deps, account: A, passwordHash: string) => Promise<void>;
}

interface LoginInput {
  /** The account's name in the form in which two of the same person are equal. */
  readonly key: string;
  readonly password: string;
}

/**
 * The account that a name and a password are right for. Counts the try before it verifies, and takes the same
 * time whether or not there is such a name (docs/security.md AUT-05 to AUT-09). Throws 401 or 429.
 */
export async function checkPassword<A extends Account>(
  deps: Deps,
  call: Call,
  accounts: Accounts<A>,
  sent: LoginInput,
): Promise<A> {
  const own = nameOrDeviceKey(deps, call, accounts.kind, sent.key);
  const shared = `address:${deps.encryption.keyedHash("client-address", call.address ?? "none")}`;
  const tries = [
    { key: shared, rule: LOGIN_LIMITS.address },
    { key: own, rule: LOGIN_LIMITS.name },
  ];
  const { byName, byAddress } = deps.state.passwordChecks;
  const counted = async () => {
    await reserveAttempt(deps.db, tries, deps.now());
    const found = await verifiedAccount(deps, accounts, sent);
    await refundAttempt(deps.db, [own], [shared]);
    return found;
  };
  const account = await byName(own, () => byAddress(shared, counted));
  if (!deps.passwords.isOutdated(account.passwordHash)) return account;
  // parameters grow with the years; a right password is the moment to follow
  await accounts.replaceHash(deps, account, await deps.passwords.hash(sent.password));
  return verifiedAccount(deps, accounts, sent); // by the hash that stands there now, whoever put it there
}

/** Checks the password against the account as it is stored now. Throws 401. */
async function verifiedAccount<A extends Account>(
  deps: Deps,
  accounts: Accounts<A>,
  { key, password }: LoginInput,
): Promise<A> {
  const account = await accounts.find(deps, key);
  const right = await deps.passwords.verify(password, account?.passwordHash ?? null);
  if (!right || !account || account.isActive === false) throw unauthenticated(accounts.refusal);
  return account;
}

type Kind = Accounts<Account>["kind"];

/** A device from which this account signed in before has a counter that strangers cannot fill. */
function nameOrDeviceKey(deps: Deps, call: Call, kind: Kind, key: string): string {
  const nonce = call.credentials.device?.slice(0, NONCE_CHARACTERS);
  const known = nonce !== undefined && call.credentials.device === deviceToken(deps, kind, key, nonce);
  return known ? `device:${nonce}` : `name:${deps.encryption.keyedHash("account-name", `${kind}:${key}`)}`;
}

const deviceToken = (deps: Deps, kind: Kind, key: string, nonce: string): string =>
  nonce + deps.encryption.keyedHash("device", `${kind}:${key}:${nonce}`);

/** Remembers that this account signed in from this browser. */
export function rememberDevice(deps: Deps, call: Call, kind: Kind, key: string): void {
  const nonce = randomBytes(24).toString("base64url").slice(0, NONCE_CHARACTERS);
  const mark = deviceToken(deps, kind, key, nonce);
  call.responseHeaders.append("Set-Cookie", setCookie(deps.settings, "dev", mark, DEVICE_KNOWN_FOR));
}

/** The hash of a password that is to be one. Throws 400 on one that everybody tries first, or one of `own` names. */
export async function hashNewPassword(
  deps: Deps,
  password: string,
  own: readonly string[],
  field = "password",
): Promise<string> {
  refuseCommon(password, own, field);
  return deps.passwords.hash(password);
}

/** Throws 400 on a password that everybody tries first. */
export function refuseCommon(password: string, own: readonly string[], field = "password"): void {
  if (isCommonPassword(password, own))
    throw new DomainError("invalid", TOO_COMMON, { fields: { [field]: TOO_COMMON } });
}
