import { and, asc, count, eq, ne, or } from "drizzle-orm";
import type { z } from "zod";
import { clearLoginAttempts, hashNewPassword, rejectWeakPassword } from "../../core/auth/check-password.ts";
import { clearAttempts } from "../../core/auth/login-throttle.ts";
import type { Encryption } from "../../core/crypto/encryption.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { hasChangedSince, nextUpdatedAt } from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import { record } from "../audit/service.ts";
import { usernameKey } from "./authenticate.ts";
import { isSuperAdmin, postAccountChange, postMfaReset } from "./mails.ts";
import { clearMfa } from "./mfa.ts";
import { codeAttempts, mfaSecretAssociatedData } from "./mfa-codes.ts";
import type { accountInput, createInput, StaffUser, updateInput } from "./schema.ts";
import { type StaffRow, staffUsers } from "./table.ts";

type Change = Omit<z.output<typeof updateInput>, "id">;

/** Creates a staff account. Throws 400 on a weak password and 409 on a taken name. */
export async function create(ctx: ActionContext<StaffActor>, input: z.output<typeof createInput>) {
  const { deps } = ctx;
  const { username, email, role } = input;
  const passwordHash = await hashNewPassword(deps, input.password, { username, email });
  const now = deps.now();
  const values = { id: randomId(), username, email, role, usernameKey: usernameKey(username) };
  try {
    return await deps.db.transaction(async (tx): Promise<StaffUser> => {
      const times = { createdAt: now, updatedAt: now };
      const [user] = await tx
        .insert(staffUsers)
        .values({ ...values, ...times, passwordHash })
        .returning();
      if (!user) throw new Error("the inserted account was not returned");
      await postAccountChange(tx, ctx, null, user);
      await record(tx, ctx, { subject: user.id, after: auditFields(user) });
      return user;
    });
  } catch (error) {
    if (violatedConstraint(error) !== "staff_users_username_key_unique") throw error;
    throw new DomainError("conflict", "This username is already taken");
  }
}

/**
 * Updates an account; `id` is its id or username. A new role, status or password ends its sessions at once. Throws 403
 * on the caller's own role, status or password, 404, and 409 if no active super_admin would be left or the account has
 * changed since `updatedAt`.
 */
export async function update(ctx: ActionContext<StaffActor>, id: string, change: Change) {
  const { deps, principal } = ctx;
  const passwordHash = change.password ? await hashNewPassword(deps, change.password, {}) : undefined;
  return deps.db.transaction(async (tx): Promise<StaffUser> => {
    await lockSuperAdmins(tx);
    const before = await lockAccount(tx, id);
    if (before.id === ("id" in principal ? principal.id : null)) refuseSelfChange(change);
    const { updatedAt: readAt, password, ...fields } = change;
    const updatedAt = nextVersion(deps, before, readAt);
    if (password) rejectWeakPassword(deps, password, before);
    const values = { ...defined(fields), ...(passwordHash && { passwordHash }), updatedAt };
    const [after] = await tx.update(staffUsers).set(values).where(eq(staffUsers.id, before.id)).returning();
    if (!after) throw notFound();
    await requireSuperAdminLeft(tx, before, after);
    const endsSessions = before.role !== after.role || before.isActive !== after.isActive || passwordHash;
    if (passwordHash) await clearLoginAttempts(tx, deps, "staff", before.usernameKey);
    if (endsSessions) await deps.sessions.staff.endAll(tx, after.id);
    await postAccountChange(tx, ctx, before, after);
    await record(tx, ctx, {
      subject: after.id,
      before: auditFields(before),
      after: {
        ...auditFields(after),
        ...(passwordHash && { passwordChanged: true }),
        ...(before.email !== after.email && { emailChanged: true }),
      },
    });
    return after;
  });
}

/**
 * Disables MFA and ends all sessions, for a user who lost their phone and codes. Throws 403 on the caller's own, 404,
 * 409.
 */
export async function resetMfa(
  ctx: ActionContext<StaffActor>,
  { id, updatedAt: readAt }: z.output<typeof accountInput>,
) {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx): Promise<StaffUser> => {
    const before = await lockAccount(tx, id);
    if (before.id === ("id" in principal ? principal.id : null)) throw selfChange();
    const updatedAt = nextVersion(deps, before, readAt);
    await clearMfa(tx, before.id);
    await tx.update(staffUsers).set({ updatedAt }).where(eq(staffUsers.id, before.id));
    if (before.mfaEnabled) await postMfaReset(tx, ctx, before);
    await deps.sessions.staff.endAll(tx, before.id);
    const now = { mfaEnabled: before.mfaEnabled };
    await record(tx, ctx, { subject: before.id, before: now, after: { mfaEnabled: false } });
    return { ...before, mfaEnabled: false, updatedAt };
  });
}

/** Ends the locks that failed logins and wrong codes have begun for an account. Throws 404. */
export async function unlock(ctx: ActionContext<StaffActor>, id: string): Promise<StaffUser> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, id);
    await clearLoginAttempts(tx, deps, "staff", account.usernameKey);
    await clearAttempts(tx, [codeAttempts(account.id)]);
    await record(tx, ctx, { subject: account.id, after: { unlocked: true } });
    return account;
  });
}

/** The time of the next version. Throws 409 on an edit conflict. */
function nextVersion({ now }: Deps, { updatedAt }: StaffRow, readAt: Date | undefined): Date {
  if (hasChangedSince(readAt, updatedAt)) throw editConflict();
  return nextUpdatedAt(now(), updatedAt);
}

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Locks all active super admins in one order: of two who demote each other at once, only one succeeds. */
async function lockSuperAdmins(tx: Tx): Promise<void> {
  const active = and(eq(staffUsers.role, "super_admin"), eq(staffUsers.isActive, true));
  await tx
    .select({ id: staffUsers.id })
    .from(staffUsers)
    .where(active)
    .orderBy(asc(staffUsers.id))
    .for("update");
}

async function lockAccount(tx: Tx, id: string): Promise<StaffRow> {
  const named = or(eq(staffUsers.id, id), eq(staffUsers.usernameKey, usernameKey(id)));
  const [row] = await tx.select().from(staffUsers).where(named).for("update");
  if (!row) throw notFound();
  return row;
}

async function requireSuperAdminLeft(tx: Tx, before: StaffRow, after: StaffRow): Promise<void> {
  if (!isSuperAdmin(before) || isSuperAdmin(after)) return;
  const others = and(
    eq(staffUsers.role, "super_admin"),
    eq(staffUsers.isActive, true),
    ne(staffUsers.id, after.id),
  );
  const [left] = await tx.select({ super: count() }).from(staffUsers).where(others);
  if (!left?.super) throw new DomainError("conflict", "The last active super admin cannot be taken away");
}

function refuseSelfChange(change: Change): void {
  if (change.role !== undefined || change.isActive !== undefined || change.password !== undefined)
    throw selfChange();
}

const selfChange = () =>
  new DomainError("forbidden", "You cannot change your own role, status or sign-in here");
const notFound = () => new DomainError("notFound", "This account does not exist");
const editConflict = () =>
  new DomainError("conflict", "This account was changed by someone else meanwhile. Please look at it again.");

const auditFields = ({ username, role, isActive }: StaffRow) => ({ username, role, isActive });

/**
 * Re-encrypts every MFA secret, pending ones too, and returns how many. Throws 409 on one that `from` cannot decrypt.
 */
export async function reencryptSecrets(tx: Tx, from: Encryption, to: Encryption): Promise<number> {
  const users = await tx.select().from(staffUsers).orderBy(asc(staffUsers.id)).for("update");
  const reencrypt = (user: StaffRow, encrypted: string | null): string | null => {
    if (encrypted === null) return null;
    const secret = from.decrypt("mfa-secret", mfaSecretAssociatedData(user.id), encrypted);
    if (secret === null) throw undecryptable(user);
    return to.encrypt("mfa-secret", mfaSecretAssociatedData(user.id), secret);
  };
  for (const user of users) {
    const values = {
      mfaSecret: reencrypt(user, user.mfaSecret),
      mfaPending: reencrypt(user, user.mfaPending),
    };
    await tx.update(staffUsers).set(values).where(eq(staffUsers.id, user.id));
  }
  return users.flatMap(({ mfaSecret, mfaPending }) => [mfaSecret, mfaPending]).filter(Boolean).length;
}

const undecryptable = ({ username }: StaffRow) =>
  new DomainError(
    "conflict",
    `The MFA secret of ${username} cannot be decrypted: reset that account's MFA first`,
  );
