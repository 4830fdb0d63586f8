import {
  ADDRESS_CHANGED,
  ADDRESS_RESTORED,
  ADDRESS_UNDONE,
  CONFIRM_ADDRESS,
  NEW_ADDRESS,
} from "../../../copy/en/partner-emails.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { LINK_PAGES } from "../../../shared/people/mails.ts";
import { linkUrl, mailText, type NoticeContext, post, postNotice } from "../../mail/public.ts";

// No user input: addresses are unverified, and these mails must not carry a stranger's text to them.

/** What a confirmation mail holds. */
interface Confirmation {
  readonly token: string;
  readonly code: string;
}

/** The link and the code that confirm the address which the mail goes to. */
export const confirmationOf = (deps: Deps, { token, code }: Confirmation) => ({
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

export const secretsOf = ({ token, code }: Confirmation): readonly string[] => [token, code];
