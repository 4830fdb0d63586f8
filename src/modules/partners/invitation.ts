import { PARTNER_INVITATION } from "../../copy/en/partner-emails.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/public.ts";
import { issueLink, mailedRecently, mailText, post } from "../mail/public.ts";
import { resetUrl } from "./mails.ts";
import type { PartnerRow } from "./queries.ts";
import { insertBusiness, lockPersonByIdOrEmail, type NewAccount } from "./service.ts";

interface Invited {
  readonly partner: PartnerRow;
  /** The link to hand over where no mail can be sent; null if it was mailed. */
  readonly link: string | null;
}

/**
 * Creates a business and mails its owner a link to choose a password, which also confirms the address. The given hash
 * matches no password. Call it in `withUniqueAddress`. The caller records it.
 */
export async function inviteBusiness(tx: Tx, deps: Deps, account: NewAccount): Promise<Invited> {
  const partner = await insertBusiness(tx, deps, account);
  const link = await issueInvitation(tx, deps, partner, { unlimited: true, words: PARTNER_INVITATION.first });
  return { partner, link };
}

/**
 * Mails the owner of an account that has never been used another link to choose a password. Where no mail can be sent, the
 * answer holds the link to hand over. Throws 404, 409 once the owner has signed in, and 429 if the address was mailed one
 * less than ten minutes ago.
 */
export function inviteAgain(ctx: ActionContext<StaffActor>, id: string) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const row = await lockPersonByIdOrEmail(tx, id);
    if (row.firstLoginAt !== null)
      throw new DomainError("conflict", "This partner has signed in already and needs no invitation");
    const mailed = deps.ports.mailer !== null;
    const link = await issueInvitation(tx, deps, row, {
      unlimited: !mailed,
      words: PARTNER_INVITATION.again,
    });
    await record(tx, ctx, { subject: row.partnerId, after: { mailed } });
    return { email: row.email, link };
  });
}

/** `inviteAgain` for one of several, whose links could not all be handed over. Throws 409 where no mail can be sent. */
export function mailInvitation(ctx: ActionContext<StaffActor>, id: string) {
  if (ctx.deps.ports.mailer === null)
    throw new DomainError("conflict", "This server sends no mail: please invite one partner at a time");
  return inviteAgain(ctx, id);
}

interface Invitation {
  readonly unlimited: boolean;
  readonly words: (typeof PARTNER_INVITATION)["first" | "again"];
}

/** Returns the link to hand over; null if it was mailed. */
async function issueInvitation(
  tx: Tx,
  deps: Deps,
  { id: ownerId, email: to }: Pick<PartnerRow, "id" | "email">,
  { unlimited, words }: Invitation,
): Promise<string | null> {
  const mailed = deps.ports.mailer !== null;
  // without `to`, using the link does not confirm the address
  const data = mailed ? { to } : {};
  const issued = await issueLink(tx, deps, {
    kind: "partner-invitation",
    ownerId,
    email: to,
    data,
    unlimited,
  });
  if (!issued) throw mailedRecently(deps);
  if (mailed) await postInvitation(tx, deps, to, issued.token, words);
  return mailed ? null : resetUrl(deps, issued.token);
}

// No user input: the address may be a stranger's.
function postInvitation(
  tx: Tx,
  deps: Deps,
  to: string,
  token: string,
  { why, otherwise }: Invitation["words"],
): Promise<void> {
  const { name, contactEmail } = deps.settings.brand;
  const text = mailText(
    deps,
    ...PARTNER_INVITATION.text(why(name), otherwise, resetUrl(deps, token), contactEmail),
  );
  const subject = PARTNER_INVITATION.subject(name);
  return post(tx, deps, { to, subject, text, kind: "partner-invitation", secrets: [token] });
}
