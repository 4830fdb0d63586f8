import { COLLEAGUE_INVITATION, COLLEAGUE_REMOVED, COLLEAGUE_ROLE } from "../../../copy/en/partner-emails.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { PersonRole } from "../../../shared/people/accounts.ts";
import { LINK_PAGES } from "../../../shared/people/mails.ts";
import { linkUrl, mailText, post } from "../../mail/public.ts";

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
