import { and, eq, isNotNull } from "drizzle-orm";
import type { z } from "zod";
import { STAFF_INVITATION } from "../../../copy/en/staff-emails.ts";
import { clearLoginAttempts, rejectWeakPassword } from "../../../core/auth/check-password.ts";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { nextUpdatedAt } from "../../../db/query/row-version.ts";
import { randomId } from "../../../shared/id.ts";
import { LINK_PAGES } from "../../../shared/people/mails.ts";
import { record } from "../../audit/public.ts";
import {
  actorName,
  endLinks,
  issueLink,
  linkExpired,
  linkUrl,
  mailText,
  post,
  redeemLink,
} from "../../mail/public.ts";
import {
  auditFields,
  requirePerson,
  rethrowTakenUsername,
  superAdminTimes,
  usernameTaken,
} from "../account-rows.ts";
import { usernameKey } from "../authenticate.ts";
import { notifyOtherSuperAdmins } from "../mails.ts";
import type { acceptInput, inviteInput } from "../schema.ts";
import { type StaffRow, staffUsers } from "../table.ts";

type StaffContext = ActionContext<StaffActor>;
type Invitation = z.output<typeof inviteInput>;

/**
 * Creates an account that cannot sign in until its owner has chosen a password with the link, which is mailed and also
 * returned, for a server without mail. Inviting someone again replaces the link; within ten minutes of a mail to the same
 * address no other one goes out, and the link of the earlier one works too. Throws 409 on the name of another account.
 */
export async function invite(ctx: StaffContext, invitation: Invitation) {
  const { deps } = ctx;
  const passwordHash = deps.passwords.unusableHash();
  const invited = deps.db.transaction(async (tx) => {
    const before = await lockInvited(tx, invitation.username);
    const user = await saveInvited(tx, deps, invitation, before, passwordHash);
    const isMailed = await mayMail(tx, deps, user.email);
    if (isMailed || before?.email !== user.email) await endLinks(tx, deps, user.id, ["staff-invitation"]);
    const issued = await issueLink(tx, deps, {
      kind: "staff-invitation",
      ownerId: user.id,
      email: user.email,
    });
    if (!issued) throw new Error("an invitation is not limited, but its link was not issued");
    const link = linkUrl(deps, LINK_PAGES.staffInvitation, issued.token);
    if (isMailed) await postInvitation(tx, ctx, user, { link, token: issued.token });
    if (user.role === "super_admin" && before?.role !== "super_admin")
      await notifyOtherSuperAdmins(tx, ctx, user, "newSuperAdmin");
    await record(tx, ctx, { subject: user.id, after: { ...auditFields(user), invited: true } });
    return { ...user, link };
  });
  return invited.catch(rethrowTakenUsername);
}

/** Whether the address may be sent an invitation: one in ten minutes and five a day. */
const mayMail = async (tx: Tx, deps: Deps, email: string): Promise<boolean> =>
  (await issueLink(tx, deps, { kind: "staff-invitation-mail", ownerId: null, email })) !== null;

/** The account of an earlier invitation that is still open; undefined for a new name. Throws 409 on any other account. */
async function lockInvited(tx: Tx, username: string): Promise<StaffRow | undefined> {
  const named = eq(staffUsers.usernameKey, usernameKey(username));
  const [row] = await tx.select().from(staffUsers).where(named).for("update");
  if (row) requirePerson(row);
  if (row && (row.invitedAt === null || !row.isActive)) throw usernameTaken();
  return row;
}

async function saveInvited(
  tx: Tx,
  deps: Deps,
  { username, email, role }: Invitation,
  before: StaffRow | undefined,
  passwordHash: string,
): Promise<StaffRow> {
  const now = deps.now();
  const values = { username, email, role, invitedAt: now };
  const saving = before
    ? tx
        .update(staffUsers)
        .set({ ...values, updatedAt: nextUpdatedAt(now, before.updatedAt) })
        .where(eq(staffUsers.id, before.id))
    : tx.insert(staffUsers).values({
        id: randomId(),
        ...values,
        usernameKey: usernameKey(username),
        passwordHash,
        createdAt: now,
        updatedAt: now,
      });
  const [saved] = await saving.returning();
  if (!saved) throw new Error("the invited account was not returned");
  return saved;
}

function postInvitation(
  tx: Tx,
  { deps, principal }: StaffContext,
  { email, username }: StaffRow,
  { link, token }: { readonly link: string; readonly token: string },
): Promise<void> {
  const { name } = deps.settings.brand;
  const text = mailText(deps, ...STAFF_INVITATION.text(actorName(principal), name, username, link));
  return post(tx, deps, {
    to: email,
    subject: STAFF_INVITATION.subject(name),
    text,
    kind: "staff-invitation",
    secrets: [token],
  });
}

/**
 * The invited person chooses a password and can sign in from then on. Throws 400 on a weak password, which does not use
 * the link up, and on a link that cannot be used.
 */
export async function acceptInvitation(ctx: ActionContext<Visitor>, input: z.output<typeof acceptInput>) {
  const { deps } = ctx;
  const passwordHash = await deps.passwords.hash(input.password);
  return deps.db.transaction(async (tx) => {
    const { ownerId } = await redeemLink(tx, deps, "staff-invitation", input.token);
    const invited = and(
      eq(staffUsers.id, ownerId),
      eq(staffUsers.isActive, true),
      isNotNull(staffUsers.invitedAt),
    );
    const [user] = await tx.select().from(staffUsers).where(invited).for("update");
    if (!user) throw linkExpired();
    rejectWeakPassword(deps, input.password, user);
    const now = deps.now();
    const accepted = { invitedAt: null, ...superAdminTimes(user, { invitedAt: null }, now) };
    await tx
      .update(staffUsers)
      .set({ passwordHash, ...accepted, updatedAt: nextUpdatedAt(now, user.updatedAt) })
      .where(eq(staffUsers.id, user.id));
    await endLinks(tx, deps, user.id, ["staff-invitation"]);
    await clearLoginAttempts(tx, deps, "staff", user.usernameKey);
    await record(tx, ctx, { subject: user.id, after: { accepted: true } });
    return { success: true as const, username: user.username };
  });
}
