import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { LINK_PAGES } from "../../../shared/mails/link-pages.ts";
import { type NoticeContext, postNotice } from "../../mail/notices.ts";
import { linkUrl, mailText, post } from "../../mail/service.ts";

// No user input: addresses are unverified, and these mails must not carry a stranger's text to them.

/** What a confirmation mail holds. */
interface Confirmation {
  readonly token: string;
  readonly code: string;
}

/** The paragraphs with the link and the code that confirm the address which the mail goes to. */
export const confirmation = (deps: Deps, { token, code }: Confirmation): readonly string[] => [
  `Confirm my address:\n${linkUrl(deps, LINK_PAGES.partnerConfirm, token)}`,
  "On another device? Sign in there and enter this code:",
  code,
  "The link and the code work once, within 24 hours.",
];

/** Mails a new link and code for an address that is not confirmed. */
export function postConfirmation(tx: Tx, deps: Deps, to: string, link: Confirmation): Promise<void> {
  const { contactEmail } = deps.settings.brand;
  const text = mailText(
    deps,
    "Please confirm that this address is yours. Then you can send claims and requests from your partner account.",
    ...confirmation(deps, link),
    `If you did not ask for an account, write to ${contactEmail} and we will delete it.`,
  );
  const subject = "Please confirm your address";
  return post(tx, deps, { to, subject, text, kind: "partner-confirm", secrets: secretsOf(link) });
}

/** Mails the link and code to the address that an account is to have. */
export function postNewAddress(tx: Tx, deps: Deps, to: string, link: Confirmation): Promise<void> {
  const text = mailText(
    deps,
    "You asked to use this address for your partner account. Please confirm that it is yours.",
    ...confirmation(deps, link),
    "Until then your account keeps its old address. If you did not ask for this, you can ignore this message.",
  );
  const subject = "Please confirm your new address";
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
      subject: "Your address was changed",
      text: ["The address of your partner account was changed. From now on our emails go to the new one."],
      advice: [
        "If that was you, there is nothing to do. If it was not you, undo the change within 7 days. Your account then has this address again, and all devices are signed out.",
        `Undo the change:\n${linkUrl(ctx.deps, LINK_PAGES.partnerUndoEmail, token)}`,
      ],
      secrets: [token],
    },
  );

/** Tells an address that an account no longer has it. Does not say who undid the change. */
export function postAddressUndone(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { contactEmail } = deps.settings.brand;
  const text = mailText(
    deps,
    "The change that gave your partner account this address was undone from its earlier address. The account has the earlier address again, and all devices were signed out.",
    `If the account is yours, sign in with the earlier address. If you did not expect this, write to ${contactEmail}.`,
  );
  const subject = "The change of your address was undone";
  return post(tx, deps, { to, subject, text, kind: "partner-address-undone" });
}

/** Mails the restored address of an account a link to choose a new password. */
export function postAddressRestored(tx: Tx, deps: Deps, to: string, token: string): Promise<void> {
  const text = mailText(
    deps,
    "Your partner account has this address again, and all devices were signed out.",
    "The change needed your password, so someone else may know it. Please choose a new one now:",
    `Choose a new password:\n${linkUrl(deps, LINK_PAGES.partnerReset, token)}`,
    "The link works once, within 30 minutes. Until then the old password still works.",
  );
  const subject = "Your address is restored";
  return post(tx, deps, { to, subject, text, kind: "partner-address-restored", secrets: [token] });
}

export const secretsOf = ({ token, code }: Confirmation): readonly string[] => [token, code];
