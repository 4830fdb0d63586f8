import { and, desc, eq, gt, lt, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { hashNewPassword } from "../../../core/auth/check-password.ts";
import {
  type ActionContext,
  actingAs,
  type Deps,
  type PartnerPrincipal,
  type Visitor,
} from "../../../core/rpc/context.ts";
import type { Orm, Tx } from "../../../db/client.ts";
import { days } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { emailKey } from "../../../shared/fields.ts";
import { randomId } from "../../../shared/id.ts";
import { LINK_PAGES } from "../../../shared/people/mails.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import {
  countMails,
  endLinks,
  issueLink,
  linkExpired,
  linkUrl,
  mailedRecently,
  ownerOfLink,
  redeemLink,
} from "../../mail/public.ts";
import { postInvitation } from "../mails.ts";
import { lockConfirmedAccount, lockOwnAccount, lockPartner, principalOf } from "../queries.ts";
import { withUniqueAddress } from "../service.ts";
import { currentPartners, currentPeople as p, partnerPeople, partnerInvitations as t } from "../table.ts";
import {
  type acceptInput,
  INVITED_A_DAY,
  type Invitation,
  type inviteInput,
  MAX_PEOPLE,
  mayInvite,
  type shownInvitation,
} from "./schema.ts";

type Own = ActionContext<PartnerPrincipal>;

const KIND = "partner-colleague";
const LIFETIME = days(7);

/** The invitations of a business that can be accepted, newest first. */
export const openInvitations = (orm: Orm | Tx, { now }: Pick<Deps, "now">, partnerId: string) =>
  orm
    .select()
    .from(t)
    .where(and(eq(t.partnerId, partnerId), gt(t.expiresAt, now())))
    .orderBy(desc(t.createdAt), desc(t.id));

/**
 * Mails a person a link to become one of the caller's business; an earlier invitation of the address ends. Where no mail can
 * be sent, the answer holds the link to hand over. It is the same whether or not the address has an account of another
 * business. Throws 403 for a role that the caller may not give, 409 for one of the own people and for too many, 429.
 */
export function invite(
  ctx: Own,
  { email, role }: z.output<typeof inviteInput>,
): Promise<Invitation & { link: string | null }> {
  const { deps, principal } = ctx;
  requireRole(principal, role);
  return deps.db.transaction(async (tx) => {
    const partner = await lockConfirmedAccount(tx, ctx);
    await replaceOpen(tx, ctx, email);
    await refuseMore(tx, deps, partner.id, email);
    const now = deps.now();
    const invitation = {
      ...{ id: randomId(), partnerId: partner.id, email, emailKey: emailKey(email), role },
      ...{ invitedBy: principal.person.name, invitedById: principal.person.id },
      ...{ createdAt: now, expiresAt: new Date(now.getTime() + LIFETIME) },
    };
    await tx.insert(t).values(invitation);
    const mailed = deps.ports.mailer !== null;
    // without `to`, using the link does not confirm the address
    const data = mailed ? { to: email } : {};
    const link = await issueLink(tx, deps, { kind: KIND, ownerId: invitation.id, email, data });
    if (!link) throw new Error("a link to join a business is not limited, but was not issued");
    if (mailed) await postInvitation(tx, deps, { to: email, role, token: link.token });
    await record(tx, ctx, { subject: partner.id, after: { role, mailed } });
    return { ...invitation, link: mailed ? null : linkUrl(deps, LINK_PAGES.partnerJoin, link.token) };
  });
}

function requireRole({ person }: PartnerPrincipal, role: Invitation["role"]): void {
  if (!mayInvite(person.role, role)) throw new DomainError("forbidden", "Only an owner can do this");
}

async function replaceOpen(tx: Tx, { deps, principal }: Own, email: string): Promise<void> {
  const open = and(eq(t.partnerId, principal.id), eq(t.emailKey, emailKey(email)));
  const [earlier] = await tx.select().from(t).where(open);
  if (!earlier) return;
  requireRole(principal, earlier.role);
  await end(tx, deps, open);
}

async function refuseMore(tx: Tx, deps: Deps, partnerId: string, email: string): Promise<void> {
  const own = and(eq(p.partnerId, partnerId), eq(p.emailKey, emailKey(email)));
  if ((await tx.$count(p, own)) > 0)
    throw new DomainError("conflict", "This person already belongs to your business");
  const [people, open] = await Promise.all([
    tx.$count(p, eq(p.partnerId, partnerId)),
    tx.$count(t, eq(t.partnerId, partnerId)),
  ]);
  if (people + open >= MAX_PEOPLE)
    throw new DomainError("conflict", `A business can have ${MAX_PEOPLE} people and open invitations.`);
  const since = new Date(deps.now().getTime() - days(1));
  if ((await countMails(tx, email, KIND, since)) >= INVITED_A_DAY) throw mailedRecently(deps);
}

/** Withdraws an invitation: its link no longer works. Throws 404 for another business's, 403 for a role that the caller may not give. */
export async function withdraw(ctx: Own, id: string) {
  const { deps, principal } = ctx;
  await deps.db.transaction(async (tx) => {
    const { id: partnerId } = await lockOwnAccount(tx, ctx);
    const which = and(eq(t.id, id), eq(t.partnerId, partnerId));
    const [found] = await tx.select().from(t).where(which);
    if (!found) throw new DomainError("notFound", "There is no such invitation");
    requireRole(principal, found.role);
    await end(tx, deps, which);
    await record(tx, ctx, { subject: partnerId, before: { role: found.role } });
  });
  return { success: true as const };
}

/** Ends the invitations that a person sent, or all of a business. */
export const endInvitations = (
  tx: Tx,
  deps: Deps,
  which: { readonly by: string } | { readonly of: string },
): Promise<void> => end(tx, deps, "by" in which ? eq(t.invitedById, which.by) : eq(t.partnerId, which.of));

async function end(tx: Tx, deps: Deps, which: SQL | undefined): Promise<void> {
  for (const { id } of await tx.delete(t).where(which).returning({ id: t.id })) await endLinks(tx, deps, id);
}

export async function deleteExpiredInvitations({ db, now }: Deps): Promise<void> {
  await db.orm.delete(t).where(lt(t.expiresAt, now()));
}

/** What the link of an invitation leads to, without using it; null for one that cannot be used. */
export async function show(
  ctx: ActionContext<Visitor>,
  token: string,
): Promise<z.input<typeof shownInvitation> | null> {
  const { deps } = ctx;
  skipAuditCheck(ctx);
  const id = await ownerOfLink(deps.db.orm, deps, KIND, token);
  if (id === null) return null;
  const [found] = await deps.db.orm
    .select({ email: t.email, role: t.role, businessName: currentPartners.businessName })
    .from(t)
    .innerJoin(currentPartners, eq(currentPartners.id, t.partnerId))
    .where(eq(t.id, id));
  return found ?? null;
}

/**
 * Makes the account of an invited person. Throws 400 on a weak password, which leaves the link valid, and on an expired
 * link; 409 if the address has an account, which is told only here, to who receives its emails.
 */
export async function accept(
  ctx: ActionContext<Visitor>,
  { token, name, password }: z.output<typeof acceptInput>,
) {
  const { deps } = ctx;
  const passwordHash = await hashNewPassword(deps, password, null);
  await withUniqueAddress(() =>
    deps.db.transaction(async (tx) => {
      const invitation = await lockInvitation(tx, await ownerOfLink(tx, deps, KIND, token));
      const link = await redeemLink(tx, deps, KIND, token);
      const { partnerId, email, emailKey: key, role, invitedBy, partner } = invitation;
      if ((await tx.$count(p, eq(p.emailKey, key))) > 0) throw belongsElsewhere();
      const now = deps.now();
      const [person] = await tx
        .insert(partnerPeople)
        .values({
          ...{
            id: randomId(),
            partnerId,
            name,
            role,
            leads: false,
            email,
            emailKey: key,
            passwordHash,
            invitedBy,
          },
          ...{ emailConfirmedAt: link.data.to === email ? now : null, createdAt: now, updatedAt: now },
        })
        .returning();
      if (!person) throw new Error("insert into partner_people returned no row");
      await tx.delete(t).where(eq(t.id, invitation.id));
      const joined = principalOf(person, partner.businessName, { id: "", authenticatedAt: now });
      const after = { name, role, business: partner.businessName };
      await record(tx, actingAs(ctx, joined), { subject: person.id, after });
    }),
  );
  return { success: true as const };
}

/** Locks the business first, so that a withdrawal or deletion is either seen or waits. Throws 400. */
async function lockInvitation(tx: Tx, id: string | null) {
  if (id === null) throw linkExpired();
  const [seen] = await tx.select({ partnerId: t.partnerId }).from(t).where(eq(t.id, id));
  const partner = seen ? await lockPartner(tx, seen.partnerId) : null;
  const [invitation] = await tx.select().from(t).where(eq(t.id, id));
  if (!partner || !invitation) throw linkExpired();
  return { ...invitation, partner };
}

const belongsElsewhere = () =>
  new DomainError(
    "conflict",
    "This address already has a partner account of another business. Leave that business first, or ask to be invited at another address.",
  );
