import { randomBytes } from "node:crypto";
import type { Tx } from "../../db/client.ts";
import { days } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { isCommonPassword, isListedPassword } from "../../shared/passwords/common-passwords.ts";
import { type OwnNames, ownNameProblem, TOO_COMMON } from "../../shared/passwords/own-names.ts";
import { MANY_PHONES, networksOf } from "../limits/client-networks.ts";
import { createKeyedSemaphore } from "../limits/keyed-semaphore.ts";
import type { Call, Deps } from "../rpc/context.ts";
import { setCookie } from "./cookies.ts";
import { FailedLogin } from "./failed-login.ts";
import {
  type Attempt,
  clearAttempts,
  LOGIN_LIMITS,
  type LockKind,
  refundAttempt,
  refundUnverified,
  reserveAttempt,
} from "./login-throttle.ts";

const DEVICE_KNOWN_FOR = days(180); // docs/security.md AUT-08
const NONCE_CHARACTERS = 22;

declare module "../rpc/context.ts" {
  interface State {
    readonly passwordChecks: PasswordChecks;
  }
}

type PasswordChecks = ReturnType<typeof createPasswordChecks>;

/**
 * Limits concurrent checks. An attempt counts as failed until its password is verified: without a limit, correct
 * attempts that scripts send in parallel, even to several instances, would reach the login throttle.
 */
export const createPasswordChecks = () => ({
  byName: createKeyedSemaphore(2),
  byAddress: createKeyedSemaphore(5),
});

interface Account {
  readonly id: string;
  readonly passwordHash: string;
  /** Absent for partners, whose accounts cannot be deactivated. */
  readonly isActive?: boolean;
}

/** How a password check reads and updates one kind of account. */
export interface Accounts<A extends Account> {
  readonly kind: "staff" | "partner";
  /** The same sentence for an unknown name, a wrong password and an inactive account. */
  readonly refusal: string;
  readonly find: (deps: Deps, key: string) => Promise<A | undefined>;
  /** Stores a new hash of the same password, unless the password has been changed since `account` was read. */
  readonly replaceHash: (deps: Deps, account: A, passwordHash: string) => Promise<void>;
}

interface Login {
  /** The account's normalized name: two spellings of one account are equal. */
  readonly key: string;
  readonly password: string;
}

/**
 * The account with this name and password. Counts the attempt before verifying, and takes the same time whether or not
 * the account exists (docs/security.md AUT-05 to AUT-09). Throws 401 or 429.
 */
export async function checkPassword<A extends Account>(
  deps: Deps,
  call: Call,
  accounts: Accounts<A>,
  login: Login,
): Promise<A> {
  const device = knownDevice(deps, call, accounts.kind, login.key);
  const accountKey = device ?? nameKey(deps, accounts.kind, login.key);
  const ofAccount = { key: accountKey, rule: LOGIN_LIMITS.name, kind: "account" } as const;
  const ofAddress = addressAttempts(deps, call);
  // strangers behind the same address, such as that of an office or a proxy, cannot lock a known device out
  const attempts = device === null ? [...ofAddress, ofAccount] : [ofAccount];
  const { byName, byAddress } = deps.state.passwordChecks;
  const attempt = async () => {
    const locks = await reserveAttempt(deps.db, attempts, deps.now());
    const found = await verifiedAccount(deps, accounts, login, locks).catch(
      refundUnverified(deps.db, attempts),
    );
    await refundAttempt(deps.db, [accountKey], device === null ? ofAddress.map(({ key }) => key) : []);
    return found;
  };
  // the address first: one that waits for a name then holds few of the places in that name's line
  const account = await byAddress(call.address ?? "none", () => byName(accountKey, attempt));
  if (!deps.passwords.isOutdated(account.passwordHash)) return account;
  // only now is the password known, so only now can its hash be upgraded to the current parameters
  await accounts.replaceHash(deps, account, await deps.passwords.hash(login.password));
  return verifiedAccount(deps, accounts, login); // again, in case the password was changed in between
}

/** Counts a wrong token or code like a failed login of the client's address. Returns what it locks. Throws 429. */
export const countFailedLogin = (deps: Deps, call: Call): Promise<LockKind | null> =>
  reserveAttempt(deps.db, addressAttempts(deps, call), deps.now());

/** Checks the password against the account as it is stored now. Throws 401. */
async function verifiedAccount<A extends Account>(
  deps: Deps,
  accounts: Accounts<A>,
  { key, password }: Login,
  locks: LockKind | null = null,
): Promise<A> {
  const account = await accounts.find(deps, key);
  const matches = await deps.passwords.verify(password, account?.passwordHash ?? null);
  if (!matches || !account || account.isActive === false)
    throw new FailedLogin(accounts.refusal, account?.id ?? null, locks);
  return account;
}

type Kind = Accounts<Account>["kind"];

/** What a sign-in from a client's address counts against. */
export const addressAttempts = ({ encryption }: Deps, call: Call): readonly Attempt[] =>
  networksOf(call.address, MANY_PHONES).map(({ name, times }) => ({
    key: `address:${encryption.keyedHash("client-address", name)}`,
    rule: { ...LOGIN_LIMITS.address, limit: LOGIN_LIMITS.address.limit * times },
    kind: "address",
  }));

const accountHash = ({ encryption }: Deps, kind: Kind, key: string): string =>
  encryption.keyedHash("account-name", `${kind}:${key}`);

const nameKey = (deps: Deps, kind: Kind, key: string): string => `name:${accountHash(deps, kind, key)}`;

const deviceKeys = (deps: Deps, kind: Kind, key: string): string => `device:${accountHash(deps, kind, key)}:`;

/** The counter of a device that this account has used before; null for any other. */
function knownDevice(deps: Deps, call: Call, kind: Kind, key: string): string | null {
  const nonce = call.credentials.device?.slice(0, NONCE_CHARACTERS);
  const isKnown =
    nonce !== undefined && deviceTokens(deps, kind, key, nonce).includes(call.credentials.device ?? "");
  return isKnown ? deviceKeys(deps, kind, key) + nonce : null;
}

/** Whether this browser has signed in to the account before. */
export const isKnownDevice = (deps: Deps, call: Call, kind: Kind, key: string): boolean =>
  knownDevice(deps, call, kind, key) !== null;

/** Ends every lock of an account's name and devices: after a password reset, or when an operator unlocks it. */
export const clearLoginAttempts = (tx: Tx, deps: Deps, kind: Kind, key: string): Promise<void> =>
  clearAttempts(tx, [nameKey(deps, kind, key)], [deviceKeys(deps, kind, key)]);

/** The tokens by which this browser may be known; a new one is the first. */
const deviceTokens = ({ encryption }: Deps, kind: Kind, key: string, nonce: string): readonly string[] =>
  encryption.keyedHashes("device", `${kind}:${key}:${nonce}`).map((hash) => nonce + hash);

/** Sets the cookie that marks this browser as a known device of the account. */
export function rememberDevice(deps: Deps, call: Call, kind: Kind, key: string): void {
  const nonce = randomBytes(24).toString("base64url").slice(0, NONCE_CHARACTERS);
  const [token = ""] = deviceTokens(deps, kind, key, nonce);
  call.responseHeaders.append("Set-Cookie", setCookie(deps.settings, "dev", token, DEVICE_KNOWN_FOR));
}

type AccountNames = Omit<OwnNames, "brand">;

/** Hashes a new password. Throws 400 on one that `rejectWeakPassword` or, without names, `rejectListedPassword` refuses. */
export async function hashNewPassword(
  deps: Deps,
  password: string,
  names: AccountNames | null,
  field = "password",
): Promise<string> {
  if (names === null) rejectListedPassword(password, field);
  else rejectWeakPassword(deps, password, names, field);
  return deps.passwords.hash(password);
}

/** For staff. Throws 400 on a common password and on one that contains a name of the account or the brand. */
export function rejectWeakPassword(
  { settings }: Deps,
  password: string,
  names: AccountNames,
  field = "password",
): void {
  const named = ownNameProblem(password, { ...names, brand: settings.brand.name });
  const sentence = isCommonPassword(password) ? TOO_COMMON : named;
  if (sentence !== null) throw weakPassword(sentence, field);
}

/** For partners. Throws 400 on a password of the list of common ones. */
export function rejectListedPassword(password: string, field = "password"): void {
  if (isListedPassword(password)) throw weakPassword(TOO_COMMON, field);
}

const weakPassword = (sentence: string, field: string): DomainError =>
  new DomainError("invalid", sentence, { fields: { [field]: sentence } });
