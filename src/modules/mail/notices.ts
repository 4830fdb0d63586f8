import { NOTICE } from "../../copy/en/emails.ts";
import {
  type ActionContext,
  accountIdOf,
  type Call,
  type Deps,
  type Principal,
} from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { days } from "../../shared/duration.ts";
import { deviceName } from "../../shared/people/accounts.ts";
import { LINK_PAGES, type MailKind } from "../../shared/people/mails.ts";
import { issueLink } from "./links/service.ts";
import { countMails } from "./queries.ts";
import { linkUrl, mailText, post } from "./service.ts";

/** The account that a notice is sent to. */
export interface NoticeAccount {
  readonly kind: "staff" | "partner";
  readonly id: string;
  /** Empty if unknown: then nothing is sent. */
  readonly email: string;
}

export interface Notice {
  /** The kind of mail. */
  readonly kind: MailKind;
  readonly subject: string;
  /** What happened, in paragraphs. */
  readonly text: readonly string[];
  /** What to do about it, in place of the link that locks the recipient's account. */
  readonly advice?: readonly string[];
  /** Parts of the advice, such as the token of a link, that are stored encrypted. */
  readonly secrets?: readonly string[];
}

/** What a notice takes from the call that it is about. */
export type NoticeContext = Pick<ActionContext, "deps" | "call" | "principal">;

/**
 * Mails an account's owner about a change of its security: what happened, when, from where, on which device, and the one
 * thing to do if it was not them, which is a link that locks the account (docs/security.md SES-16).
 */
export async function postNotice(
  tx: Tx,
  ctx: NoticeContext,
  account: NoticeAccount,
  { kind, subject, text, advice, secrets = [] }: Notice,
): Promise<void> {
  const { deps } = ctx;
  if (account.email === "") return;
  const facts = factsOf(ctx, account).join("\n");
  const lock = advice === undefined ? await lockAdvice(tx, deps, account) : { text: advice, secrets };
  await post(tx, deps, {
    to: account.email,
    subject,
    text: mailText(deps, ...text, facts, ...lock.text),
    kind,
    secrets: lock.secrets,
  });
}

/** A link of the kind `staff-lock` or `partner-lock`, which works once and for seven days. */
async function lockAdvice(tx: Tx, deps: Deps, { kind, id, email }: NoticeAccount) {
  const link = await issueLink(tx, deps, { kind: `${kind}-lock`, ownerId: id, email });
  if (link === null) return { text: [], secrets: [] }; // links of this kind are not limited
  const page = kind === "staff" ? LINK_PAGES.staffLock : LINK_PAGES.partnerLock;
  const text = NOTICE.lock(linkUrl(deps, page, link.token));
  return { text, secrets: [link.token] };
}

function factsOf({ deps, call, principal }: NoticeContext, account: NoticeAccount): readonly string[] {
  const when = NOTICE.when(writtenTime(deps.now()));
  if (!isByAnother(principal, account)) return [when, ...originOf(call)];
  if (account.kind === "partner") return [when, NOTICE.by(NOTICE.team(deps.settings.brand.name))];
  return [when, NOTICE.by(actorName(principal)), ...originOf(call)];
}

const originOf = ({ address, userAgent }: Call): readonly string[] =>
  address === null ? [NOTICE.onServer] : [NOTICE.where(address), NOTICE.device(deviceName(userAgent))];

const isByAnother = (principal: Principal, { id }: NoticeAccount): boolean =>
  principal.kind !== "visitor" && !("id" in principal && accountIdOf(principal) === id);

/** A staff member's name, or the operator. */
export const actorName = (principal: Principal): string =>
  principal.kind === "staff" ? principal.name : NOTICE.operator;

const NEW_DEVICES_A_DAY = 10; // docs/limits.md

/**
 * Mails an account's owner about a sign-in from a device that has not used the account before, at most ten times a day:
 * a script that keeps no cookies is always a new device.
 */
export async function postNewDevice(tx: Tx, ctx: NoticeContext, account: NoticeAccount): Promise<void> {
  const kind = `${account.kind}-new-device` as const;
  const since = new Date(ctx.deps.now().getTime() - days(1));
  if ((await countMails(tx, account.email, kind, since)) >= NEW_DEVICES_A_DAY) return;
  await postNotice(tx, ctx, account, { kind, ...NOTICE.newDevice });
}

/** `Sunday, November 22, 2026 at 11:14 UTC` */
function writtenTime(at: Date): string {
  const day = at.toLocaleDateString("en-US", { dateStyle: "full", timeZone: "UTC" });
  return `${day} at ${at.toISOString().slice(11, 16)} UTC`;
}
