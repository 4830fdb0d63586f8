import { randomInt } from "node:crypto";
import { and, count, eq, isNull, lt, or } from "drizzle-orm";
import { FailedLogin } from "../../../core/auth/failed-login.ts";
import {
  LOGIN_LIMITS,
  refundAttempt,
  refundUnverified,
  reserveAttempt,
} from "../../../core/auth/login-throttle.ts";
import { requireCurrentKey } from "../../../core/crypto/secret-key.ts";
import type { Call, Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { randomId } from "../../../shared/id.ts";
import { notifyOwner } from "../mails.ts";
import { type StaffRow, staffBackupCodes, staffUsers } from "../table.ts";

const INVALID_CODE = "Invalid MFA code";
/** Seconds before and after: the previous step, and the next one only in the last seconds (docs/security.md MFA-03). */
const TOTP_TOLERANCE: [number, number] = [30, 5];
const SECRET_LENGTH = 32; // 160 bits in base32

const BACKUP_CODES = 10;
/** With this many or fewer left, the owner is told. */
const FEW_BACKUP_CODES = 2;
const BACKUP_CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"; // 32, without those that look alike
const BACKUP_CODE_PATTERN = /^([A-Z2-9]{2})([A-Z2-9]{10})$/;

/** Loaded with its first use, like the drawing of QR codes, as it would slow down every start. */
export const otplib = () => import("otplib");

export const mfaSecretAssociatedData = (userId: string): string => `staff_users.mfa_secret.${userId}`;

/** Null if the stored secret was altered. Throws 503 if it has a key that this process does not have. */
export async function decryptMfaSecret(
  deps: Deps,
  userId: string,
  encrypted: string,
): Promise<string | null> {
  const secret = deps.encryption.decrypt("mfa-secret", mfaSecretAssociatedData(userId), encrypted);
  if (secret === null) await requireCurrentKey(deps);
  return secret;
}

/** The time step of a valid code, null for an invalid one. The library throws on malformed codes. */
export async function matchTotpStep(secret: string, code: string, now: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code) || secret.length < SECRET_LENGTH) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const { verifySync } = await otplib();
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOTP_TOLERANCE });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}

/** Uses up a time step; false if a code of this step or a later one was used already. */
export async function consumeTotpStep(
  db: Pick<Tx, "update">,
  userId: string,
  step: number,
): Promise<boolean> {
  const unused = or(isNull(staffUsers.totpLastStep), lt(staffUsers.totpLastStep, step));
  const taken = await db
    .update(staffUsers)
    .set({ totpLastStep: step })
    .where(and(eq(staffUsers.id, userId), unused))
    .returning({ id: staffUsers.id });
  return taken.length === 1;
}

/**
 * Accepts each code of an account once; backup codes only with `allowBackup`. Call it only after the right password:
 * wrong codes have a throttle of their own, so that strangers cannot lock an account out of its second step. The wrong
 * code that triggers the throttle is reported to the owner by mail (docs/security.md MFA-05). Throws 401 and 429.
 */
export async function verifyMfaCode(
  deps: Deps,
  call: Call,
  user: StaffRow,
  sent: string,
  allowBackup: boolean,
): Promise<void> {
  const key = codeAttempts(user.id);
  const attempt = { key, rule: LOGIN_LIMITS.code, kind: "code" } as const;
  const locks = await reserveAttempt(deps.db, [attempt], deps.now());
  const right = /^\d{6}$/.test(sent)
    ? await consumeTotpCode(deps, user, sent)
    : allowBackup &&
      (await consumeBackupCode(deps, call, user, sent).catch(refundUnverified(deps.db, [attempt])));
  if (!right) {
    if (locks !== null)
      await deps.db.transaction((tx) => notifyOwner(tx, noticeContext(deps, call), user, "codesRefused"));
    throw new FailedLogin(INVALID_CODE, user.id, locks);
  }
  await refundAttempt(deps.db, [key], []);
}

/** The key of an account's wrong codes in the login throttle. */
export const codeAttempts = (userId: string): string => `code:${userId}`;

async function consumeTotpCode(deps: Deps, user: StaffRow, sent: string): Promise<boolean> {
  const secret = user.mfaSecret && (await decryptMfaSecret(deps, user.id, user.mfaSecret));
  const step = secret ? await matchTotpStep(secret, sent, deps.now()) : null;
  return step !== null && (await consumeTotpStep(deps.db.orm, user.id, step));
}

/** Each code works once, even in concurrent calls. */
async function consumeBackupCode(deps: Deps, call: Call, user: StaffRow, sent: string): Promise<boolean> {
  const [, selector, secret] = BACKUP_CODE_PATTERN.exec(sent.toUpperCase().replace(/[\s-]/g, "")) ?? [];
  if (selector === undefined || secret === undefined) return false;
  const t = staffBackupCodes;
  const unused = and(eq(t.userId, user.id), eq(t.selector, selector), isNull(t.usedAt));
  const [row] = await deps.db.orm.select().from(t).where(unused);
  if (!(await deps.passwords.verify(secret, row?.codeHash ?? null)) || !row) return false;
  const used = await deps.db.orm
    .update(t)
    .set({ usedAt: deps.now(), usedAddress: call.address })
    .where(and(eq(t.id, row.id), isNull(t.usedAt)))
    .returning({ id: t.id });
  if (used.length !== 1) return false;
  if ((await countBackupCodes(deps, user.id)) <= FEW_BACKUP_CODES)
    await deps.db.transaction((tx) => notifyOwner(tx, noticeContext(deps, call), user, "backupCodesLow"));
  return true;
}

/** Someone who has given the account's password, and is not signed in yet. */
const noticeContext = (deps: Deps, call: Call) => ({ deps, call, principal: { kind: "visitor" } }) as const;

export interface NewBackupCodes {
  /** `SS-XXXXX-XXXXX`, shown once. */
  readonly codes: readonly string[];
  readonly rows: readonly (typeof staffBackupCodes.$inferInsert)[];
}

/** Ten new codes: two characters that select the row, and 50 bits of which only a hash is stored. */
export async function generateBackupCodes(deps: Deps, userId: string): Promise<NewBackupCodes> {
  const selectors = new Set<string>();
  while (selectors.size < BACKUP_CODES) selectors.add(randomLetters(2));
  const made = await Promise.all(
    [...selectors].map(async (selector) => {
      const secret = randomLetters(10);
      const codeHash = await deps.passwords.hash(secret);
      const code = `${selector}-${secret.slice(0, 5)}-${secret.slice(5)}`;
      return { code, row: { id: randomId(), userId, selector, codeHash } };
    }),
  );
  return { codes: made.map(({ code }) => code), rows: made.map(({ row }) => row) };
}

const randomLetters = (length: number): string =>
  Array.from({ length }, () => BACKUP_CODE_ALPHABET[randomInt(BACKUP_CODE_ALPHABET.length)]).join("");

/** Replaces all codes of an account. */
export async function replaceBackupCodes(tx: Tx, userId: string, { rows }: NewBackupCodes): Promise<void> {
  await tx.delete(staffBackupCodes).where(eq(staffBackupCodes.userId, userId));
  await tx.insert(staffBackupCodes).values([...rows]);
}

export async function countBackupCodes(deps: Deps, userId: string): Promise<number> {
  const t = staffBackupCodes;
  const [row] = await deps.db.orm
    .select({ left: count() })
    .from(t)
    .where(and(eq(t.userId, userId), isNull(t.usedAt)));
  return row?.left ?? 0;
}
