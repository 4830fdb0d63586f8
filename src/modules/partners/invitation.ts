import { PARTNER_INVITATION } from "../../copy/en/partner-emails.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { randomId } from "../../shared/id.ts";
import { record } from "../audit/public.ts";
import { issueLink, mailedRecently, mailText, post } from "../mail/public.ts";
import type { PartnerRow } from "./queries.ts";
import { resetUrl } from "./recovery/mails.ts";
import { lockByIdOrEmail } from "./service.ts";
import { partners } from "./table.ts";

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
 * Call it in `withUniqueAddress`. The caller records it.
 */
export async function inviteBusiness(tx: Tx, deps: Deps, account: NewAccount): Promise<Invited> {
  const now = deps.now();
  const values = { ...account, id: randomId(), emailKey: emailKey(account.email) };
  const [partner] = await tx
    .insert(partners)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning();
  if (!partner) throw new Error("insert into partners returned no row");
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
    const row = await lockByIdOrEmail(tx, id);
    if (row.firstLoginAt !== null)
      throw new DomainError("conflict", "This partner has signed in already and needs no invitation");
    const mailed = deps.ports.mailer !== null;
    const link = await issueInvitation(tx, deps, row, {
      unlimited: !mailed,
      words: PARTNER_INVITATION.again,
    });
    await record(tx, ctx, { subject: row.id, after: { mailed } });
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
  { id: ownerId, email: to }: PartnerRow,
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
