import { asc, eq, isNotNull, or } from "drizzle-orm";
import type { z } from "zod";
import { isRecentlyAuthenticated, reauthenticationRequired } from "../../core/auth/authorize.ts";
import { clearLoginAttempts, hashNewPassword, rejectWeakPassword } from "../../core/auth/check-password.ts";
import { clearAttempts } from "../../core/auth/login-throttle.ts";
import { endOwnSession, listOwnSessions } from "../../core/auth/session-actions.ts";
import type { Encryption } from "../../core/crypto/encryption.ts";
import { type ActionContext, actingAs } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import { onEach, record } from "../audit/public.ts";
import { endLinks } from "../mail/public.ts";
import {
  auditFields,
  findByName,
  isOwnAccount,
  lockAccount,
  lockSuperAdmins,
  nextVersion,
  requirePerson,
  requireSuperAdminLeft,
  rethrowTakenUsername,
  selfChange,
  superAdminTimes,
} from "./account-rows.ts";
import { principalOf, usernameKey } from "./authenticate.ts";
import { notifyOwner, postAccountChange } from "./mails.ts";
import { codeAttempts, mfaSecretAssociatedData } from "./mfa/codes.ts";
import { clearMfa } from "./mfa/mfa.ts";
import { get } from "./queries.ts";
import type {
  createInput,
  endSessionInput,
  StaffUser,
  sessionsInput,
  UsersChanged,
  updateInput,
} from "./schema.ts";
import { type StaffRow, staffUsers } from "./table.ts";
import { endTokens } from "./tokens/service.ts";

type Change = Omit<z.output<typeof updateInput>, "id">;

/**
 * Creates a staff account. Its password must be changed at the first sign-in if a person chose it in the browser; an
 * operator or a script may set up an account to be used at once. Throws 400 on a weak password and 409 on a taken name.
 */
export async function create(ctx: ActionContext<StaffActor>, input: z.output<typeof createInput>) {
  const { deps, principal } = ctx;
  const { username, email, role } = input;
  const passwordHash = await hashNewPassword(deps, input.password, { username, email });
  const now = deps.now();
  const mustChangePassword = principal.kind === "staff" && principal.sessionId !== null;
  const names = { username, email, usernameKey: usernameKey(username) };
  const since = role === "super_admin" ? now : null;
  const values = { id: randomId(), ...names, role, superAdminSince: since, mustChangePassword };
  const inserted = deps.db.transaction(async (tx): Promise<StaffUser> => {
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
  return inserted.catch(rethrowTakenUsername);
}

/**
 * Updates an account; `id` is its id or username. A new role, status or password ends its sessions at once. Throws 403
 * on the caller's own role, status or password, 404, and 409 if no active super_admin would be left, the account has
 * changed since `updatedAt`, or it is a service account and more than its status would change.
 */
export async function update(ctx: ActionContext<StaffActor>, id: string, change: Change) {
  const { deps, principal } = ctx;
  const passwordHash = change.password ? await hashNewPassword(deps, change.password, {}) : undefined;
  return deps.db.transaction(async (tx): Promise<StaffUser> => {
    await lockSuperAdmins(tx);
    const before = await lockAccount(tx, id);
    if (isOwnAccount(principal, before)) refuseSelfChange(change);
    const { updatedAt: readAt, password, ...fields } = change;
    const updatedAt = nextVersion(deps, before, readAt);
    if (password || fields.email || (fields.role ?? before.role) !== before.role) requirePerson(before);
    if (password) rejectWeakPassword(deps, password, before);
    const changed = { ...defined(fields), ...(passwordHash && passwordOf(passwordHash)) };
    const values = { ...changed, ...superAdminTimes(before, changed, deps.now()), updatedAt };
    const [after] = await tx.update(staffUsers).set(values).where(eq(staffUsers.id, before.id)).returning();
    if (!after) throw new Error("the locked account was not returned");
    await requireSuperAdminLeft(tx, before, after);
    if (passwordHash) await clearLoginAttempts(tx, deps, "staff", before.usernameKey);
    await endAccess(tx, ctx, before, after);
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

/** A password that another person chose: its owner must change it. */
const passwordOf = (passwordHash: string) => ({
  passwordHash,
  mustChangePassword: true,
  invitedAt: null,
  lockedAt: null,
});

/** Ends what a changed account was opened with: its sessions and, for a new password, address or status, its unused links. */
async function endAccess(tx: Tx, ctx: ActionContext<StaffActor>, before: StaffRow, after: StaffRow) {
  const { deps } = ctx;
  const isReset = before.passwordHash !== after.passwordHash;
  const changed = before.isActive !== after.isActive || before.role !== after.role;
  if (isReset || before.email !== after.email)
    await endLinks(tx, deps, after.id, ["staff-invitation", "staff-reset-password"]);
  if (isReset) await endLinks(tx, deps, after.id, ["staff-lockdown"]);
  if (!after.isActive) await endLinks(tx, deps, after.id);
  if (!after.isActive) await endTokens(tx, after.id);
  if (!isReset && !changed) return;
  const ended = await deps.sessions.staff.endAll(tx, after.id);
  if (!isReset && ended.length > 0) await notifyOwner(tx, ctx, before, "sessionsEnded");
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

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;

function refuseSelfChange(change: Change): void {
  if (change.role !== undefined || change.isActive !== undefined || change.password !== undefined)
    throw selfChange();
}

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

/**
 * Ends MFA for every account, because the key that encrypted its secrets was lost. Passkeys stay: they have no secret here.
 * Returns the names of the accounts.
 */
export async function resetAllMfa(tx: Tx): Promise<string[]> {
  const hasMfa = or(staffUsers.mfaEnabled, isNotNull(staffUsers.mfaSecret), isNotNull(staffUsers.mfaPending));
  const users = await tx.select().from(staffUsers).where(hasMfa).orderBy(asc(staffUsers.username));
  for (const { id } of users) await clearMfa(tx, id);
  return users.filter(({ mfaEnabled }) => mfaEnabled).map(({ username }) => username);
}

const undecryptable = ({ username }: StaffRow) =>
  new DomainError(
    "conflict",
    `The MFA secret of ${username} cannot be decrypted: reset that account's MFA first`,
  );

type BulkChange = Partial<Pick<StaffUser, "role" | "isActive">>;

/**
 * Updates each account as `update` does, and skips those that need no change. The caller's own account and the last active
 * super admin are refused.
 */
export async function updateEach(
  ctx: ActionContext<StaffActor>,
  ids: readonly string[],
  change: BulkChange,
): Promise<UsersChanged> {
  const changed: UsersChanged["changed"] = [];
  const result = await onEach(
    ctx,
    ids,
    async (id) => {
      const before = await get(ctx, id);
      const { role, isActive } = before;
      const next = { role, isActive, ...change };
      if (next.role === role && next.isActive === isActive) return;
      const { updatedAt } = await update(ctx, id, { ...change, updatedAt: before.updatedAt });
      changed.push({ id, role, isActive, updatedAt });
    },
    async (id) => (await findByName(ctx.deps, id))?.username,
  );
  return { ...result, changed };
}

type StaffContext = ActionContext<StaffActor>;

/**
 * The sessions of the caller or, for a super admin and the operator, of another account, last seen first. Throws 400, 403
 * and 404.
 */
export async function listSessions(ctx: StaffContext, { account }: z.output<typeof sessionsInput>) {
  return listOwnSessions(contextOf(ctx, await accountOf(ctx, account)));
}

/** Ends one session of the caller or of another account, whose owner is told. Throws 404 on any other session. */
export async function endSession(ctx: StaffContext, { id, account }: z.output<typeof endSessionInput>) {
  const user = await accountOf(ctx, account);
  const isOwn = ctx.principal.kind === "staff" && ctx.principal.id === user.id;
  if (!isOwn && ctx.principal.kind === "staff" && !isRecentlyAuthenticated(ctx.deps, ctx.principal))
    throw reauthenticationRequired();
  return endOwnSession(contextOf(ctx, user), id, async (tx) => {
    if (!isOwn) await notifyOwner(tx, ctx, user, "sessionsEnded");
    await record(tx, ctx, { subject: user.id });
  });
}

/** The account whose sessions are meant. Throws 400 if the operator names none, 403 and 404. */
async function accountOf({ deps, principal }: StaffContext, named: string | undefined): Promise<StaffRow> {
  const name = named ?? (principal.kind === "staff" ? principal.id : "");
  if (name === "") throw new DomainError("invalid", "Please name the account with --account");
  const user = await findByName(deps, name);
  const isOwn = principal.kind === "staff" && principal.id === user?.id;
  if (principal.kind === "staff" && principal.role !== "super_admin" && !isOwn)
    throw new DomainError("forbidden", "Only a super admin may see the sessions of others");
  if (!user) throw new DomainError("notFound", "This account does not exist");
  return user;
}

/** The context of that account's owner. */
const contextOf = (ctx: StaffContext, user: StaffRow) => {
  const { principal } = ctx;
  const own = principal.kind === "staff" && principal.id === user.id ? principal : null;
  return actingAs(
    ctx,
    own ?? principalOf(user, { id: null, authenticatedAt: ctx.deps.now(), passkeyId: null }),
  );
};
