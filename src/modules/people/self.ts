import type { z } from "zod";
import { PERSONAL_LINK } from "../../copy/en/emails.ts";
import { issuePersonToken, requirePersonToken } from "../../core/auth/person-tokens.ts";
import type { ActionContext, Deps, Visitor } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { days } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { cents, dollarsOf } from "../../shared/money/money.ts";
import { consentText } from "../../shared/people/consent-texts.ts";
import type { PersonalRecord } from "../../shared/people/personal-data.ts";
import { record, skipAuditCheck } from "../audit/public.ts";
import { countMails, issueLink, mailText, type NewMail, pageUrl, postOrDiscard } from "../mail/public.ts";
import {
  confirmSignup,
  friendsOf,
  isGreeting,
  keepLeft,
  leaveWaitlist,
  ownSignup,
  rejoinWaitlist,
  updateSignup,
} from "../waitlist/public.ts";
import { personalDataOf } from "./queries.ts";
import type { forgetOutput, meUpdateInput } from "./schema.ts";
import { type OwnData, ownData } from "./schema.ts";
import { eraseWithoutAccount } from "./service.ts";

type Ctx = ActionContext<Visitor>;

const SUCCESS = { success: true as const };
const LEAVING = ["me", "leave"] as const;

const keyOf = ({ deps }: Ctx, token: string): string => requirePersonToken(deps, ["me"], token);

/** Of links to one mailbox, under all of its addresses (docs/limits.md): strangers can put any of them on the list. */
const LINKS_A_DAY = 5;

/**
 * Mails an address the link to its own data, at most once in ten minutes and five times a day. Answers the same, after
 * the same statements, for an address of which nothing is stored (docs/security.md SLF-02).
 */
export async function requestLink(ctx: Ctx, email: string) {
  const { deps } = ctx;
  await deps.db.transaction(async (tx) => {
    const since = new Date(deps.now().getTime() - days(1));
    const isFull = (await countMails(tx, email, "person-link", since)) >= LINKS_A_DAY;
    const discard = !isKnown(await ownDataOf(tx, deps, emailKey(email))) || isFull;
    // only for its limits: the link itself works more than once
    const issued = await issueLink(tx, deps, { kind: "person-link", ownerId: null, email });
    await postOrDiscard(tx, deps, linkMail(deps, email), discard || issued === null);
    await record(tx, ctx, { subject: null });
  });
  return SUCCESS;
}

/** Throws 400 on a bad token and 404 if nothing is stored. */
export async function show(ctx: Ctx, token: string) {
  const { deps } = ctx;
  const key = keyOf(ctx, token);
  skipAuditCheck(ctx);
  const data = await deps.db.transaction((tx) => ownDataOf(tx, deps, key));
  if (!isKnown(data) && data.mails.length === 0) throw nothingStored();
  return data;
}

/** `show`, to keep; recorded in the audit log without the address. Throws 400 and 404. */
export async function exportOwn(ctx: Ctx, token: string) {
  const { deps } = ctx;
  const data = await show(ctx, token);
  await deps.db.transaction((tx) => record(tx, ctx, { subject: null }));
  return { exportedAt: deps.now(), ...data };
}

/** Confirms the address of a signup; again changes nothing. Throws 400, and 404 without a signup. */
export function confirm(ctx: Ctx, token: string) {
  const key = keyOf(ctx, token);
  return ctx.deps.db.transaction(async (tx) => {
    const id = await confirmSignup(tx, ctx.deps, key);
    if (id === null) throw nothingStored();
    await record(tx, ctx, { subject: id });
    return SUCCESS;
  });
}

/** Corrects a signup. Unlike joining again, it can also take the beta wish back. Throws 400, and 404 without a signup. */
export function update(ctx: Ctx, { token, ...change }: z.output<typeof meUpdateInput>) {
  const key = keyOf(ctx, token);
  return ctx.deps.db.transaction(async (tx) => {
    const id = await updateSignup(tx, ctx.deps, key, change);
    if (id === null) throw nothingStored();
    await record(tx, ctx, { subject: id, after: { changed: Object.keys(change) } });
    return SUCCESS;
  });
}

/**
 * Takes a person off the waitlist; again, or where there is no signup, changes nothing. The browser can undo it for an hour.
 * Throws 400.
 */
export async function leave(ctx: Ctx, token: string) {
  const { deps } = ctx;
  const key = requirePersonToken(deps, LEAVING, token);
  const left = await deps.db.transaction(async (tx) => {
    const signup = await leaveWaitlist(tx, deps, key);
    if (signup === null) skipAuditCheck(ctx);
    else await record(tx, ctx, { subject: signup.id });
    return signup;
  });
  if (left !== null) keepLeft(ctx, key, left);
  return SUCCESS;
}

/** Takes leaving back; again changes nothing. Throws 400, and 404 without a signup. */
export function rejoin(ctx: Ctx, token: string) {
  const key = keyOf(ctx, token);
  return ctx.deps.db.transaction(async (tx) => {
    const id = await rejoinWaitlist(tx, key);
    if (id !== null) await record(tx, ctx, { subject: id });
    else if ((await ownSignup(tx, key)) === null) throw nothingStored();
    else skipAuditCheck(ctx);
    return SUCCESS;
  });
}

/** Erases what is stored about the address, except for accounts, which need their password. Throws 400. */
export function erase(ctx: Ctx, token: string): Promise<z.output<typeof forgetOutput>> {
  return eraseWithoutAccount(ctx, keyOf(ctx, token));
}

const nothingStored = () => new DomainError("notFound", "We keep nothing about this address");

const LIFETIME = days(1); // docs/limits.md

/** The link to one's own data, asked for by address. */
function linkMail(deps: Deps, to: string): NewMail {
  const token = issuePersonToken(deps, "me", to, LIFETIME);
  return {
    to,
    subject: PERSONAL_LINK.subject(deps.settings.brand.name),
    text: mailText(deps, ...PERSONAL_LINK.text(pageUrl(deps, `/me#${token}`))),
    kind: "person-link",
    secrets: [token],
  };
}

/**
 * What is stored about an address as its owner sees it without signing in: of a partner account only states, and nothing
 * that staff noted. `key` is the address's `emailKey`.
 */
async function ownDataOf(tx: Tx, deps: Deps, key: string): Promise<OwnData> {
  const data = await personalDataOf(tx, deps, key);
  const gift = giftOf(deps);
  // parsing drops all fields that the schema does not name
  return ownData.parse({
    email: key,
    signup: await signupShown(tx, deps, key),
    inquiries: data.inquiries,
    replies: data.inquiryReplies.filter(({ sentFrom }) => emailKey(String(sentFrom)) === key),
    partnerAccount: data.partnerAccounts.some(({ deleted }) => deleted !== true),
    claims: data.claims.map((claim) => ({ ...claim, name: claim.poiName })),
    requests: data.requests,
    proposals: data.proposals.map((proposal) => ({ ...proposal, name: proposal.poiName })),
    transfers: data.transfers.map((transfer) => ({ ...transfer, name: transfer.poiName })),
    reports: data.reports,
    suggestions: data.suggestions,
    gifts: [...data.payments.map(gift), ...data.pledges.map(pledgeOf)],
    mails: [...data.mails, ...data.broadcasts.map(newsMail)],
    heldBack: data.quarantine,
    deleted: data.trash,
  });
}

/** Whether anything is stored that an answer to this address could be about. Mails alone are not. */
const isKnown = ({ signup, partnerAccount, ...data }: OwnData): boolean =>
  signup !== null ||
  partnerAccount ||
  [
    ...[data.inquiries, data.claims, data.requests, data.reports],
    ...[data.suggestions, data.gifts, data.heldBack],
  ].some((list) => list.length > 0);

async function signupShown(tx: Tx, deps: Deps, key: string) {
  const row = await ownSignup(tx, key);
  if (row === null) return null;
  const { createdAt, consentAt, consentWording, consentSource, referralCode } = row;
  const text = consentText(consentWording, deps.settings.brand);
  return {
    ...row,
    joinedAt: createdAt,
    consent: { id: consentWording, text, at: consentAt ?? createdAt, source: consentSource },
    referralUrl: pageUrl(deps, `/?ref=${referralCode}`),
    friends: await friendsOf(tx, row),
    greets: await isGreeting(tx, referralCode),
  };
}

/** A broadcast among the other mails; `unknown` if it may have arrived. */
const newsMail = (record: PersonalRecord) => ({
  ...record,
  sentAt: record.state === "sent" ? record.at : null,
});

/** With the page that is its receipt, once it was received. */
const giftOf = (deps: Deps) => (record: PersonalRecord) => ({
  ...record,
  amount: dollarsOf(cents(Number(record.amountCents))),
  receiptUrl: record.status === "succeeded" ? pageUrl(deps, `/support/success/${record.id}`) : null,
});

const pledgeOf = (record: PersonalRecord) => ({
  ...record,
  amount: dollarsOf(cents(Number(record.amountCents))),
  status: record.receivedAt === null ? "pledged" : "succeeded",
  receiptUrl: null,
});
