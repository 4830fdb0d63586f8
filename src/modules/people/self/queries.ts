import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { consentText } from "../../../shared/people/consent-texts.ts";
import type { PersonalRecord } from "../../../shared/people/personal-data.ts";
import { itemsOf } from "../../audit/trash/queries.ts";
import { reportsOf } from "../../directory/reports/erasure/service.ts";
import { inquiriesOf } from "../../inquiries/queries.ts";
import { mailsTo } from "../../mail/queries.ts";
import { pageUrl } from "../../mail/service.ts";
import { accountDataOf } from "../../partners/removal/queries.ts";
import { giftsOf } from "../../payments/giver/service.ts";
import { broadcastsTo } from "../../waitlist/broadcasts/recipients/service.ts";
import { friendsOf, ownSignup } from "../../waitlist/own/service.ts";
import { signupsOf } from "../../waitlist/queries.ts";
import { type OwnData, ownData } from "../schema.ts";

/**
 * What is kept about an address as its owner sees it without signing in: of a partner account only states, and nothing
 * that staff noted. `key` is the address's `emailKey`.
 */
export async function ownDataOf(tx: Tx, deps: Deps, key: string): Promise<OwnData> {
  const { quarantine: heldSignups = [] } = await signupsOf(tx, key);
  const { inquiries = [], quarantine: heldInquiries = [] } = await inquiriesOf(tx, key);
  const account = await accountDataOf(tx, deps, key);
  const { payments = [], pledges = [] } = await giftsOf(tx, key);
  const { reports = [] } = await reportsOf(tx, key);
  const { mails = [] } = await mailsTo(tx, key);
  const { broadcasts: news = [] } = await broadcastsTo(tx, key);
  const { trash = [] } = await itemsOf(tx, key);
  const gift = giftOf(deps);
  // parsing drops all fields that the schema does not name
  return ownData.parse({
    email: key,
    signup: await signupShown(tx, deps, key),
    inquiries,
    partnerAccount: account.partnerAccounts.some(({ deleted }) => deleted !== true),
    claims: account.claims.map((claim) => ({ ...claim, name: claim.poiName })),
    requests: account.requests,
    proposals: account.proposals.map((proposal) => ({ ...proposal, name: proposal.poiName })),
    transfers: account.transfers.map((transfer) => ({ ...transfer, name: transfer.poiName })),
    reports,
    gifts: [...payments.map(gift), ...pledges.map(pledgeOf)],
    mails: [...mails, ...news.map(newsMail)],
    heldBack: [...heldSignups, ...heldInquiries],
    deleted: trash,
  });
}

/** Whether anything is kept that an answer to this address could be about. Mails alone are not. */
export const isKnown = ({ signup, partnerAccount, ...data }: OwnData): boolean =>
  signup !== null ||
  partnerAccount ||
  [data.inquiries, data.claims, data.requests, data.reports, data.gifts, data.heldBack].some(
    (list) => list.length > 0,
  );

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
    friends: await friendsOf(tx, referralCode),
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
  amount: Number(record.amountCents) / 100,
  receiptUrl: record.status === "succeeded" ? pageUrl(deps, `/support/success/${record.id}`) : null,
});

const pledgeOf = (record: PersonalRecord) => ({
  ...record,
  amount: Number(record.amountCents) / 100,
  status: record.receivedAt === null ? "pledged" : "succeeded",
  receiptUrl: null,
});
