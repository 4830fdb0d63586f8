import { and, eq, inArray, isNotNull } from "drizzle-orm";
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
import { type Closed, formerPartnerHash, formerPartnerHashes, type RemoverContext } from "../offers.ts";
import type { PartnerRow } from "../queries.ts";
import { auditFields, lockByIdOrEmail, withUniqueAddress } from "../service.ts";
import { checkOwnPassword, lockVerified } from "../sign-in.ts";
import { currentPartners, partners, partnerPasskeys as passkeys, type Unlinked } from "../table.ts";

/**
 * Deletes a partner: ends its sessions, releases its places (the next sync run writes that to the main database) and
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
    await tx.update(partners).set({ deletedAt: deps.now(), unlinked }).where(eq(partners.id, before.id));
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
 * Deletes the caller's own account for good, and mails a goodbye. Throws 401 on a wrong password and after another
 * deletion, 429.
 */
export async function removeOwn(ctx: ActionContext<PartnerPrincipal>, password: string) {
  const { deps, call } = ctx;
  const row = await checkOwnPassword(ctx, password);
  await deps.db.transaction(async (tx) => {
    await lockVerified(tx, row);
    await unlink(tx, ctx, row);
    await tx.delete(partners).where(eq(partners.id, row.id));
    await purgeItemsOf(tx, deps, row.email, "partner");
    await postGoodbye(tx, deps, row.email);
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

/** Closes and unlinks what a locked partner has in other modules, and records the deletion. */
async function unlink(tx: Tx, ctx: RemoverContext, before: PartnerRow): Promise<void> {
  const { deps } = ctx;
  const closed = await close(tx, ctx, before.id);
  const former = formerPartnerHash(deps, before.email);
  for (const each of offersOf(deps, "onPartner")) await each.unlink?.(tx, before.id, former);
  await record(tx, ctx, {
    subject: before.id,
    before: auditFields(before),
    after: { ...closed, [FORMER]: former },
  });
}

/** In the audit entry of a deletion: whose account it was. */
const FORMER = "formerPartner";

/** Deleted accounts of an address, as far back as the audit log goes. */
export async function formerAccounts(tx: Tx, deps: Deps, email: string) {
  const entries = await subjectsWith(tx, FORMER, formerPartnerHashes(deps, email));
  const accounts = entries.flatMap(({ subject: id, at }) => (id === null ? [] : { id, at }));
  const ids = accounts.map(({ id }) => id);
  const { id: current } = currentPartners;
  const restored = await tx.select({ id: current }).from(currentPartners).where(inArray(current, ids));
  return accounts.filter(({ id }) => !restored.some((each) => each.id === id));
}

/** Ends the sessions and mailed links of a locked partner, releases its places and closes what is pending. */
async function close(tx: Tx, ctx: RemoverContext, id: string): Promise<Closed> {
  const closed = {};
  for (const each of offersOf(ctx.deps, "onPartner")) Object.assign(closed, await each.close?.(tx, ctx, id));
  await ctx.deps.sessions.partner.endAll(tx, id);
  await endLinks(tx, ctx.deps, id);
  return closed;
}

/**
 * Restores a deleted partner with its password, passkeys and cases, and its places where they have no owner. Throws 409 if
 * its address has an account again. Called by `trash`, which records it.
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
  const restored = { deletedAt: null, unlinked: null };
  await withUniqueAddress(() => tx.update(partners).set(restored).where(eq(partners.id, id)));
  const notes = ["The password works again. All sessions stay ended."];
  for (const each of offersOf(deps, "onPartner"))
    notes.push(...(await each.restore(tx, deps, id, deleted?.unlinked ?? {})));
  return { notes, recorded: auditFields(await lockByIdOrEmail(tx, id)) };
}

/** Deletes partners in the trash for good, with their passkeys. */
export const purge = (tx: Tx, ids: readonly string[]) =>
  tx.delete(partners).where(and(inArray(partners.id, [...ids]), isNotNull(partners.deletedAt)));

/** The rows of a partner in the trash, and what its deletion unlinked. */
export async function deletedRows(tx: Tx, id: string): Promise<StoredRows> {
  const [{ unlinked = {}, ...partner } = {}] = await readJsonRows(tx, partners, eq(partners.id, id));
  return {
    partner: [partner],
    passkeys: await readJsonRows(tx, passkeys, eq(passkeys.userId, id)),
    ...(unlinked as Unlinked), // the column of that type
  };
}

/**
 * Erases the account of an address, if there is one, and the personal data in claims and requests of it and of accounts
 * that were deleted before. Places stay, but lose their owner. Without `staff` the account that exists stays as it is.
 */
export async function eraseAccount(
  tx: Tx,
  deps: Deps,
  email: string,
  staff: ActionContext<StaffActor> | null,
): Promise<Erasure> {
  const ofAddress = eq(currentPartners.emailKey, emailKey(email));
  const [row = null] = await tx.select().from(currentPartners).where(ofAddress).for("update");
  if (row === null || staff === null) {
    const erased = await eraseRecords(tx, deps, email, null, 0);
    return row === null ? erased : { ...erased, kept: [KEPT_ACCOUNT], accounts: [row.id] };
  }
  const { freedPlaces = 0 } = await close(tx, staff, row.id);
  return eraseRecords(tx, deps, email, row, freedPlaces);
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
