import { eq } from "drizzle-orm";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { nextUpdatedAt } from "../../../db/query/row-version.ts";
import { LINK_PAGES } from "../../../shared/people/mails.ts";
import { entriesOfAccount, record } from "../../audit/public.ts";
import { endLinks, issueLink, linkUrl } from "../../mail/public.ts";
import { isOwnAccount, lockAccount, lockSuperAdmins, requirePerson, selfChange } from "../account-rows.ts";
import { notifyOtherSuperAdmins, notifyOwner } from "../mails.ts";
import { clearMfa } from "../mfa/mfa.ts";
import { deletePasskeysOf } from "../passkeys.ts";
import { type StaffRow, staffUsers } from "../table.ts";
import { endTokens } from "../tokens/service.ts";
import { NO_MFA_RESET, needsSecondPerson } from "./reset-mfa.ts";

type StaffContext = ActionContext<StaffActor>;

const ENTRIES_SHOWN = 50;

/**
 * For a compromised account: ends its sessions, tokens, passkeys and links, its password and its second factor. Returns
 * a link that sets a new password and the account's newest audit entries. One super admin alone may not reset the second
 * factor of another one: it stays, passkeys included, and the account is deactivated instead. Throws 403 on the caller's
 * own account, 404, and 409 for a service account.
 */
export async function lockdown(ctx: StaffContext, id: string) {
  const { deps, principal } = ctx;
  const passwordHash = deps.passwords.unusableHash();
  return deps.db.transaction(async (tx) => {
    await lockSuperAdmins(tx);
    const before = await lockAccount(tx, id);
    if (isOwnAccount(principal, before)) throw selfChange();
    requirePerson(before);
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
