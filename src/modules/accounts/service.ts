import { and, asc, count, eq, ne, or } from "drizzle-orm";
import type { z } from "zod";
import { hashNewPassword, refuseCommon } from "../../core/auth/check-password.ts";
import type { Encryption } from "../../core/crypto/encryption.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import { record } from "../audit/service.ts";
import { usernameKey } from "./authenticate.ts";
import { postMfaOff, postPasswordSet } from "./mails.ts";
import { clearMfa } from "./mfa.ts";
import { mfaSecretAssociatedData } from "./mfa-codes.ts";
import type { accountInput, createInput, StaffUser, updateInput } from "./schema.ts";
import { staffUsers } from "./table.ts";

type StaffRow = typeof staffUsers.$inferSelect;
type Change = Omit<z.output<typeof updateInput>, "id">;

/** A new staff account. Throws 400 on a common password and 409 on a taken name. */
export async function create(acting: ActionContext<StaffActor>, input: z.output<typeof createInput>) {
  const { deps } = acting;
  const { username, email, role } = input;
  const passwordHash = await hashNewPassword(deps, input.password, [username, email]);
  const now = deps.now();
  const values = { id: randomId(), username, email, role, usernameKey: usernameKey(username) };
  try {
    return await deps.db.transaction(async (tx): Promise<StaffUser> => {
      const times = { createdAt: now, updatedAt: now };
      const [user] = await tx
        .insert(staffUsers)
        .values({ ...values, ...times, passwordHash })
        .returning();
      if (!user) throw new Error("an inserted account did not come back");
      await record(tx, acting, { subject: user.id, after: auditFields(user) });
      return user;
    });
  } catch (error) {
    if (violatedConstraint(error) !== "staff_users_username_key_unique") throw error;
    throw new DomainError("conflict", "This username is already taken");
  }
}

/**
 * Changes another's account, which `id` names by id or username. Role, status and password end its sessions at
 * once. Throws 403 on oneself's role or status, 404, and 409 where the last active super_admin would go or the
 * account changed after `updatedAt`.
 */
export async function update(acting: ActionContext<StaffActor>, id: string, change: Change) {
  const { deps, principal } = acting;
  const passwordHash = change.password ? await hashNewPassword(deps, change.password, []) : undefined;
  return deps.db.transaction(async (tx): Promise<StaffUser> => {
    await lockSuperAdmins(tx);
    const before = await lockAccount(tx, id);
    if (before.id === ("id" in principal ? principal.id : null)) refuseSelfChange(change);
    const { updatedAt: read, password, ...fields } = change;
    const updatedAt = nextUpdatedAt(deps, before, read);
    if (password) refuseCommon(password, [before.username, before.email]);
    const values = { ...defined(fields), ...(passwordHash && { passwordHash }), updatedAt };
    const [after] = await tx.update(staffUsers).set(values).where(eq(staffUsers.id, before.id)).returning();
    if (!after) throw missing();
    await requireSuperAdminLeft(tx, before, after);
    const opened = before.role !== after.role || before.isActive !== after.isActive || passwordHash;
    if (opened) await deps.sessions.staff.endAll(tx, after.id);
    if (passwordHash) await postPasswordSet(tx, deps, before);
    const passwordChanged = passwordHash ? { passwordChanged: true } : {};
    await record(tx, acting, {
      subject: after.id,
      before: auditFields(before),
      after: { ...auditFields(after), ...passwordChanged },
    });
    return after;
  });
}

/** For somebody who lost telephone and codes: MFA is off, every session ended. Throws 403 on oneself, 404, 409. */
export async function resetMfa(
  acting: ActionContext<StaffActor>,
  { id, updatedAt: read }: z.output<typeof accountInput>,
) {
  const { deps, principal } = acting;
  return deps.db.transaction(async (tx): Promise<StaffUser> => {
    const before = await lockAccount(tx, id);
    if (before.id === ("id" in principal ? principal.id : null)) throw selfChange();
    const updatedAt = nextUpdatedAt(deps, before, read);
    await clearMfa(tx, before.id);
    await tx.update(staffUsers).set({ updatedAt }).where(eq(staffUsers.id, before.id));
    if (before.mfaEnabled) await postMfaOff(tx, deps, before);
    await deps.sessions.staff.endAll(tx, before.id);
    const now = { mfaEnabled: before.mfaEnabled };
    await record(tx, acting, { subject: before.id, before: now, after: { mfaEnabled: false } });
    return { ...before, mfaEnabled: false, updatedAt };
  });
}

/** Throws 409 where the account is not the one that was read. A version differs from its last on any clock. */
function nextUpdatedAt(deps: Deps, { updatedAt }: StaffRow, read: Date | undefined): Date {
  if (read && read.getTime() !== updatedAt.getTime()) throw editConflict();
  return new Date(Math.max(deps.now().getTime(), updatedAt.getTime() + 1));
}

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** All of them in one order: two that demote each other wait instead of both succeeding. */
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
  if (!row) throw missing();
  return row;
}

async function requireSuperAdminLeft(tx: Tx, before: StaffRow, after: StaffRow): Promise<void> {
  const was = before.role === "super_admin" && before.isActive;
  if (!was || (after.role === "super_admin" && after.isActive)) return;
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
const missing = () => new DomainError("notFound", "This account does not exist");
const editConflict = () =>
  new DomainError("conflict", "This account was changed by someone else meanwhile. Please look at it again.");

const auditFields = ({ username, role, isActive }: StaffRow) => ({ username, role, isActive });

/** How many staff accounts there are: none means that somebody has yet to make the first. */
export async function countStaff(deps: Deps): Promise<number> {
  const [counted] = await deps.db.orm.select({ accounts: count() }).from(staffUsers);
  return counted?.accounts ?? 0;
}

/** Seals every MFA secret anew, pending ones too. Answers how many. Throws 409 on one that `from` does not open. */
export async function resealSecrets(tx: Tx, from: Encryption, to: Encryption): Promise<number> {
  const users = await tx.select().from(staffUsers).orderBy(asc(staffUsers.id)).for("update");
  const anew = (user: StaffRow, sealed: string | null): string | null => {
    if (sealed === null) return null;
    const secret = from.decrypt("mfa-secret", mfaSecretAssociatedData(user.id), sealed);
    if (secret === null) throw undecryptable(user);
    return to.encrypt("mfa-secret", mfaSecretAssociatedData(user.id), secret);
  };
  for (const user of users) {
    const values = { mfaSecret: anew(user, user.mfaSecret), mfaPending: anew(user, user.mfaPending) };
    await tx.update(staffUsers).set(values).where(eq(staffUsers.id, user.id));
  }
  return users.flatMap(({ mfaSecret, mfaPending }) => [mfaSecret, mfaPending]).filter(Boolean).length;
}

const undecryptable = ({ username }: StaffRow) =>
  new DomainError("conflict", `The MFA secret of ${username} does not open: reset that account's MFA first`);
