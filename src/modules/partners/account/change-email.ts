import { and, eq, gte, ne } from "drizzle-orm";
import type { z } from "zod";
import { unauthenticated } from "../../../core/auth/authorize.ts";
import {
  type ActionContext,
  actingAs,
  type Deps,
  type PartnerPrincipal,
  type Visitor,
} from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { nextUpdatedAt } from "../../../db/query/row-version.ts";
import { DomainError } from "../../../shared/errors.ts";
import { emailKey } from "../../../shared/fields.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import {
  countCodeAttempt,
  dataOfValidLink,
  endLinks,
  endLinksSince,
  issueLink,
  linkExpired,
  mailedRecently,
  type NoticeContext,
  redeemCode,
  redeemLink,
} from "../../mail/public.ts";
import {
  isMailboxFull,
  postAddressChanged,
  postAddressRestored,
  postAddressUndone,
  postConfirmation,
  postNewAddress,
} from "../mails.ts";
import {
  lockOwnPerson,
  lockPerson,
  ownPerson,
  type PersonRow,
  partnerBySession,
  profileOf,
} from "../queries.ts";
import type { changeEmailInput, confirmEmailInput, emailStatus } from "../schema.ts";
import { addressTaken, withUniqueAddress } from "../service.ts";
import { currentPeople, partnerPasskeys, partnerPeople } from "../table.ts";
import { passkeyStore } from "./passkeys.ts";
import { checkOwnPassword, lockVerified } from "./sign-in.ts";

type Own = ActionContext<PartnerPrincipal>;

const SUCCESS = { success: true as const };
const CONFIRMS = ["partner-confirm-email", "partner-change-email"] as const;
/** Links that must not outlive the address that they were mailed to. */
const OF_ADDRESS = [...CONFIRMS, "partner-reset-password", "partner-invitation"] as const;
/** Links that outlive a change, but not its undoing. */
const OF_LATER_ADDRESSES = ["partner-undo-email", "partner-lock"] as const;

/**
 * Confirms an account's address, or sets the new one that a change waits for, by the mailed link or, signed in, by its
 * code. Throws 400 on an expired or wrong one, 401 on a code without a session, 409 if another account has the new
 * address by now (the link then stays valid), 429 after ten guesses.
 */
export async function confirm(
  ctx: ActionContext<Visitor>,
  { token, code }: z.output<typeof confirmEmailInput>,
) {
  const { deps } = ctx;
  const owner = token === undefined ? await ownerOfCode(ctx) : null;
  await withUniqueAddress(() =>
    deps.db.transaction(async (tx) => {
      const link = owner
        ? await redeemCode(tx, deps, CONFIRMS, owner.person.id, code ?? "")
        : await redeemLink(tx, deps, CONFIRMS, token ?? "");
      const row = await lockPerson(tx, link.ownerId);
      if (!row) throw linkExpired();
      const { email } = link.data;
      if (email === undefined) await confirmAddress(tx, deps, row);
      else await replaceAddress(tx, ctx, row, email);
      const principal = owner ?? ctx.principal;
      await record(tx, actingAs(ctx, principal), {
        subject: row.partnerId,
        after: { changed: email !== undefined },
      });
    }),
  );
  return SUCCESS;
}

/** The signed-in partner, whose guess is counted. Throws 401 and 429. */
async function ownerOfCode({ deps, call }: ActionContext<Visitor>): Promise<PartnerPrincipal> {
  const { partnerToken } = call.credentials;
  const owner = partnerToken ? await partnerBySession(deps, partnerToken, false) : null;
  if (!owner) throw unauthenticated();
  await countCodeAttempt(deps, "partner-confirm-email", owner.person.id);
  return owner;
}

async function confirmAddress(tx: Tx, deps: Deps, { id, emailConfirmedAt }: PersonRow): Promise<void> {
  if (emailConfirmedAt !== null) return;
  await tx.update(partnerPeople).set({ emailConfirmedAt: deps.now() }).where(eq(partnerPeople.id, id));
}

/** Sets a confirmed new address, and mails the old one how to undo that. */
async function replaceAddress(tx: Tx, ctx: NoticeContext, row: PersonRow, email: string): Promise<void> {
  const { deps } = ctx;
  await setAddress(tx, deps, row, email, deps.now());
  const undo = { kind: "partner-undo-email", ownerId: row.id, email: row.email } as const;
  const provenAt = row.emailConfirmedAt?.toISOString();
  const data = { email: row.email, ...(provenAt !== undefined && { provenAt }) };
  const link = await issueLink(tx, deps, { ...undo, data });
  if (link) await postAddressChanged(tx, ctx, row, link.token);
}

/** `provenAt` is when someone showed first that mails to the address reach the owner. */
async function setAddress(tx: Tx, deps: Deps, row: PersonRow, email: string, provenAt: Date): Promise<void> {
  const updatedAt = nextUpdatedAt(deps.now(), row.updatedAt);
  await tx
    .update(partnerPeople)
    .set({ email, emailKey: emailKey(email), emailConfirmedAt: provenAt, updatedAt })
    .where(eq(partnerPeople.id, row.id));
  await endLinks(tx, deps, row.id, OF_ADDRESS);
}

/** Mails the caller a new link and code, at most once in ten minutes. Does nothing once the address is confirmed. */
export async function resend(ctx: Own) {
  const { deps } = ctx;
  await deps.db.transaction(async (tx) => {
    const { id, partnerId, email, emailConfirmed } = await lockOwnPerson(tx, ctx);
    const ofOwner = { kind: "partner-confirm-email", ownerId: id, email } as const;
    const isNeeded = !emailConfirmed && !(await isMailboxFull(tx, deps, email));
    const link = isNeeded ? await issueLink(tx, deps, ofOwner) : null;
    if (!link) return skipAuditCheck(ctx);
    await postConfirmation(tx, deps, email, link);
    await record(tx, ctx, { subject: partnerId });
  });
  return SUCCESS;
}

/**
 * Mails a link and a code to the address that the caller's account is to have; it counts once it is confirmed. Throws
 * 401 on a wrong password, and only after that 400 for the current address, 409 for one that has an account, and 429 if
 * the address was mailed less than ten minutes ago.
 */
export async function requestChange(ctx: Own, { email, password }: z.output<typeof changeEmailInput>) {
  const { deps } = ctx;
  const row = await checkOwnPassword(ctx, password);
  if (emailKey(email) === row.emailKey) throw sameAddress();
  await deps.db.transaction(async (tx) => {
    await lockVerified(tx, row);
    await refuseTaken(tx, row.id, email);
    const change = { kind: "partner-change-email", ownerId: row.id, email } as const;
    const link = await issueLink(tx, deps, { ...change, data: { email } });
    if (!link) throw mailedRecently(deps);
    await postNewAddress(tx, deps, email, link);
    await record(tx, ctx, { subject: row.partnerId });
  });
  return profileOf(deps.db.orm, row);
}

async function refuseTaken(tx: Tx, ownId: string, email: string): Promise<void> {
  const { id, emailKey: key } = currentPeople;
  const byAnother = and(eq(key, emailKey(email)), ne(id, ownId));
  const [taken] = await tx.select({ id }).from(currentPeople).where(byAnother);
  if (taken) throw addressTaken();
}

/** An intruder may have added them. */
async function deletePasskeysSince(tx: Tx, userId: string, time: Date): Promise<void> {
  const { userId: owner, createdAt } = partnerPasskeys;
  await tx.delete(partnerPasskeys).where(and(eq(owner, userId), gte(createdAt, time)));
}

/**
 * Restores the address that the link was mailed to, also after further changes, and signs out all devices. Links that
 * later addresses were sent, to undo or confirm changes or to lock the account, and passkeys end that were added since, or
 * before the address was first proven. A link to choose a new password is mailed to the restored address. Throws 400 on
 * an expired link, 409 if another account has the address by now (the link then stays valid).
 */
export async function undo(ctx: ActionContext<Visitor>, token: string) {
  const { deps } = ctx;
  await withUniqueAddress(() =>
    deps.db.transaction(async (tx) => {
      const link = await redeemLink(tx, deps, "partner-undo-email", token);
      const row = await lockPerson(tx, link.ownerId);
      if (!row) throw linkExpired();
      const restored = link.data.email ?? row.email;
      const provenAt = link.data.provenAt === undefined ? null : new Date(link.data.provenAt);
      await setAddress(tx, deps, row, restored, provenAt ?? deps.now());
      await endLinksSince(tx, deps, row.id, OF_LATER_ADDRESSES, link.issuedAt);
      await deletePasskeysSince(tx, row.id, link.issuedAt);
      await passkeyStore.deleteUnproven(tx, row.id, provenAt);
      await deps.sessions.partner.endAll(tx, row.id);
      await mailUndone(tx, deps, row, restored);
      await record(tx, ctx, { subject: row.partnerId });
    }),
  );
  return SUCCESS;
}

/**
 * Tells the address that the account loses, and mails the restored one a link to choose a new password, because the change
 * needed the old one.
 */
async function mailUndone(tx: Tx, deps: Deps, { id, email }: PersonRow, restored: string): Promise<void> {
  if (emailKey(email) !== emailKey(restored)) await postAddressUndone(tx, deps, email);
  const reset = { kind: "partner-reset-password", ownerId: id, email: restored } as const;
  const link = await issueLink(tx, deps, { ...reset, data: { to: restored }, unlimited: true });
  if (!link) throw new Error("a link to reset the password is not limited here, but was not issued");
  await postAddressRestored(tx, deps, restored, link.token);
}

function sameAddress(): DomainError {
  const sentence = "This is already the address of your account";
  return new DomainError("invalid", sentence, { fields: { email: sentence } });
}

/** Whether the caller's address is confirmed, must be and can be, and which new address waits for that. */
export async function status(ctx: ActionContext<PartnerPrincipal>): Promise<z.input<typeof emailStatus>> {
  const { deps, principal } = ctx;
  const { emailConfirmed } = await ownPerson(ctx);
  const change = await dataOfValidLink(deps, principal.person.id, "partner-change-email");
  return {
    confirmed: emailConfirmed,
    required: deps.settings.requireConfirmedEmail,
    mailed: deps.ports.mailer !== null,
    pending: change?.email ?? null,
  };
}
