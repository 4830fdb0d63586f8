import { and, asc, count, eq, ne, or } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import { usernameKey } from "./authenticate.ts";
import { activeSuperAdmin, isSuperAdmin } from "./mails.ts";
import { staffUser } from "./schema.ts";
import { type StaffRow, staffUsers } from "./table.ts";

const isNamed = (id: string) => or(eq(staffUsers.id, id), eq(staffUsers.usernameKey, usernameKey(id)));

/** An account by its id or username. */
export async function findByName({ db }: Deps, id: string): Promise<StaffRow | undefined> {
  const [row] = await db.orm.select().from(staffUsers).where(isNamed(id));
  return row;
}

/** Locks an account by its id or username. Throws 404. */
export async function lockAccount(tx: Tx, id: string): Promise<StaffRow> {
  const [row] = await tx.select().from(staffUsers).where(isNamed(id)).for("update");
  if (!row) throw new DomainError("notFound", "This account does not exist");
  return row;
}

/** Locks all active super admins in one order: of two who demote each other at once, only one succeeds. */
export async function lockSuperAdmins(tx: Tx): Promise<readonly Pick<StaffRow, "id" | "superAdminSince">[]> {
  return tx
    .select({ id: staffUsers.id, superAdminSince: staffUsers.superAdminSince })
    .from(staffUsers)
    .where(activeSuperAdmin())
    .orderBy(asc(staffUsers.id))
    .for("update");
}

/** Throws 409 if a change would leave no active super admin. */
export async function requireSuperAdminLeft(tx: Tx, before: StaffRow, after: StaffRow): Promise<void> {
  if (!isSuperAdmin(before) || isSuperAdmin(after)) return;
  const others = and(activeSuperAdmin(), ne(staffUsers.id, after.id));
  const [left] = await tx.select({ super: count() }).from(staffUsers).where(others);
  if (!left?.super) throw new DomainError("conflict", "The last active super admin cannot be taken away");
}

/** The time of the next version. Throws 409 on an edit conflict. */
export function nextVersion({ now }: Deps, before: StaffRow, readAt: Date | undefined): Date {
  if (hasChangedSince(readAt, before.updatedAt)) throw changedByOther("account", staffUser.parse(before));
  return nextUpdatedAt(now(), before.updatedAt);
}

export const isOwnAccount = (principal: StaffActor, { id }: StaffRow): boolean =>
  principal.kind === "staff" && principal.id === id;

export const selfChange = () =>
  new DomainError("forbidden", "You cannot change your own role, status or sign-in here");

/** Throws 409 for what only a person's account has: a password, a second factor, another role (docs/security.md TOK-09). */
export function requirePerson({ isService }: Pick<StaffRow, "isService">): void {
  if (isService) throw new DomainError("conflict", "This is a service account: it has no password");
}

export const usernameTaken = () => new DomainError("conflict", "This username is already taken");

/** Rethrows the failure of an insert. Throws 409 if it is a taken username. */
export function rethrowTakenUsername(error: unknown): never {
  if (violatedConstraint(error) === "staff_users_username_key_unique") throw usernameTaken();
  throw error;
}

/** What a change of role or status records about being a super admin (docs/security.md MFA-13). */
export const superAdminTimes = (
  before: StaffRow,
  change: Partial<Pick<StaffRow, "role" | "isActive" | "invitedAt">>,
  now: Date,
): Partial<Pick<StaffRow, "superAdminSince" | "superAdminUntil">> => {
  const after = { ...before, ...change };
  return {
    ...(!isSuperAdmin(before) && isSuperAdmin(after) && { superAdminSince: now }),
    ...(before.role === "super_admin" && after.role !== "super_admin" && { superAdminUntil: now }),
  };
};

export const auditFields = ({ username, role, isActive }: StaffRow) => ({ username, role, isActive });
