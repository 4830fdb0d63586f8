import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { renewSession } from "../../../core/auth/session-actions.ts";
import { writingEncryption } from "../../../core/crypto/secret-key.ts";
import type { ActionContext, StaffPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record } from "../../audit/public.ts";
import { currentAccount, requireRecentAuthentication } from "../authenticate.ts";
import { notifyOwner } from "../mails.ts";
import { requireExistingPasskey } from "../passkeys.ts";
import type { enableMfaInput, proofInput } from "../schema.ts";
import { staffBackupCodes, staffUsers } from "../table.ts";
import {
  consumeTotpStep,
  countBackupCodes,
  decryptMfaSecret,
  generateBackupCodes,
  matchTotpStep,
  mfaSecretAssociatedData,
  otplib,
  replaceBackupCodes,
} from "./codes.ts";

type StaffContext = ActionContext<StaffPrincipal>;
type Proof = z.output<typeof proofInput>;

const PENDING_LIFETIME = minutes(10);
const INVALID_CODE = "Invalid verification code. Please try again.";
const QR_SIZE = 220; // pixels

export const MFA_OFF = { mfaEnabled: false, mfaSecret: null, mfaPending: null, mfaPendingAt: null } as const;

/**
 * A new secret, stored encrypted and pending; a second setup replaces it. Throws 403 `REAUTHENTICATE` or
 * `MFA_REQUIRED`, 409 while MFA is on.
 */
export async function setup(ctx: StaffContext, proof: Proof) {
  const { deps, principal } = ctx;
  await requireRecentAuthentication(ctx, proof);
  await requireExistingPasskey(deps.db.orm, ctx);
  const user = await currentAccount(deps, principal);
  if (user.mfaEnabled) throw new DomainError("conflict", "MFA is already on");
  const { generateSecret, generateURI } = await otplib();
  const secret = generateSecret();
  await deps.db.transaction(async (tx) => {
    const encryption = await writingEncryption(tx, deps);
    const mfaPending = encryption.encrypt("mfa-secret", mfaSecretAssociatedData(user.id), secret);
    const off = and(eq(staffUsers.id, user.id), eq(staffUsers.mfaEnabled, false));
    await tx.update(staffUsers).set({ mfaPending, mfaPendingAt: deps.now() }).where(off);
    await record(tx, ctx, { subject: user.id });
  });
  const otpauthUrl = generateURI({ issuer: deps.settings.brand.name, label: user.username, secret });
  const { toDataURL } = await import("qrcode");
  return { secret, otpauthUrl, qrCodeUrl: await toDataURL(otpauthUrl, { width: QR_SIZE, margin: 2 }) };
}

/**
 * Enables MFA: `secret` must be the pending one, and `token` a code of it. Returns the backup codes, once.
 * Ends the account's other sessions. Throws 400.
 */
export async function enable(ctx: StaffContext, input: z.output<typeof enableMfaInput>) {
  const { deps, principal } = ctx;
  const user = await currentAccount(deps, principal);
  const pending = user.mfaPending && (await decryptMfaSecret(deps, user.id, user.mfaPending));
  const fresh = (user.mfaPendingAt?.getTime() ?? 0) + PENDING_LIFETIME > deps.now().getTime();
  const step =
    pending && fresh && pending === input.secret
      ? await matchTotpStep(pending, input.token, deps.now())
      : null;
  if (step === null) throw invalidCode();
  const backup = await generateBackupCodes(deps, user.id);
  await deps.db.transaction(async (tx) => {
    const [on] = await tx
      .update(staffUsers)
      .set({ ...MFA_OFF, mfaEnabled: true, mfaSecret: user.mfaPending, totpLastStep: null })
      .where(and(eq(staffUsers.id, user.id), eq(staffUsers.mfaPending, user.mfaPending ?? "")))
      .returning({ id: staffUsers.id });
    // the second of two concurrent calls finds nothing pending
    if (!on || !(await consumeTotpStep(tx, user.id, step))) throw invalidCode();
    await replaceBackupCodes(tx, user.id, backup);
    await notifyOwner(tx, ctx, user, "mfaOn");
    await renewSession(tx, ctx);
    await record(tx, ctx, {
      subject: user.id,
      before: { mfaEnabled: false },
      after: { mfaEnabled: true },
    });
  });
  return { success: true as const, backupCodes: [...backup.codes] };
}

const invalidCode = () => new DomainError("invalid", INVALID_CODE, { fields: { token: INVALID_CODE } });

export async function status({ deps, principal }: StaffContext) {
  const { mfaEnabled } = await currentAccount(deps, principal);
  const left = await countBackupCodes(deps, principal.id);
  return { mfaEnabled, hasBackupCodes: left > 0, backupCodesLeft: left };
}

/** Disables MFA and deletes secret and backup codes. Throws 403 `REAUTHENTICATE`. */
export async function disable(ctx: StaffContext, proof: Proof) {
  const { deps, principal } = ctx;
  await requireRecentAuthentication(ctx, proof);
  const user = await currentAccount(deps, principal);
  await deps.db.transaction(async (tx) => {
    await clearMfa(tx, principal.id);
    await notifyOwner(tx, ctx, user, "mfaOff");
    await renewSession(tx, ctx);
    await record(tx, ctx, {
      subject: principal.id,
      before: { mfaEnabled: true },
      after: { mfaEnabled: false },
    });
  });
  return { success: true as const };
}

/** Deletes an account's secret and backup codes. */
export async function clearMfa(tx: Tx, userId: string): Promise<void> {
  await tx.update(staffUsers).set(MFA_OFF).where(eq(staffUsers.id, userId));
  await tx.delete(staffBackupCodes).where(eq(staffBackupCodes.userId, userId));
}

/** Replaces the backup codes with ten new ones. Throws 403 `REAUTHENTICATE`, 409 while MFA is off. */
export async function regenerateBackupCodes(ctx: StaffContext, proof: Proof) {
  const { deps, principal } = ctx;
  await requireRecentAuthentication(ctx, proof);
  const user = await currentAccount(deps, principal);
  if (!user.mfaEnabled) throw new DomainError("conflict", "MFA is off");
  const backup = await generateBackupCodes(deps, user.id);
  await deps.db.transaction(async (tx) => {
    await replaceBackupCodes(tx, user.id, backup);
    await notifyOwner(tx, ctx, user, "backupCodesMade");
    await renewSession(tx, ctx);
    await record(tx, ctx, { subject: user.id });
  });
  return { backupCodes: [...backup.codes] };
}
