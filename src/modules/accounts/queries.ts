import { and, count, desc, eq, inArray, like, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { keyContaining } from "../../db/query/like-pattern.ts";
import { newestFirst, readPage } from "../../db/query/paging.ts";
import { type Seen, selectIds } from "../../db/query/select-ids.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Page } from "../../shared/listing.ts";
import type { Erasure, PersonalData } from "../../shared/people/personal-data.ts";
import { passkeyStore } from "./passkeys.ts";
import type { StaffUser, userList } from "./schema.ts";
import { isActivePerson, type StaffRow, staffSessions, staffUsers as t } from "./table.ts";
import { apiTokens } from "./tokens/table.ts";

/** One staff account. Throws 404. */
export async function get({ deps }: ActionContext<StaffActor>, id: string): Promise<StaffUser> {
  const [row] = await deps.db.orm.select().from(t).where(eq(t.id, id));
  if (!row) throw new DomainError("notFound", "This account does not exist");
  return row;
}

const NEWEST = newestFirst(t.createdAt, (row: typeof t.$inferSelect) => row.createdAt);

/** Staff accounts, newest first; `q` searches user name and e-mail address. */
export function list(
  { deps }: ActionContext<StaffActor>,
  input: z.output<typeof userList>,
): Promise<Page<StaffUser>> {
  return readPage(deps.db.orm, { table: t, sorting: NEWEST, where: matching(input.q), input });
}

/** The ids of all that match. Throws 409 if they are not as many as the caller saw. */
export const selectUsers = (
  { deps }: ActionContext<StaffActor>,
  { count: seen, q }: { readonly q: string } & Seen,
) => selectIds(deps.db.orm, t, matching(q), seen);

const isPerson = () => eq(t.isService, false);

const matching = (q: string): SQL | undefined => (q === "" ? undefined : like(t.searchKey, keyContaining(q)));

/** The active accounts whose role sees inquiries, as a condition on `staff_users`. */
export const handlesInquiries = () => and(isActivePerson(), inArray(t.role, ["admin", "super_admin"]));

/** Whether this is such an account. */
export async function mayHandleInquiries(tx: Tx, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.id, id), handlesInquiries()));
  return found.length === 1;
}

/** Where mail to a staff account goes; null if it is gone. */
export async function addressOfStaff(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx.select({ email: t.email }).from(t).where(eq(t.id, id));
  return row?.email ?? null;
}

/** Reports the staff accounts with this address, which erasing a person leaves unchanged. Called by `people`. */
export async function staffAccountsOf(tx: Tx, email: string): Promise<Erasure> {
  const accounts = (await accountsWith(tx, email)).map(({ id }) => id);
  if (accounts.length === 0) return { ids: [], kept: [] };
  const why = "The person works here. A super admin can change the address of the account.";
  return { ids: [], kept: [{ what: "Staff accounts", count: accounts.length, why, until: null }], accounts };
}

/** The staff accounts with this address, with their sessions, passkeys and API tokens, without secrets. Called by `people`. */
export async function staffDataOf(tx: Tx, email: string): Promise<PersonalData> {
  const accounts = await accountsWith(tx, email);
  const ids = accounts.map(({ id }) => id);
  const sessions = await tx
    .select()
    .from(staffSessions)
    .where(inArray(staffSessions.userId, ids))
    .orderBy(desc(staffSessions.createdAt));
  const passkeys = await passkeyStore.describe(tx, ids);
  const tokens = await tx
    .select()
    .from(apiTokens)
    .where(inArray(apiTokens.ownerId, ids))
    .orderBy(desc(apiTokens.createdAt));
  return {
    staffAccounts: accounts.map(({ id, username, email: address, role, isActive, ...row }) => ({
      id,
      at: row.createdAt,
      username,
      email: address,
      role,
      isActive,
      mfaEnabled: row.mfaEnabled,
      lastLoginAt: row.lastLoginAt,
      onErasure: "kept" as const,
    })),
    staffSessions: sessions.map(({ createdAt: at, userId: _, ...fields }) => ({
      ...fields,
      at,
      onErasure: "kept" as const,
    })),
    apiTokens: tokens.map(({ createdAt: at, tokenHash: _, ownerId: __, ...fields }) => ({
      ...fields,
      at,
      onErasure: "kept" as const,
    })),
    staffPasskeys: passkeys.map((fields) => ({ ...fields, onErasure: "kept" as const })),
  };
}

async function accountsWith(tx: Tx, email: string): Promise<StaffRow[]> {
  const accounts = await tx.select().from(t); // few, and the database lowers some letters otherwise
  return accounts.filter((each) => emailKey(each.email) === emailKey(email));
}

/** The number of people's accounts, of active ones, and of those with MFA. */
export async function counts({ deps }: ActionContext<StaffActor>) {
  const active = sql<number>`count(*) filter (where ${t.isActive} and ${t.invitedAt} is null)::int`;
  const withMfa = sql<number>`count(*) filter (where ${t.mfaEnabled})::int`;
  const [row] = await deps.db.orm.select({ total: count(), active, withMfa }).from(t).where(isPerson());
  return row ?? { total: 0, active: 0, withMfa: 0 };
}

/** The number of people's accounts; 0 until the first one is created. */
export async function countStaff(deps: Deps): Promise<number> {
  const [counted] = await deps.db.orm.select({ accounts: count() }).from(t).where(isPerson());
  return counted?.accounts ?? 0;
}

/** How many active people each role has. The start shows it. */
export const countByRole = ({ db }: Deps) =>
  db.orm
    .select({ role: t.role, accounts: count() })
    .from(t)
    .where(isActivePerson())
    .groupBy(t.role)
    .orderBy(t.role);

/** The address of an account; empty without one. */
export async function emailOf({ db }: Deps, id: string): Promise<string> {
  const [row] = await db.orm.select({ email: t.email }).from(t).where(eq(t.id, id));
  return row?.email ?? "";
}
