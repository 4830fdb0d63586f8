import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { LINK_PAGES } from "../../../shared/mails/link-pages.ts";
import { linkUrl, mailText, pageUrl, post, postOrDiscard } from "../../mail/service.ts";

// No user input: strangers cause these mails.

/** Mails a link to choose a new password. For an address without an account the mail is discarded. */
export function postReset(
  tx: Tx,
  deps: Deps,
  { to, token, discard }: { readonly to: string; readonly token: string; readonly discard: boolean },
): Promise<void> {
  const text = mailText(
    deps,
    "You can choose a new password for your partner account. The link works once, within 30 minutes.",
    `Choose a new password:\n${resetUrl(deps, token)}`,
    "If you did not ask for this, you can ignore this message. Your password stays as it is.",
  );
  const subject = "Choose a new password";
  return postOrDiscard(tx, deps, { to, subject, text, kind: "partner-reset", secrets: [token] }, discard);
}

/** The page where a partner chooses a new password. */
export const resetUrl = (deps: Deps, token: string): string => linkUrl(deps, LINK_PAGES.partnerReset, token);

/** Mails the owner of an address that someone tried to register it again. */
export function postTriedAgain(tx: Tx, deps: Deps, to: string): Promise<void> {
  const text = mailText(
    deps,
    "Someone tried to register a partner account with this address. It already has one, so nothing has changed.",
    `Sign in:\n${pageUrl(deps, "/partner/auth")}`,
    `Choose a new password:\n${pageUrl(deps, "/partner/auth?tab=forgot")}`,
    "If that was not you, there is nothing to do.",
  );
  const subject = "You already have an account";
  return post(tx, deps, { to, subject, text, kind: "partner-tried-again" });
}
