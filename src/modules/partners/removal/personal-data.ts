import { desc, eq } from "drizzle-orm";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { Tx } from "../../../db/client.ts";
import { emailKey } from "../../../shared/fields.ts";
import {
  type AllPersonalData,
  mergePersonalData,
  type PersonalRecord,
} from "../../../shared/people/personal-data.ts";
import { entriesAbout, record } from "../../audit/public.ts";
import { mailsTo } from "../../mail/public.ts";
import { type Applicant, formerPartnerHashes } from "../offers.ts";
import { passkeyStore } from "../passkeys.ts";
import { lockOwnAccount, type PartnerRow } from "../queries.ts";
import { currentPartners, partnerSessions } from "../table.ts";
import { formerAccounts } from "./service.ts";

/**
 * What belongs to the partner account of an address and what deleted ones left: what `eraseAccount` deletes or clears.
 * Called by `people`.
 */
export async function accountDataOf(tx: Tx, deps: Deps, email: string): Promise<AllPersonalData> {
  const [row] = await tx
    .select()
    .from(currentPartners)
    .where(eq(currentPartners.emailKey, emailKey(email)));
  const former = await formerAccounts(tx, deps, email);
  return mergePersonalData([
    row ? await dataOfPartner(tx, deps, row) : {},
    {
      partnerAccounts: former.map((account) => ({
        ...account,
        deleted: true,
        onErasure: "cleared" as const,
      })),
    },
    await recordsOf(tx, deps, { id: null, former: formerPartnerHashes(deps, email) }),
  ]);
}

/** A partner's account with everything that belongs to it, without secrets. */
async function dataOfPartner(tx: Tx, deps: Deps, row: PartnerRow): Promise<AllPersonalData> {
  const { emailKey: _, searchKey: __, passwordHash: ___, createdAt, ...account } = row;
  const sessions = await tx
    .select()
    .from(partnerSessions)
    .where(eq(partnerSessions.userId, row.id))
    .orderBy(desc(partnerSessions.createdAt));
  const passkeys = await passkeyStore.describe(tx, [row.id]);
  return mergePersonalData([
    {
      partnerAccounts: [{ ...account, at: createdAt, onErasure: "deleted" }],
      partnerSessions: sessions.map(({ createdAt: at, userId: ____, ...fields }) => ({
        ...fields,
        at,
        onErasure: "deleted" as const,
      })),
      partnerPasskeys: passkeys.map((fields) => ({ ...fields, onErasure: "deleted" as const })),
    },
    await recordsOf(tx, deps, { id: row.id, former: null }),
  ]);
}

/** What other modules keep of a partner. */
async function recordsOf(tx: Tx, deps: Deps, who: Applicant): Promise<AllPersonalData> {
  const parts = [];
  for (const { personalData } of offersOf(deps, "onPartner")) parts.push(await personalData(tx, who));
  return mergePersonalData(parts);
}

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
  const data = await dataOfPartner(tx, deps, row);
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
    renewals: (await renewalsOf(tx, deps, row)).map((renewal) => ({
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

async function renewalsOf(tx: Tx, deps: Deps, { id }: PartnerRow) {
  const found = offersOf(deps, "onPartner").map(async ({ renewals }) => (await renewals?.(tx, id)) ?? []);
  return (await Promise.all(found)).flat();
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
