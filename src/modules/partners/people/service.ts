import { and, asc, desc, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import { clearSessionCookie } from "../../../core/auth/session-actions.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Orm, Tx } from "../../../db/client.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../../db/query/row-version.ts";
import { DomainError } from "../../../shared/errors.ts";
import { PERSON_ROLES } from "../../../shared/people/accounts.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { endLinks } from "../../mail/public.ts";
import { checkOwnPassword } from "../account/sign-in.ts";
import { postAccessEnded, postNewRole } from "../mails.ts";
import { FORMER, formerPartnerHash } from "../offers.ts";
import { byIdOrEmail, lockOwnAccount, type PartnerRow, type PersonRow } from "../queries.ts";
import { lockByIdOrEmail } from "../service.ts";
import { currentPeople as p, partnerPeople, partners } from "../table.ts";
import { endInvitations, openInvitations } from "./invitations.ts";
import {
  type managedPersonId,
  type nameInput,
  type Person,
  person as personSchema,
  type roleInput,
} from "./schema.ts";

type Own = ActionContext<PartnerPrincipal>;
const SUCCESS = { success: true as const };

/** The people of the caller's business, first the one whom emails go to, and whom it has invited. */
export const list = ({ deps, principal }: Own) => peopleOf(deps, principal.id);

/** `list` for staff. Throws 404. */
export const listFor = async (ctx: ActionContext<StaffActor>, id: string) =>
  peopleOf(ctx.deps, (await byIdOrEmail(ctx, id)).id);

async function peopleOf(deps: Deps, partnerId: string) {
  const people = await deps.db.orm
    .select()
    .from(p)
    .where(eq(p.partnerId, partnerId))
    .orderBy(desc(p.leads), asc(p.createdAt), asc(p.id));
  return { people, invitations: await openInvitations(deps.db.orm, deps, partnerId) };
}

/**
 * Gives another person of the business, or the caller, another role. Throws 404 for a person of another business, and 409
 * for the last owner and if the person changed after `updatedAt`.
 */
export function changeRole(
  ctx: Own,
  { id, role, updatedAt: readAt }: z.output<typeof roleInput>,
): Promise<Person> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const partner = await lockOwnAccount(tx, ctx);
    const before = await personOf(tx, partner.id, id);
    if (hasChangedSince(readAt, before.updatedAt)) throw changedByOther("person", personSchema.parse(before));
    if (before.role === role) {
      skipAuditCheck(ctx);
      return before;
    }
    if (PERSON_ROLES.indexOf(role) > PERSON_ROLES.indexOf(before.role))
      await endInvitations(tx, deps, { by: id });
    if (before.role === "owner") await handOnEmails(tx, partner, before);
    const updatedAt = nextUpdatedAt(deps.now(), before.updatedAt);
    await tx.update(partnerPeople).set({ role, updatedAt }).where(eq(partnerPeople.id, id));
    if (id !== ctx.principal.person.id) await postNewRole(tx, deps, before.email, role);
    await record(tx, ctx, { subject: id, before: auditFields(partner, before), after: { role } });
    return personOf(tx, partner.id, id);
  });
}

/** Changes the caller's own name. */
export function rename(ctx: Own, { name }: z.output<typeof nameInput>): Promise<Person> {
  const { deps, principal } = ctx;
  const { id } = principal.person;
  return deps.db.transaction(async (tx) => {
    const partner = await lockOwnAccount(tx, ctx);
    const before = await personOf(tx, partner.id, id);
    const updatedAt = nextUpdatedAt(deps.now(), before.updatedAt);
    await tx.update(partnerPeople).set({ name, updatedAt }).where(eq(partnerPeople.id, id));
    await tx.update(partnerPeople).set({ invitedBy: name }).where(invitedBy(before));
    const after = { ...before, name, updatedAt };
    await record(tx, ctx, { subject: id, before: auditFields(partner, before), after: { name } });
    return after;
  });
}

/**
 * Removes a person, whose sessions and links end with the same commit. What the person did stays with the business. Throws
 * 404 for a person of another business and 409 for the last owner.
 */
export function remove(ctx: Own, id: string) {
  return ctx.deps.db.transaction(async (tx) => {
    const partner = await lockOwnAccount(tx, ctx);
    return removePerson(tx, ctx, partner, id);
  });
}

/** `remove` by staff. Throws 404 for an unknown business, too. */
export function removeFor(ctx: ActionContext<StaffActor>, { id, person }: z.output<typeof managedPersonId>) {
  return ctx.deps.db.transaction(async (tx) => removePerson(tx, ctx, await lockByIdOrEmail(tx, id), person));
}

async function removePerson(
  tx: Tx,
  ctx: ActionContext<StaffActor | PartnerPrincipal>,
  partner: PartnerRow,
  id: string,
) {
  const person = await personOf(tx, partner.id, id);
  await deletePerson(tx, ctx.deps, partner, person);
  await postAccessEnded(tx, ctx.deps, person.email);
  await recordLeaving(tx, ctx, partner, person);
  return SUCCESS;
}

/** Takes the caller out of the business. Throws 401 on a wrong password, 409 for the last owner, 429. */
export async function leave(ctx: Own, password: string) {
  const { deps, call, principal } = ctx;
  await checkOwnPassword(ctx, password);
  await deps.db.transaction(async (tx) => {
    const partner = await lockOwnAccount(tx, ctx);
    const person = await personOf(tx, partner.id, principal.person.id);
    await deletePerson(tx, deps, partner, person);
    await recordLeaving(tx, ctx, partner, person);
  });
  clearSessionCookie(deps, call, "partner");
  return SUCCESS;
}

const recordLeaving = (tx: Tx, ctx: ActionContext, partner: PartnerRow, person: PersonRow) =>
  record(tx, ctx, {
    subject: person.id,
    before: auditFields(partner, person),
    after: { [FORMER]: formerPartnerHash(ctx.deps, person.email) },
  });

const auditFields = ({ businessName: business }: PartnerRow, { name, role }: PersonRow) => ({
  name,
  role,
  business,
});

/**
 * Deletes a person's account and ends its sessions, its links and its open invitations. The caller has locked the business.
 * Throws 409 for the last owner.
 */
export async function deletePerson(
  tx: Tx,
  deps: Deps,
  partner: PartnerRow,
  person: PersonRow,
): Promise<void> {
  if (person.role === "owner") await handOnEmails(tx, partner, person);
  await endInvitations(tx, deps, { by: person.id });
  await deps.sessions.partner.endAll(tx, person.id);
  await endLinks(tx, deps, person.id);
  await tx.update(partnerPeople).set({ invitedBy: null }).where(invitedBy(person));
  await tx.delete(partnerPeople).where(eq(partnerPeople.id, person.id));
}

const invitedBy = ({ partnerId, name }: PersonRow) =>
  and(eq(partnerPeople.partnerId, partnerId), eq(partnerPeople.invitedBy, name));

/** The owner who has been one of the business's people the longest, except for this person. */
export async function otherOwner(orm: Orm | Tx, { id, partnerId }: PersonRow): Promise<PersonRow | null> {
  const others = and(eq(p.partnerId, partnerId), eq(p.role, "owner"), ne(p.id, id));
  const [owner] = await orm.select().from(p).where(others).orderBy(asc(p.createdAt), asc(p.id)).limit(1);
  return owner ?? null;
}

/** Before an owner leaves or becomes something else: emails to the business go to another one. Throws 409 for the last. */
async function handOnEmails(tx: Tx, partner: PartnerRow, person: PersonRow): Promise<void> {
  const next = await otherOwner(tx, person);
  if (!next) throw lastOwner();
  if (!person.leads) return;
  await tx.update(partnerPeople).set({ leads: false }).where(eq(partnerPeople.id, person.id));
  await tx.update(partnerPeople).set({ leads: true }).where(eq(partnerPeople.id, next.id));
  // not only where it is the person's name of today: it may be an earlier one
  await tx.update(partners).set({ contactName: next.name }).where(eq(partners.id, partner.id));
}

const lastOwner = () =>
  new DomainError("conflict", "A business needs an owner. Please make someone else an owner first.");

async function personOf(tx: Tx, partnerId: string, id: string): Promise<PersonRow> {
  const [row] = await tx
    .select()
    .from(p)
    .where(and(eq(p.id, id), eq(p.partnerId, partnerId)));
  if (!row) throw new DomainError("notFound", "There is no such person in this business");
  return row;
}
