import type { ActionContext, Deps, PartnerPrincipal } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import type { PersonalRecord } from "../../shared/people/personal-data.ts";
import { entriesAbout } from "../audit/queries.ts";
import { record } from "../audit/service.ts";
import { renewalsOf } from "../evidence/renewals/queries.ts";
import { mailsTo } from "../mail/queries.ts";
import { lockOwnAccount, type PartnerRow } from "./queries.ts";
import { dataOfPartner } from "./removal/queries.ts";

/** The caller's own data as JSON, without that of staff. The export is recorded in the audit log. */
export async function exportOwn(ctx: ActionContext<PartnerPrincipal>): Promise<AsyncIterable<string>> {
  const { deps } = ctx;
  const document = await deps.db.transaction(async (tx) => {
    const row = await lockOwnAccount(tx, ctx);
    const data = await ownData(tx, deps, row);
    await record(tx, ctx, { subject: row.id });
    return data;
  });
  return (async function* () {
    yield `${JSON.stringify(document, null, 2)}\n`;
  })();
}

async function ownData(tx: Tx, deps: Deps, row: PartnerRow) {
  const data = await dataOfPartner(tx, row);
  const { mails = [] } = await mailsTo(tx, row.email);
  const ids = [
    row.id,
    ...[
      ...[data.claims, data.evidence, data.requests],
      ...[data.proposals, data.transfers, data.reportReplies],
    ]
      .flat()
      .map(({ id }) => id),
  ];
  const { auditEntries = [] } = await entriesAbout(tx, { ids, erased: ids });
  const [account] = data.partnerAccounts;
  return {
    exportedAt: deps.now(),
    account: account && plain(account),
    sessions: data.partnerSessions.map(({ id: _, ...session }) => plain(session)),
    places: data.places.map(plain),
    claims: data.claims.map((claim) => ({
      ...withoutReviewer(claim),
      evidence: data.evidence.filter(({ claimId }) => claimId === claim.id).map(plain),
    })),
    unsentEvidence: data.evidence
      .filter(({ claimId, renewalId, transferId }) =>
        [claimId, renewalId, transferId].every((id) => id === null),
      )
      .map(plain),
    renewals: (await renewalsOf(tx, row.id)).map((renewal) => ({
      ...renewal,
      evidence: data.evidence.filter(({ renewalId }) => renewalId === renewal.id).map(plain),
    })),
    requests: data.requests.map(withoutReviewer),
    replies: data.reportReplies.map(plain),
    proposals: data.proposals.map(withoutReviewer),
    transfers: data.transfers.map((transfer) => ({
      ...withoutReviewer(transfer),
      evidence: data.evidence.filter(({ transferId }) => transferId === transfer.id).map(plain),
    })),
    mails: mails.filter((mail) => isAboutAccount(mail, row)).map(plain),
    auditEntries: auditEntries.map(withoutStaff),
  };
}

/** What erasing would do with a record is of no use to its owner. */
const plain = ({ onErasure: _, ...fields }: Partial<PersonalRecord>) => fields;

const withoutReviewer = ({ reviewedBy: _, ...fields }: PersonalRecord) => plain(fields);

function withoutStaff({ actor, address, ...entry }: PersonalRecord) {
  const { kind } = actor as { readonly kind: string }; // as `entriesAbout` makes it
  return { ...plain(entry), actor: kind, ...(kind === "partner" && { address }) };
}

const ACCOUNT_MAILS =
  /^((partner|claim|request|proposal|transfer|place|renewal|tier)-|report-(opened|closed)$)/;

/** Not a mail for someone who had the address before, nor one about a gift: the address may be unconfirmed. */
const isAboutAccount = ({ at, kind }: PersonalRecord, { createdAt }: PartnerRow): boolean =>
  at >= createdAt && ACCOUNT_MAILS.test(String(kind));
