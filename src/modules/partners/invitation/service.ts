import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { emailKey } from "../../../shared/fields.ts";
import { randomId } from "../../../shared/id.ts";
import { mailText, post } from "../../mail/service.ts";
import { issueLink } from "../../one-time-links/service.ts";
import type { PartnerRow } from "../queries.ts";
import { resetUrl } from "../recovery/mails.ts";
import { partners } from "../table.ts";

interface NewAccount extends Pick<PartnerRow, "email" | "businessName" | "contactName" | "phone"> {
  /** Matches no password: the owner chooses one with the link. */
  readonly passwordHash: string;
}

interface Invited {
  readonly partner: PartnerRow;
  /** The link to hand over where no mail can be sent; null if it was mailed. */
  readonly link: string | null;
}

/**
 * Creates the account of a business and mails its owner a link to choose a password, which also confirms the address.
 * Call it in `withUniqueAddress`. The caller records it. Called by `partnerships`.
 */
export async function inviteBusiness(tx: Tx, deps: Deps, account: NewAccount): Promise<Invited> {
  const now = deps.now();
  const values = { ...account, id: randomId(), emailKey: emailKey(account.email) };
  const [partner] = await tx
    .insert(partners)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning();
  if (!partner) throw new Error("insert into partners returned no row");
  const { id: ownerId, email: to } = partner;
  const isMailed = deps.ports.mailer !== null;
  // without `to`, using the link does not confirm the address
  const data = isMailed ? { to } : {};
  const issued = await issueLink(tx, deps, {
    kind: "partner-invitation",
    ownerId,
    email: to,
    data,
    unlimited: true,
  });
  if (!issued) throw new Error("an invitation is not limited, but its link was not issued");
  if (isMailed) await postInvitation(tx, deps, to, issued.token);
  return { partner, link: isMailed ? null : resetUrl(deps, issued.token) };
}

// No user input: the address may be a stranger's.
function postInvitation(tx: Tx, deps: Deps, to: string, token: string): Promise<void> {
  const { name, contactEmail } = deps.settings.brand;
  const text = mailText(
    deps,
    `You wrote to us about becoming a partner of ${name}. We have prepared an account for your business. Choose a password to open it; the link works once, within 7 days.`,
    `Choose a password:\n${resetUrl(deps, token)}`,
    "What happens next: search for your place and claim it, or ask us to add it. We look at every claim ourselves and make contact within 3-5 business days.",
    `If you did not write to us, reply to ${contactEmail} and we will delete the account.`,
  );
  const subject = `Your partner account at ${name}`;
  return post(tx, deps, { to, subject, text, kind: "partner-invitation", secrets: [token] });
}
