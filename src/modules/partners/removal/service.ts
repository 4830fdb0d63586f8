import { and, eq, inArray, isNotNull, notInArray } from "drizzle-orm";
import { PARTNER_GOODBYE } from "../../../copy/en/partner-emails.ts";
import { clearSessionCookie } from "../../../core/auth/session-actions.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { readJsonRows } from "../../../db/query/json-rows.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { Erasure, RetainedData } from "../../../shared/people/personal-data.ts";
import {
  discard,
  purgeItemsOf,
  type Restored,
  record,
  type StoredRows,
  subjectsWith,
  type TrashItem,
} from "../../audit/public.ts";
import { endLinks, mailText, post } from "../../mail/public.ts";
import { checkOwnPassword, lockVerified } from "../account/sign-in.ts";
import {
  type Closed,
  FORMER,
  formerPartnerHash,
  formerPartnerHashes,
  type RemoverContext,
} from "../offers.ts";
import { endInvitations } from "../people/invitations.ts";
import { deletePerson, otherOwner } from "../people/service.ts";
import { lockOwnAccount, lockPartner, type PartnerRow, type PersonRow } from "../queries.ts";
import { auditFields, lockByIdOrEmail, withUniqueAddress } from "../service.ts";
import {
  currentPeople,
  partnerInvitations as invitations,
  partners,
  partnerPasskeys as passkeys,
  partnerPeople as people,
  type Unlinked,
} from "../table.ts";

/**
 * Deletes a business with its people: ends their sessions, releases its places (the next sync run writes that to the main database) and
 * closes its pending claims and requests. Decided ones stay under the business name. The partner is locked first, as
 * in an approval, so that no place gets a deleted owner (docs/security.md AZ-08). It can be restored for `TRASH_KEPT`.
 * Throws 404.
 */
export function remove(ctx: ActionContext<StaffActor>, id: string, act?: string) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const before = await lockByIdOrEmail(tx, id);
    const unlinked = await linkedTo(tx, deps, before.id);
    await unlink(tx, ctx, before);
    const deletedAt = deps.now();
    await tx.update(partners).set({ deletedAt, unlinked }).where(eq(partners.id, before.id));
    await tx.update(people).set({ deletedAt }).where(eq(people.partnerId, before.id));
    const { businessName: label, email } = before;
    await discard(tx, ctx, { id: before.id, kind: "partner", label, email, act });
    return { success: true as const };
  });
}

async function linkedTo(tx: Tx, deps: Deps, id: string): Promise<Unlinked> {
  const found = [];
  for (const { linked } of offersOf(deps, "onPartner")) found.push(await linked(tx, id));
  return Object.assign({}, ...found);
}

/**
 * Deletes the caller's business with all its people for good, and mails them a goodbye. Throws 401 on a wrong password and
 * after another deletion, 429.
 */
export async function removeOwn(ctx: ActionContext<PartnerPrincipal>, password: string) {
  const { deps, call } = ctx;
  const person = await checkOwnPassword(ctx, password);
  await deps.db.transaction(async (tx) => {
    const partner = await lockOwnAccount(tx, ctx);
    await lockVerified(tx, person);
    const addresses = (await peopleOf(tx, partner.id)).map(({ email }) => email);
    await unlink(tx, ctx, partner);
    await tx.delete(partners).where(eq(partners.id, partner.id));
    for (const email of addresses) await purgeItemsOf(tx, deps, email, "partner");
    for (const email of addresses) await postGoodbye(tx, deps, email);
  });
  clearSessionCookie(deps, call, "partner");
  return { success: true as const };
}

/** Mails that the account is deleted, also for an owner whose password someone else knows. */
function postGoodbye(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { contactEmail } = deps.settings.brand;
  const text = mailText(deps, ...PARTNER_GOODBYE.text(contactEmail));
  return post(tx, deps, { to, subject: PARTNER_GOODBYE.subject, text, kind: "partner-goodbye" });
}

const peopleOf = (tx: Tx, partnerId: string) =>
  tx.select().from(currentPeople).where(eq(currentPeople.partnerId, partnerId)).orderBy(currentPeople.id);

/** Closes and unlinks what a locked partner has in other modules, and records the deletion of its people's accounts. */
async function unlink(tx: Tx, ctx: RemoverContext, before: PartnerRow): Promise<void> {
  const { deps } = ctx;
  for (const person of await peopleOf(tx, before.id))
    if (person.id !== before.id || person.email !== before.email) await recordFormer(tx, ctx, person);
  const closed = await close(tx, ctx, before.id);
  const former = formerPartnerHash(deps, before.email);
  for (const each of offersOf(deps, "onPartner")) await each.unlink?.(tx, before.id, former);
  await record(tx, ctx, {
    subject: before.id,
    before: auditFields(before),
    after: { ...closed, [FORMER]: former },
  });
}

const recordFormer = (tx: Tx, ctx: RemoverContext, { id, email, role }: PersonRow) =>
  record(tx, ctx, {
    subject: id,
    before: { role },
    after: { [FORMER]: formerPartnerHash(ctx.deps, email) },
  });

/** Deleted accounts of an address, as far back as the audit log goes. */
export async function formerAccounts(tx: Tx, deps: Deps, email: string) {
  const entries = await subjectsWith(tx, FORMER, formerPartnerHashes(deps, email));
  const accounts = entries.flatMap(({ subject: id, at }) => (id === null ? [] : { id, at }));
  const ids = accounts.map(({ id }) => id);
  const { id: current } = currentPeople;
  const restored = await tx.select({ id: current }).from(currentPeople).where(inArray(current, ids));
  return accounts.filter(({ id }) => !restored.some((each) => each.id === id));
}

/** Ends the sessions, invitations and mailed links of a locked partner's people, releases its places and closes what is pending. */
async function close(tx: Tx, ctx: RemoverContext, id: string): Promise<Closed> {
  const closed = {};
  for (const each of offersOf(ctx.deps, "onPartner")) Object.assign(closed, await each.close?.(tx, ctx, id));
  await endInvitations(tx, ctx.deps, { of: id });
  for (const person of await peopleOf(tx, id)) {
    await ctx.deps.sessions.partner.endAll(tx, person.id);
    await endLinks(tx, ctx.deps, person.id);
  }
  return closed;
}

/**
 * Restores a deleted partner with its people, their passwords and passkeys, and cases, and its places where they have no
 * owner. Throws 409 if the address of the owner whom emails went to has an account again; others whose address has one stay
 * deleted. Called by `trash`, which records it.
 */
export async function restore(
  tx: Tx,
  { id }: TrashItem,
  { deps }: ActionContext<StaffActor>,
): Promise<Restored> {
  const [deleted] = await tx
    .select({ unlinked: partners.unlinked })
    .from(partners)
    .where(eq(partners.id, id));
  await tx.update(partners).set({ deletedAt: null, unlinked: null }).where(eq(partners.id, id));
  const left = await restorePeople(tx, id);
  const notes = ["The password works again. All sessions stay ended."];
  if (left > 0)
    notes.push(
      `Not restored: ${left === 1 ? "a person who has" : `${left} people who have`} another account by now.`,
    );
  for (const each of offersOf(deps, "onPartner"))
    notes.push(...(await each.restore(tx, deps, id, deleted?.unlinked ?? {})));
  return { notes, recorded: auditFields(await lockByIdOrEmail(tx, id)) };
}

/** Returns how many did not come back, because their address has an account again. */
async function restorePeople(tx: Tx, partnerId: string): Promise<number> {
  const [of, current] = [eq(people.partnerId, partnerId), { deletedAt: null }];
  await withUniqueAddress(() => tx.update(people).set(current).where(and(of, people.leads)));
  const taken = tx.select({ key: currentPeople.emailKey }).from(currentPeople);
  await tx
    .update(people)
    .set(current)
    .where(and(of, notInArray(people.emailKey, taken)));
  return (
    await tx
      .delete(people)
      .where(and(of, isNotNull(people.deletedAt)))
      .returning({ id: people.id })
  ).length;
}

/** Deletes partners in the trash for good, with their passkeys. */
export const purge = (tx: Tx, ids: readonly string[]) =>
  tx.delete(partners).where(and(inArray(partners.id, [...ids]), isNotNull(partners.deletedAt)));

/** The rows of a partner in the trash, and what its deletion unlinked. */
export async function deletedRows(tx: Tx, id: string): Promise<StoredRows> {
  const [{ unlinked = {}, ...partner } = {}] = await readJsonRows(tx, partners, eq(partners.id, id));
  const ofPartner = eq(people.partnerId, id);
  const ids = tx.select({ id: people.id }).from(people).where(ofPartner);
  return {
    partner: [partner],
    people: await readJsonRows(tx, people, ofPartner),
    passkeys: await readJsonRows(tx, passkeys, inArray(passkeys.userId, ids)),
    ...(unlinked as Unlinked), // the column of that type
  };
}

/**
 * Erases the account of an address, if there is one, and the personal data in claims and requests of it and of accounts
 * that were deleted before. The last owner's business is erased too: its places stay, but lose their owner. Without `staff`
 * the account that exists stays as it is.
 */
export async function eraseAccount(
  tx: Tx,
  deps: Deps,
  email: string,
  staff: ActionContext<StaffActor> | null,
): Promise<Erasure> {
  const unanswered = await eraseUnanswered(tx, email);
  const [person] = await tx
    .select()
    .from(currentPeople)
    .where(eq(currentPeople.emailKey, emailKey(email)));
  const partner = person ? await lockPartner(tx, person.partnerId) : null;
  if (!person || !partner || staff === null) {
    const erased = await eraseRecords(tx, deps, email, null, 0);
    const ids = [...unanswered, ...erased.ids];
    return person ? { ...erased, ids, kept: [KEPT_ACCOUNT], accounts: [person.id] } : { ...erased, ids };
  }
  if (person.role === "owner" && !(await otherOwner(tx, person))) {
    const { freedPlaces = 0 } = await close(tx, staff, partner.id);
    for (const other of await peopleOf(tx, partner.id)) {
      if (other.id === person.id) continue;
      await recordFormer(tx, staff, other);
      await postGoodbye(tx, deps, other.email);
    }
    const erased = await eraseRecords(tx, deps, email, partner, freedPlaces);
    return { ...erased, ids: [...new Set([person.id, ...unanswered, ...erased.ids])] };
  }
  await deletePerson(tx, deps, partner, person);
  const erased = await eraseRecords(tx, deps, email, null, 0);
  return { ...erased, ids: [person.id, ...unanswered, ...erased.ids] };
}

/** Invitations to the address, and its accounts of businesses in the trash. Returns their ids. */
async function eraseUnanswered(tx: Tx, email: string): Promise<readonly string[]> {
  const key = emailKey(email);
  const invited = await tx
    .delete(invitations)
    .where(eq(invitations.emailKey, key))
    .returning({ id: invitations.id });
  const inTrash = and(eq(people.emailKey, key), isNotNull(people.deletedAt), eq(people.leads, false));
  const deleted = await tx.delete(people).where(inTrash).returning({ id: people.id });
  return [...invited, ...deleted].map(({ id }) => id);
}

async function eraseRecords(
  tx: Tx,
  deps: Deps,
  email: string,
  row: PartnerRow | null,
  freedPlaces: number,
): Promise<Erasure> {
  const who = { id: row?.id ?? null, former: formerPartnerHashes(deps, email) };
  const erased: Erasure[] = [];
  for (const { erase } of offersOf(deps, "onPartner")) if (erase) erased.push(await erase(tx, deps, who));
  const former = await formerAccounts(tx, deps, email);
  if (row) await tx.delete(partners).where(eq(partners.id, row.id));
  const accounts = [...(row ? [row] : []), ...former].map(({ id }) => id);
  const places = freedPlaces === 0 ? [] : [{ ...KEPT_PLACES, count: freedPlaces }];
  return {
    ids: [...accounts, ...erased.flatMap(({ ids }) => ids)],
    kept: [],
    unlinked: [...places, ...erased.flatMap(({ unlinked = [] }) => unlinked)],
    afterCommit: async () => {
      for (const { afterCommit } of erased) await afterCommit?.();
    },
  };
}

const KEPT_PLACES: Omit<RetainedData, "count"> = {
  what: "Places, without their owner",
  why: "The directory is public and is about places, not people.",
  until: null,
};

const KEPT_ACCOUNT: RetainedData = {
  what: "Partner account, with its claims and requests",
  count: 1,
  why: "It is protected by its password. Sign in to delete it there.",
  until: null,
};
