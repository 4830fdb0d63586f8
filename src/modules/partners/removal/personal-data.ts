import { and, desc, eq, getTableColumns, isNull, or } from "drizzle-orm";
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
import { passkeyStore } from "../account/passkeys.ts";
import { type Applicant, formerPartnerHashes } from "../offers.ts";
import { otherOwner } from "../people/service.ts";
import { lockOwnAccount, lockOwnPerson } from "../queries.ts";
import {
  partnerInvitations as invitations,
  partnerSessions,
  partners,
  partnerPeople as people,
} from "../table.ts";
import { formerAccounts } from "./service.ts";

/**
 * What belongs to the partner account of an address and what deleted ones left: what `eraseAccount` deletes or clears.
 * The business belongs to its last owner. Called by `people`.
 */
export async function accountDataOf(tx: Tx, deps: Deps, email: string): Promise<AllPersonalData> {
  const key = eq(people.emailKey, emailKey(email));
  const found = await tx
    .select()
    .from(people)
    .where(and(key, or(isNull(people.deletedAt), eq(people.leads, false))));
  const invited = await tx
    .select()
    .from(invitations)
    .where(eq(invitations.emailKey, emailKey(email)));
  const former = await formerAccounts(tx, deps, email);
  return mergePersonalData([
    ...(await Promise.all(found.map((person) => dataOfPerson(tx, deps, person)))),
    {
      partnerInvitations: invited.map(({ emailKey: _, createdAt: at, ...fields }) => ({
        ...fields,
        at,
        onErasure: "deleted" as const,
      })),
      partnerAccounts: former.map((account) => ({
        ...account,
        deleted: true,
        onErasure: "cleared" as const,
      })),
    },
    await recordsOf(tx, deps, { id: null, former: formerPartnerHashes(deps, email) }),
  ]);
}

type Person = typeof people.$inferSelect;

/** A person's account with everything that belongs to it, without secrets; the business too if there is no other owner. */
async function dataOfPerson(tx: Tx, deps: Deps, person: Person): Promise<AllPersonalData> {
  const isLast = person.deletedAt === null && person.role === "owner" && !(await otherOwner(tx, person));
  return isLast ? dataOfBusiness(tx, deps, person) : accountOf(tx, person);
}

async function dataOfBusiness(tx: Tx, deps: Deps, person: Person): Promise<AllPersonalData> {
  const { partnerId } = person;
  return mergePersonalData([
    await accountOf(tx, person),
    person.id === partnerId ? {} : { partnerAccounts: [await businessRecord(tx, partnerId)] },
    await recordsOf(tx, deps, { id: partnerId, former: null }),
  ]);
}

async function businessRecord(tx: Tx, id: string): Promise<PersonalRecord> {
  const { deletedAt: _, unlinked: __, searchKey: ___, ...columns } = getTableColumns(partners);
  const [row] = await tx.select(columns).from(partners).where(eq(partners.id, id));
  if (!row) throw new Error("a person has no business");
  const { createdAt, ...fields } = row;
  return { ...fields, at: createdAt, onErasure: "deleted" };
}

async function accountOf(tx: Tx, person: Person): Promise<AllPersonalData> {
  const { emailKey: _, searchKey: __, passwordHash: ___, createdAt, ...account } = person;
  const business = await businessRecord(tx, person.partnerId);
  const sessions = await tx
    .select()
    .from(partnerSessions)
    .where(eq(partnerSessions.userId, person.id))
    .orderBy(desc(partnerSessions.createdAt));
  const passkeys = await passkeyStore.describe(tx, [person.id]);
  return mergePersonalData([
    {
      partnerAccounts: [{ ...business, ...account, at: createdAt, onErasure: "deleted" }],
      partnerSessions: sessions.map(({ createdAt: at, userId: ____, ...fields }) => ({
        ...fields,
        at,
        onErasure: "deleted" as const,
      })),
      partnerPasskeys: passkeys.map((fields) => ({ ...fields, onErasure: "deleted" as const })),
    },
  ]);
}

/** What other modules keep of a partner. */
async function recordsOf(tx: Tx, deps: Deps, who: Applicant): Promise<AllPersonalData> {
  const parts = [];
  for (const { personalData } of offersOf(deps, "onPartner")) parts.push(await personalData(tx, who));
  return mergePersonalData(parts);
}

/** The caller's own data as JSON, for an owner with that of the business, without that of staff. Recorded in the audit log. */
export async function exportOwn(ctx: ActionContext<PartnerPrincipal>): Promise<AsyncIterable<string>> {
  const { deps } = ctx;
  const document = await deps.db.transaction(async (tx) => {
    await lockOwnAccount(tx, ctx);
    const person = await lockOwnPerson(tx, ctx);
    const data = await ownData(tx, deps, { ...person, deletedAt: null });
    await record(tx, ctx, { subject: person.partnerId });
    return data;
  });
  return (async function* () {
    yield `${JSON.stringify(document, null, 2)}\n`;
  })();
}

async function ownData(tx: Tx, deps: Deps, row: Person) {
  const isOwner = row.role === "owner";
  const data = isOwner ? await dataOfBusiness(tx, deps, row) : await accountOf(tx, row);
  const { mails = [] } = await mailsTo(tx, row.email);
  const ids = [
    row.id,
    ...(isOwner ? [row.partnerId] : []),
    ...[
      ...[data.claims, data.evidence, data.requests],
      ...[data.proposals, data.transfers, data.reportReplies],
    ]
      .flat()
      .map(({ id }) => id),
  ];
  const others = isOwner ? [] : ids.filter((id) => id === row.partnerId);
  const { auditEntries = [] } = await entriesAbout(tx, { ids, erased: ids, others });
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
    renewals: (isOwner ? await renewalsOf(tx, deps, row) : []).map((renewal) => ({
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
    auditEntries: auditEntries.map((entry) => withoutOthers(entry, row)),
  };
}

async function renewalsOf(tx: Tx, deps: Deps, { partnerId }: Person) {
  const found = offersOf(deps, "onPartner").map(
    async ({ renewals }) => (await renewals?.(tx, partnerId)) ?? [],
  );
  return (await Promise.all(found)).flat();
}

/** What erasing would do with a record is of no use to its owner. */
const plain = ({ onErasure: _, ...fields }: Partial<PersonalRecord>) => fields;

const withoutReviewer = ({ reviewedBy: _, ...fields }: PersonalRecord) => plain(fields);

function withoutOthers({ actor, address, ...entry }: PersonalRecord, own: Person) {
  const { kind, id } = actor as { readonly kind: string; readonly id: string | null }; // as `entriesAbout` makes it
  return { ...plain(entry), actor: kind, ...(id === own.id && { address }) };
}

const ACCOUNT_MAILS =
  /^((partner|claim|request|proposal|transfer|place|renewal|tier)-|report-(opened|closed)$)/;

/** Not a mail for someone who had the address before, nor one about a gift: the address may be unconfirmed. */
const isAboutAccount = ({ at, kind }: PersonalRecord, { createdAt }: Person): boolean =>
  at >= createdAt && ACCOUNT_MAILS.test(String(kind));
