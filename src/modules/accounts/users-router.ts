import { eq } from "drizzle-orm";
import type { ActionContext } from "../../core/rpc/context.ts";
import { recentStaffProcedure, router, type StaffActor, staffProcedure } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { nextUpdatedAt } from "../../db/query/row-version.ts";
import { bulkInput, selectOutput } from "../../shared/bulk.ts";
import { LINK_PAGES } from "../../shared/people/mails.ts";
import { entriesOfAccount, record } from "../audit/public.ts";
import { endLinks, issueLink, linkUrl } from "../mail/public.ts";
import { isOwnAccount, lockAccount, lockSuperAdmins, selfChange } from "./account-rows.ts";
import { notifyOtherSuperAdmins, notifyOwner } from "./mails.ts";
import { clearMfa } from "./mfa/mfa.ts";
import { deletePasskeysOf } from "./passkeys.ts";
import * as queries from "./queries.ts";
import { invite } from "./recovery/invitations.ts";
import { NO_MFA_RESET, needsSecondPerson, resetMfa } from "./recovery/reset-mfa.ts";
import * as schema from "./schema.ts";
import * as accounts from "./service.ts";
import { type StaffRow, staffUsers } from "./table.ts";
import { endTokens } from "./tokens/service.ts";

type StaffContext = ActionContext<StaffActor>;

const ENTRIES_SHOWN = 50;

/**
 * For a compromised account: ends its sessions, tokens, passkeys and links, its password and its second factor. Returns
 * a link that sets a new password and the account's newest audit entries. One super admin alone may not reset the second
 * factor of another one: it stays, passkeys included, and the account is deactivated instead. Throws 403 on the caller's
 * own account and 404.
 */
async function lockdown(ctx: StaffContext, id: string) {
  const { deps, principal } = ctx;
  const passwordHash = deps.passwords.unusableHash();
  return deps.db.transaction(async (tx) => {
    await lockSuperAdmins(tx);
    const before = await lockAccount(tx, id);
    if (isOwnAccount(principal, before)) throw selfChange();
    const entries = await entriesOfAccount(tx, before.id, ENTRIES_SHOWN);
    const mfaKept = principal.kind === "staff" && (await needsSecondPerson(tx, before));
    if (!mfaKept) await endSecondFactor(tx, before.id);
    await endAccess(tx, ctx, before.id);
    const now = deps.now();
    const values = { passwordHash, lockedAt: now, updatedAt: nextUpdatedAt(now, before.updatedAt) };
    const [user] = await tx
      .update(staffUsers)
      .set({
        ...values,
        ...(mfaKept ? { isActive: false } : NO_MFA_RESET),
        invitedAt: null,
        mustChangePassword: false,
      })
      .where(eq(staffUsers.id, before.id))
      .returning();
    if (!user) throw new Error("the locked account was not returned");
    await notifyOwner(tx, ctx, user, "lockedDown");
    await notifyOtherSuperAdmins(tx, ctx, user, "lockedDown");
    await record(tx, ctx, { subject: user.id, after: { lockedDown: true, mfaKept } });
    return { user, link: await newPasswordLink(tx, ctx, user), mfaKept, entries: entries.map(shownEntry) };
  });
}

async function endSecondFactor(tx: Tx, id: string): Promise<void> {
  await clearMfa(tx, id);
  await deletePasskeysOf(tx, id);
}

async function endAccess(tx: Tx, { deps }: StaffContext, id: string): Promise<void> {
  await deps.sessions.staff.endAll(tx, id);
  await endTokens(tx, id);
  await endLinks(tx, deps, id);
}

async function newPasswordLink(tx: Tx, { deps }: StaffContext, { id, email }: StaffRow): Promise<string> {
  const issued = await issueLink(tx, deps, { kind: "staff-lockdown", ownerId: id, email });
  if (!issued) throw new Error("a lockdown is not limited, but its link was not issued");
  return linkUrl(deps, LINK_PAGES.staffReset, issued.token);
}

type Entry = Awaited<ReturnType<typeof entriesOfAccount>>[number];

const shownEntry = ({ at, action, actor, subject, address, after }: Entry) => ({
  at,
  action,
  actor: actor.name ?? actor.kind,
  subject,
  address,
  after,
});

const superAdmins = recentStaffProcedure("super_admin");

export const adminUsers = router({
  list: staffProcedure("admin", "super_admin")
    .meta({ rest: "GET /api/admin/users", cli: "admin list", summary: "List staff accounts", list: true })
    .input(schema.userList)
    .output(schema.userPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  counts: staffProcedure("admin", "super_admin")
    .meta({ rest: "GET /api/admin/users/counts", summary: "Count staff accounts" })
    .output(schema.userCounts)
    .query(({ ctx }) => queries.counts(ctx)),
  get: staffProcedure("admin", "super_admin")
    .meta({ rest: "GET /api/admin/users/{id}", cli: "admin show <id>", summary: "Show a staff account" })
    .input(schema.unlockInput)
    .output(schema.staffUser)
    .query(({ ctx, input }) => queries.get(ctx, input.id)),
  create: superAdmins
    .meta({
      rest: "POST /api/admin/users",
      status: 201,
      cli: "admin create",
      summary: "Add a staff account",
      requiredMessage: schema.MISSING_IN_CREATE,
    })
    .input(schema.createInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input }) => accounts.create(ctx, input)),
  invite: superAdmins
    .meta({
      rest: "POST /api/admin/users/invite",
      status: 201,
      cli: "admin invite",
      summary: "Invite a person to a staff account, who then chooses a password",
    })
    .input(schema.inviteInput)
    .output(schema.invitedUser)
    .mutation(({ ctx, input }) => invite(ctx, input)),
  update: superAdmins
    .meta({ rest: "PUT /api/admin/users/{id}", cli: "admin update <id>", summary: "Update a staff account" })
    .input(schema.updateInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input: { id, ...change } }) => accounts.update(ctx, id, change)),
  setRole: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/role",
      cli: "admin set-role <id>",
      summary: "Change a staff account's role",
    })
    .input(schema.setRoleInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input: { id, ...change } }) => accounts.update(ctx, id, change)),
  deactivate: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/deactivate",
      cli: "admin deactivate <id>",
      summary: "Deactivate a staff account",
    })
    .input(schema.accountInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input: { id, ...change } }) =>
      accounts.update(ctx, id, { ...change, isActive: false }),
    ),
  activate: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/activate",
      cli: "admin activate <id>",
      summary: "Activate a staff account",
    })
    .input(schema.accountInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input: { id, ...change } }) => accounts.update(ctx, id, { ...change, isActive: true })),
  resetMfa: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/reset-mfa",
      cli: "admin reset-mfa <id>",
      summary: "Disable MFA for a staff account; a super admin's needs two other super admins",
    })
    .input(schema.accountInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input }) => resetMfa(ctx, input)),
  unlock: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/unlock",
      cli: "admin unlock <id>",
      summary: "Unlock a staff account after failed logins",
    })
    .input(schema.unlockInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input }) => accounts.unlock(ctx, input.id)),
  lockdown: superAdmins
    .meta({
      rest: "POST /api/admin/users/{id}/lockdown",
      cli: "admin lockdown <id>",
      summary: "End everything that opens a compromised account, and show its last 50 audit entries",
    })
    .input(schema.unlockInput)
    .output(schema.lockdownOutput)
    .mutation(({ ctx, input }) => lockdown(ctx, input.id)),
  resetPassword: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/reset-password",
      cli: "admin reset-password <id>",
      summary: "Set a new password for a staff account",
    })
    .input(schema.resetPasswordInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input: { id, ...change } }) => accounts.update(ctx, id, change)),
  select: staffProcedure("admin", "super_admin")
    .meta({
      rest: "GET /api/admin/users/select",
      summary: "List the ids of all staff accounts that match, if they are as many as you saw",
    })
    .input(schema.userSelection)
    .output(selectOutput)
    .query(({ ctx, input }) => queries.selectUsers(ctx, input)),
  deactivateMany: superAdmins
    .meta({ rest: "POST /api/admin/users/deactivate", summary: "Deactivate up to 50 staff accounts" })
    .input(bulkInput)
    .output(schema.usersChanged)
    .mutation(({ ctx, input }) => accounts.updateEach(ctx, input.ids, { isActive: false })),
  activateMany: superAdmins
    .meta({ rest: "POST /api/admin/users/activate", summary: "Activate up to 50 staff accounts" })
    .input(bulkInput)
    .output(schema.usersChanged)
    .mutation(({ ctx, input }) => accounts.updateEach(ctx, input.ids, { isActive: true })),
  setRoleMany: superAdmins
    .meta({
      rest: "POST /api/admin/users/role",
      summary: "Change the role of up to 50 staff accounts to admin or partner manager",
    })
    .input(schema.setRoleManyInput)
    .output(schema.usersChanged)
    .mutation(({ ctx, input: { ids, role } }) => accounts.updateEach(ctx, ids, { role })),
});
