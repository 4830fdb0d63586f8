import { desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Offers } from "../../core/rpc/offers.ts";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import type {
  Erasure,
  PersonalData,
  PersonRecords,
  RetainedData,
} from "../../shared/people/personal-data.ts";
import { addressHash } from "./events/suppression.ts";
import { deleteExpiredLinks } from "./links/service.ts";
import { oneTimeLinks as links } from "./links/table.ts";
import { mailsOfRequest, mailsTo, sentPerDay, streamStopped } from "./queries.ts";
import { deleteOldEvents, deleteOldTexts } from "./service.ts";
import { mailEvents, mailSuppressions, mails } from "./table.ts";

/** All mails to a person, the bounces and complaints of the address, and whether it gets no mail; found by its hash. */
export async function personalData(tx: Tx, email: string): Promise<PersonalData> {
  const hash = addressHash(email);
  const events = await tx
    .select()
    .from(mailEvents)
    .where(eq(mailEvents.addressHash, hash))
    .orderBy(desc(mailEvents.at));
  const suppressions = await tx.select().from(mailSuppressions).where(eq(mailSuppressions.id, hash));
  return {
    ...(await mailsTo(tx, email)),
    bounces: events.map(({ addressHash: _, ...fields }) => ({ ...fields, onErasure: "kept" as const })),
    suppressions: suppressions.map(({ since: at, ...fields }) => ({
      ...fields,
      at,
      onErasure: "kept" as const,
    })),
  };
}

/** Deletes the mails. Bounces stay, so that no mail is sent to an address that cannot or must not get any. */
export async function erase(tx: Tx, email: string): Promise<Erasure> {
  const { bounces = [], suppressions = [] } = await personalData(tx, email);
  const deleted = await tx
    .delete(mails)
    .where(eq(mails.toKey, emailKey(email)))
    .returning({ id: mails.id });
  const count = bounces.length + suppressions.length;
  return { ids: deleted.map(({ id }) => id), kept: count === 0 ? [] : [{ ...KEPT_BOUNCES, count }] };
}

const KEPT_BOUNCES: Omit<RetainedData, "count"> = {
  what: "Bounces and complaints, by a hash of the address",
  why: "They keep mail from an address that cannot or does not want to receive any.",
  until: null,
};

/** The links of a person's accounts, and those of others that name the person's address. */
export async function personalLinks(
  tx: Tx,
  email: string,
  { erased, kept }: PersonRecords,
): Promise<PersonalData> {
  const rows = await tx
    .select()
    .from(links)
    .where(or(inArray(links.ownerId, [...erased, ...kept]), mayName(email)))
    .orderBy(desc(links.createdAt));
  const isKept = new Set<string | null>(kept);
  const isErased = new Set<string | null>(erased);
  const found = rows.filter(
    ({ ownerId, data }) => isKept.has(ownerId) || isErased.has(ownerId) || names(data, email),
  );
  return {
    links: found.map(({ slot, ownerId, createdAt, kind, expiresAt, usedAt, data }) => ({
      id: slot,
      at: createdAt,
      kind,
      expiresAt,
      usedAt,
      data,
      onErasure: isKept.has(ownerId) ? ("kept" as const) : ("deleted" as const),
    })),
  };
}

/** PostgreSQL lowers only ASCII like `emailKey` whatever its locale; `names` decides about other letters. */
const mayName = (email: string): SQL => sql`exists (
  select 1 from jsonb_each_text(${links.data}) as named
  where lower(named.value collate "C") = ${emailKey(email)} or octet_length(named.value) <> length(named.value))`;

const names = (data: Readonly<Record<string, string>>, email: string): boolean =>
  Object.values(data).some((value) => emailKey(value) === emailKey(email));

/** Deletes what `personalLinks` lists, except for the links of accounts that stay. */
export async function eraseLinks(tx: Tx, email: string, records: PersonRecords): Promise<Erasure> {
  const found = (await personalLinks(tx, email, records)).links ?? [];
  const slots = found.filter(({ onErasure }) => onErasure === "deleted").map(({ id }) => id);
  await tx.delete(links).where(inArray(links.slot, slots));
  return { ids: slots, kept: [] };
}

/** The only bulk mails of the outbox are those of joining. */
const MAILS_DUE = `exists (select from mails where next_try_at <= now() and sent_at is null and text is not null
  and not (bulk and ${streamStopped("joining")}))`;

export const mail: Offers = {
  jobs: ({ ports }) =>
    ports.mailer === null ? [] : [{ operation: "operator.mail.deliver", when: { due: MAILS_DUE } }],
  trends: async (deps, since) => ({ emails: await sentPerDay(deps, since) }),
  retention: [deleteExpiredLinks, deleteOldTexts, deleteOldEvents],
  trace: mailsOfRequest,
  recordNames: { mail: { table: mails, id: mails.id, name: mails.subject } },
  personalData: (tx, _, email) => personalData(tx, email),
  erase: (tx, _, email) => erase(tx, email),
  personalDataAbout: personalLinks,
  eraseAbout: eraseLinks,
};
