import { PARTNER_RESET, TRIED_AGAIN } from "../../../copy/en/partner-emails.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { LINK_PAGES } from "../../../shared/people/mails.ts";
import { linkUrl, mailText, pageUrl, post, postOrDiscard } from "../../mail/public.ts";

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
