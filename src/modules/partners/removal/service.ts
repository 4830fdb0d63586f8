import { eq, inArray } from "drizzle-orm";
import { PARTNER_GOODBYE } from "../../../copy/en/partner-emails.ts";
import { clearSessionCookie } from "../../../core/auth/session-actions.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { copyRows, putRows } from "../../../db/query/stored-rows.ts";
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
import { partners, partnerPasskeys as passkeys } from "../table.ts";

/**
 * Deletes a partner: ends its sessions, releases its places (the next sync run writes that to the main database) and
 * closes its pending claims and requests. Decided ones stay under the business name. The partner is locked first, as
 * in an approval, so that no place gets a deleted owner (docs/security.md AZ-08). It can be restored for `TRASH_KEPT`.
 * Throws 404.
 */
export function remove(ctx: ActionContext<StaffActor>, id: string, act?: string) {
  return ctx.deps.db.transaction(async (tx) => {
    const before = await lockByIdOrEmail(tx, id);
    const rows = await copyForTrash(tx, ctx.deps, before.id);
    await removeLocked(tx, ctx, before);
    const { businessName: label, email } = before;
    await discard(tx, ctx, { id: before.id, kind: "partner", label, email, rows, act });
    return { success: true as const };
  });
}

/** A locked partner with everything that its deletion deletes or changes, except for sessions and links. */
async function copyForTrash(tx: Tx, deps: Deps, id: string): Promise<StoredRows> {
  const rows: StoredRows = {
    partner: await copyRows(tx, partners, eq(partners.id, id)),
    passkeys: await copyRows(tx, passkeys, eq(passkeys.userId, id)),
  };
  for (const { copy } of offersOf(deps, "onPartner")) Object.assign(rows, await copy(tx, id));
  return rows;
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
    await removeLocked(tx, ctx, row);
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

/** Does what `remove` does for good, for a partner that the caller has locked. */
async function removeLocked(tx: Tx, ctx: RemoverContext, before: PartnerRow): Promise<void> {
  const { deps } = ctx;
  const closed = await close(tx, ctx, before.id);
  const former = formerPartnerHash(deps, before.email);
  for (const { link } of offersOf(deps, "onPartner")) await link?.(tx, before.id, former);
  await tx.delete(partners).where(eq(partners.id, before.id));
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
  const restored = await tx.select({ id: partners.id }).from(partners).where(inArray(partners.id, ids));
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
  { id, rows }: TrashItem,
  { deps }: ActionContext<StaffActor>,
): Promise<Restored> {
  await withUniqueAddress(() => putRows(tx, partners, rows.partner ?? []));
  await restorePasskeys(tx, rows.passkeys);
  const notes = ["The password works again. All sessions stay ended."];
  for (const each of offersOf(deps, "onPartner")) notes.push(...(await each.restore(tx, deps, id, rows)));
  return { notes, recorded: auditFields(await lockByIdOrEmail(tx, id)) };
}

/** A passkey that another account has added since stays there. */
async function restorePasskeys(tx: Tx, rows: StoredRows[string] = []): Promise<void> {
  const keys = rows.map((row) => String(row.credential_id));
  const taken = await tx
    .select({ key: passkeys.credentialId })
    .from(passkeys)
    .where(inArray(passkeys.credentialId, keys));
  const free = rows.filter((row) => !taken.some(({ key }) => key === row.credential_id));
  await putRows(tx, passkeys, free);
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
  const ofAddress = eq(partners.emailKey, emailKey(email));
  const [row = null] = await tx.select().from(partners).where(ofAddress).for("update");
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
