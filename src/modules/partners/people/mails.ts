import { COLLEAGUE_INVITATION, COLLEAGUE_REMOVED } from "../../../copy/en/partner-emails.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { PersonRole } from "../../../shared/people/accounts.ts";
import { LINK_PAGES } from "../../../shared/people/mails.ts";
import { linkUrl, mailText, post } from "../../mail/public.ts";
import type { PartnerRow } from "../queries.ts";

interface NewInvitation {
  readonly to: string;
  readonly partner: PartnerRow;
  readonly role: PersonRole;
  readonly token: string;
}

/** Mails the link to join a business. Only a name that staff have verified is in it: the address may be a stranger's. */
export function postInvitation(
  tx: Tx,
  deps: Deps,
  { to, partner, role, token }: NewInvitation,
): Promise<void> {
  const { name: brand, contactEmail } = deps.settings.brand;
  const business = partner.isVerified ? partner.businessName : null;
  const url = linkUrl(deps, LINK_PAGES.partnerJoin, token);
  const text = mailText(deps, ...COLLEAGUE_INVITATION.text({ brand, business, role, url, contactEmail }));
  const subject = COLLEAGUE_INVITATION.subject(brand);
  return post(tx, deps, { to, subject, text, kind: "partner-colleague", secrets: [token] });
}

/** Tells a person who was removed. */
export function postAccessEnded(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { name, contactEmail } = deps.settings.brand;
  const text = mailText(deps, ...COLLEAGUE_REMOVED.text(name, contactEmail));
  return post(tx, deps, { to, subject: COLLEAGUE_REMOVED.subject, text, kind: "partner-removed" });
}
