import {
  ADDRESS_CHANGED,
  ADDRESS_RESTORED,
  ADDRESS_UNDONE,
  COLLEAGUE_INVITATION,
  COLLEAGUE_REMOVED,
  COLLEAGUE_ROLE,
  CONFIRM_ADDRESS,
  NEW_ADDRESS,
  PARTNER_NOTICES,
  PARTNER_RESET,
  PARTNER_VERIFIED,
  PARTNER_WELCOME,
  TRIED_AGAIN,
} from "../../copy/en/partner-emails.ts";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { days } from "../../shared/duration.ts";
import type { PersonRole } from "../../shared/people/accounts.ts";
import { LINK_PAGES, type MailKind } from "../../shared/people/mails.ts";
import {
  countMails,
  linkUrl,
  mailText,
  type NoticeContext,
  pageUrl,
  post,
  postNotice,
  postOrDiscard,
} from "../mail/public.ts";

// No user input: addresses are unverified, and these mails must not carry a stranger's text to them.

/** Mails the next steps after registration, and how to confirm the address. Null: its link was mailed a moment ago. */
export function postWelcome(
  tx: Tx,
  deps: Deps,
  to: string,
  link: { readonly token: string; readonly code: string } | null,
): Promise<void> {
  const { name, contactEmail } = deps.settings.brand;
  const text = mailText(
    deps,
    ...PARTNER_WELCOME.text(link && confirmationOf(deps, link), pageUrl(deps, "/partner/auth"), contactEmail),
  );
  const secrets = link ? secretsOf(link) : [];
  return post(tx, deps, {
    to,
    subject: PARTNER_WELCOME.subject(name),
    text,
    kind: "partner-welcome",
    secrets,
  });
}

/** Confirmations of one mailbox within a day, under all of its addresses (docs/limits.md): strangers can register any of them. */
const CONFIRMATIONS_A_DAY = 5;
const CONFIRMATIONS = ["partner-welcome", "partner-confirm"];

/** Whether a mailbox has been sent its confirmations of the day. */
export async function isMailboxFull(tx: Tx, deps: Deps, to: string): Promise<boolean> {
  const since = new Date(deps.now().getTime() - days(1));
  return (await countMails(tx, to, CONFIRMATIONS, since)) >= CONFIRMATIONS_A_DAY;
}

/** Mails that a manager has verified the business. */
export function postVerified(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { name } = deps.settings.brand;
  const text = mailText(deps, ...PARTNER_VERIFIED.text(name, pageUrl(deps, "/partner")));
  return post(tx, deps, { to, subject: PARTNER_VERIFIED.subject, text, kind: "partner-verified" });
}

/** What an account's owner is told, in case someone else did it. */
const NOTICE_KINDS = {
  passkeyAdded: "partner-passkey-added",
  passwordChanged: "partner-password",
  sessionsEnded: "partner-sessions-ended",
  passwordReset: "partner-password",
} as const satisfies Record<keyof typeof PARTNER_NOTICES, MailKind>;

/** Tells an account's owner, with a link that locks the account. */
export const notifyOwner = (
  tx: Tx,
  ctx: NoticeContext,
  { id, email }: { readonly id: string; readonly email: string },
  notice: keyof typeof NOTICE_KINDS,
): Promise<void> =>
  postNotice(
    tx,
    ctx,
    { kind: "partner", id, email },
    { kind: NOTICE_KINDS[notice], ...PARTNER_NOTICES[notice] },
  );

// No user input: strangers cause these mails.

/** Mails a link to choose a new password. For an address without an account the mail is discarded. */
export function postReset(
  tx: Tx,
  deps: Deps,
  { to, token, discard }: { readonly to: string; readonly token: string; readonly discard: boolean },
): Promise<void> {
  const text = mailText(deps, ...PARTNER_RESET.text(resetUrl(deps, token)));
  const { subject } = PARTNER_RESET;
  return postOrDiscard(tx, deps, { to, subject, text, kind: "partner-reset", secrets: [token] }, discard);
}

/** The page where a partner chooses a new password. */
export const resetUrl = (deps: Deps, token: string): string => linkUrl(deps, LINK_PAGES.partnerReset, token);

/** Mails the owner of an address that someone tried to register it again. */
export function postTriedAgain(tx: Tx, deps: Deps, to: string): Promise<void> {
  const text = mailText(
    deps,
    ...TRIED_AGAIN.text(pageUrl(deps, "/partner/auth"), pageUrl(deps, "/partner/auth?tab=forgot")),
  );
  const { subject } = TRIED_AGAIN;
  return post(tx, deps, { to, subject, text, kind: "partner-tried-again" });
}

interface NewInvitation {
  readonly to: string;
  readonly role: PersonRole;
  readonly token: string;
}

/** Mails the link to join a business, without its name, which its owners may change to any text: the address may be a stranger's. */
export function postInvitation(tx: Tx, deps: Deps, { to, role, token }: NewInvitation): Promise<void> {
  const { name: brand, contactEmail } = deps.settings.brand;
  const url = linkUrl(deps, LINK_PAGES.partnerJoin, token);
  const text = mailText(deps, ...COLLEAGUE_INVITATION.text({ brand, role, url, contactEmail }));
  const subject = COLLEAGUE_INVITATION.subject(brand);
  return post(tx, deps, { to, subject, text, kind: "partner-colleague", secrets: [token] });
}

/** Tells a person whose role someone else has changed. */
export function postNewRole(tx: Tx, deps: Deps, to: string, role: PersonRole): Promise<void> {
  const { name, contactEmail } = deps.settings.brand;
  const text = mailText(deps, ...COLLEAGUE_ROLE.text(name, role, contactEmail));
  return post(tx, deps, { to, subject: COLLEAGUE_ROLE.subject, text, kind: "partner-role" });
}

/** Tells a person who was removed. */
export function postAccessEnded(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { name, contactEmail } = deps.settings.brand;
  const text = mailText(deps, ...COLLEAGUE_REMOVED.text(name, contactEmail));
  return post(tx, deps, { to, subject: COLLEAGUE_REMOVED.subject, text, kind: "partner-removed" });
}

// No user input: addresses are unverified, and these mails must not carry a stranger's text to them.

/** What a confirmation mail holds. */
interface Confirmation {
  readonly token: string;
  readonly code: string;
}

/** The link and the code that confirm the address which the mail goes to. */
const confirmationOf = (deps: Deps, { token, code }: Confirmation) => ({
  url: linkUrl(deps, LINK_PAGES.partnerConfirm, token),
  code,
});

/** Mails a new link and code for an address that is not confirmed. */
export function postConfirmation(tx: Tx, deps: Deps, to: string, link: Confirmation): Promise<void> {
  const { contactEmail } = deps.settings.brand;
  const text = mailText(deps, ...CONFIRM_ADDRESS.text(confirmationOf(deps, link), contactEmail));
  const { subject } = CONFIRM_ADDRESS;
  return post(tx, deps, { to, subject, text, kind: "partner-confirm", secrets: secretsOf(link) });
}

/** Mails the link and code to the address that an account is to have. */
export function postNewAddress(tx: Tx, deps: Deps, to: string, link: Confirmation): Promise<void> {
  const text = mailText(deps, ...NEW_ADDRESS.text(confirmationOf(deps, link)));
  const { subject } = NEW_ADDRESS;
  return post(tx, deps, { to, subject, text, kind: "partner-new-address", secrets: secretsOf(link) });
}

/** Tells the old address of an account that it was replaced, with the link that restores it. */
export const postAddressChanged = (
  tx: Tx,
  ctx: NoticeContext,
  { id, email }: { readonly id: string; readonly email: string },
  token: string,
): Promise<void> =>
  postNotice(
    tx,
    ctx,
    { kind: "partner", id, email },
    {
      kind: "partner-address-changed",
      subject: ADDRESS_CHANGED.subject,
      text: ADDRESS_CHANGED.text,
      advice: ADDRESS_CHANGED.advice(linkUrl(ctx.deps, LINK_PAGES.partnerUndoEmail, token)),
      secrets: [token],
    },
  );

/** Tells an address that an account no longer has it. Does not say who undid the change. */
export function postAddressUndone(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { contactEmail } = deps.settings.brand;
  const text = mailText(deps, ...ADDRESS_UNDONE.text(contactEmail));
  const { subject } = ADDRESS_UNDONE;
  return post(tx, deps, { to, subject, text, kind: "partner-address-undone" });
}

/** Mails the restored address of an account a link to choose a new password. */
export function postAddressRestored(tx: Tx, deps: Deps, to: string, token: string): Promise<void> {
  const text = mailText(deps, ...ADDRESS_RESTORED.text(linkUrl(deps, LINK_PAGES.partnerReset, token)));
  const { subject } = ADDRESS_RESTORED;
  return post(tx, deps, { to, subject, text, kind: "partner-address-restored", secrets: [token] });
}

const secretsOf = ({ token, code }: Confirmation): readonly string[] => [token, code];
