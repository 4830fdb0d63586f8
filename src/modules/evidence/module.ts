import { and, count, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Offers } from "../../core/rpc/offers.ts";
import type { Tx } from "../../db/client.ts";
import { moveRows, moveRowsBack } from "../../db/query/move-rows.ts";
import { hours } from "../../shared/duration.ts";
import type { MovedRows } from "../../shared/places/facts.ts";
import { idsOf, isOf, type OnPartner } from "../partners/public.ts";
import { currentPois, isOfPlace } from "../places/public.ts";
import { countWatched } from "./queues.ts";
import { renewals as r, renewals } from "./renewals/table.ts";
import { deleteLapsed } from "./suppliers/queries.ts";
import { placeSuppliers } from "./suppliers/table.ts";
import { evidenceRecords, issuers } from "./table.ts";
import { computeTier } from "./tier/service.ts";
import type { FilePurpose } from "./uploads/queries.ts";
import { deleteExpiredEvidence, deleteFile } from "./uploads/service.ts";
import { evidenceFiles, evidenceFiles as files } from "./uploads/table.ts";

/** What happens to tiers, certificates and renewals when places change. */
export const onPlace = {
  onPlaceChanged: computeTier,
  placeRecords: { renewals: { move: moveRenewals, moveBack: moveRenewalsBack } },
  onPlacesMerged: async (tx, ids, into) => {
    await moveCertificates(tx, ids, into);
    for (const id of ids) await copyReminders(tx, id, into);
    const ofThem = inArray(evidenceRecords.poiId, [...ids]);
    const [counted] = await tx.select({ records: count() }).from(evidenceRecords).where(ofThem);
    return counted?.records ?? 0;
  },
  onMergeUndone: moveCertificates,
  onReportedHalal: recordImported,
  onReportWithdrawn: revokeImported,
  hasDatedRecords,
  placeInUse: (poiId) => sql`(exists (select from ${evidenceRecords} where ${evidenceRecords.poiId} = ${poiId}
      and ${evidenceRecords.source} <> 'import')
    or exists (select from ${renewals} where ${renewals.poiId} = ${poiId})
    or exists (select from ${placeSuppliers} where ${placeSuppliers.poiId} = ${poiId}))`,
  hasEvidence,
} satisfies Offers;

/** Statements have no days. */
function hasDatedRecords(poiId: SQL): SQL {
  return sql`exists (select from ${evidenceRecords}
    where ${isOfPlace(evidenceRecords.poiId, poiId)} and ${evidenceRecords.kind} <> 'statement')`;
}

function hasEvidence(poiId: SQL): SQL {
  return sql`exists (select from ${evidenceRecords}
    where ${isOfPlace(evidenceRecords.poiId, poiId)} and ${evidenceRecords.source} <> 'import')`;
}

/**
 * Records that an imported file calls these places halal: third-party data. A place has one such record at most. The
 * import itself has stored the tier that follows: at least reported.
 */
async function recordImported(tx: Tx, now: Date, poiIds: readonly string[]): Promise<void> {
  if (poiIds.length === 0) return;
  await tx.execute(sql`
    insert into evidence_records (id, poi_id, kind, source, recorded_at)
    select replace(gen_random_uuid()::text, '-', ''), d.id, 'statement', 'import', ${now.toISOString()}::timestamptz
    from jsonb_array_elements_text(${JSON.stringify(poiIds)}::jsonb) d(id)
    where not exists (
      select 1 from evidence_records e where e.poi_id = d.id and e.kind = 'statement' and e.source = 'import'
        and not exists (select 1 from evidence_records r where r.about_id = e.id and r.kind = 'revocation'))`);
}

const AFTER = hours(1); // within which an import that began then has recorded it

/** Revokes the records of an import that is undone. The caller has the tiers computed. */
async function revokeImported(tx: Tx, now: Date, poiIds: readonly string[], at: Date): Promise<void> {
  if (poiIds.length === 0) return;
  await tx.execute(sql`
    insert into evidence_records (id, poi_id, kind, about_id, note, source, recorded_at)
    select replace(gen_random_uuid()::text, '-', ''), e.poi_id, 'revocation', e.id, 'The file was taken back', 'import',
      ${now.toISOString()}::timestamptz
    from evidence_records e join jsonb_array_elements_text(${JSON.stringify(poiIds)}::jsonb) d(id) on d.id = e.poi_id
    where e.kind = 'statement' and e.source = 'import' and e.recorded_at >= ${at.toISOString()}::timestamptz
      and e.recorded_at < ${new Date(at.getTime() + AFTER).toISOString()}::timestamptz
      and not exists (select from evidence_records r where r.about_id = e.id and r.kind = 'revocation')`);
}

const RENEWALS = { table: r, id: r.id, poiId: r.poiId, state: sql`${r.state}` } as const;
const MERGED = "This place was listed twice. We already have another certificate for it.";

/**
 * Moves what is left to do for the certificates of these places to another one. Records themselves are never changed:
 * those of a merged place count by `isOfPlace`.
 */
async function moveCertificates(tx: Tx, ids: readonly string[], to: string): Promise<void> {
  await tx.execute(sql`
    update certificate_progress p set poi_id = ${to} from evidence_records e
    where e.id = p.certificate_id and e.poi_id = any(${`{${ids.join(",")}}`}::text[])`);
}

/** The owner of a merged place is not reminded twice of the end of one tier. */
async function copyReminders(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    insert into tier_reminders (poi_id, until, step, at) select ${to}, until, step, at from tier_reminders
    where poi_id = ${from} on conflict do nothing`);
}

/** Moves the certificates that owners sent. If both places have one that waits, the duplicate's is declined. */
async function moveRenewals(tx: Tx, deps: Deps, from: string, to: string): Promise<MovedRows> {
  const ended = await tx.execute<{ id: string }>(sql`
    update renewals d set state = 'declined', notes = ${MERGED}, decided_at = ${deps.now().toISOString()}
    where d.poi_id = ${from} and d.state = 'waiting' and exists (select from renewals k
      where k.poi_id = ${to} and k.state = 'waiting') returning id`);
  const rows = await moveRows(tx, RENEWALS, from, to);
  return { rows, ended: ended.rows.map(({ id }) => id) };
}

/** Undoes `moveRenewals`, where the owner is the same. Returns how many have been decided since and stay. */
async function moveRenewalsBack(
  tx: Tx,
  { rows, ended }: MovedRows,
  from: string,
  to: string,
): Promise<number> {
  const left = await moveRowsBack(tx, RENEWALS, rows, from, to);
  await tx.execute(sql`
    update renewals set state = 'waiting', notes = '', decided_at = null
    where id = any(${`{${ended.join(",")}}`}::text[]) and poi_id = ${to} and notes = ${MERGED}
      and exists (select from ${currentPois} where ${currentPois.id} = ${to} and ${currentPois.ownerId} = renewals.partner_id)`);
  return left;
}

/** Files and certificates that a partner sent outlive its account; an erasure deletes the files, attached or not. */
export const onPartner: OnPartner = {
  async personalData(tx, who) {
    const rows = await tx.select().from(files).where(isOf(files, who)).orderBy(desc(files.uploadedAt));
    return {
      evidence: rows.map(({ uploadedAt: at, partnerId: _, formerPartner: __, ...fields }) => ({
        ...fields,
        at,
        onErasure: "deleted" as const,
      })),
    };
  },
  renewals: (tx, partnerId) =>
    tx
      .select({
        id: renewals.id,
        at: renewals.sentAt,
        poiId: renewals.poiId,
        issuer: renewals.issuer,
        number: renewals.number,
        validUntil: renewals.validUntil,
        state: renewals.state,
        decidedAt: renewals.decidedAt,
        notes: renewals.notes,
      })
      .from(renewals)
      .where(eq(renewals.partnerId, partnerId))
      .orderBy(desc(renewals.sentAt)),
  linked: async (tx, partnerId) => ({
    files: await tx.select({ id: files.id }).from(files).where(eq(files.partnerId, partnerId)),
    renewals: await tx.select({ id: renewals.id }).from(renewals).where(eq(renewals.partnerId, partnerId)),
  }),
  async unlink(tx, partnerId, formerPartner) {
    await tx.update(files).set({ partnerId: null, formerPartner }).where(eq(files.partnerId, partnerId));
    await tx.update(renewals).set({ partnerId: null }).where(eq(renewals.partnerId, partnerId));
  },
  async restore(tx, _, partnerId, stored) {
    const ofFiles = and(inArray(files.id, idsOf(stored.files)), isNull(files.partnerId));
    await tx
      .update(files)
      .set({ partnerId, formerPartner: null })
      .where(and(ofFiles, isNotNull(files.formerPartner)));
    await tx
      .update(renewals)
      .set({ partnerId })
      .where(and(inArray(renewals.id, idsOf(stored.renewals)), isNull(renewals.partnerId)));
    return [];
  },
  async erase(tx, deps, who) {
    // without a claim, so that the sweep deletes what the store fails to delete after the commit
    const unattached = { claimId: null, renewalId: null, transferId: null, photoId: null };
    const marked = await tx
      .update(files)
      .set({ ...unattached, name: "", formerPartner: null, removedAt: deps.now() })
      .where(isOf(files, who))
      .returning({ id: files.id });
    const ids = marked.map(({ id }) => id);
    return {
      ids,
      kept: [],
      afterCommit: async () => {
        for (const id of ids) await deleteFile(deps, id);
      },
    };
  },
};

const renewal: FilePurpose = {
  table: renewals,
  id: renewals.id,
  of: evidenceFiles.renewalId,
  poiId: renewals.poiId,
  isOpen: eq(renewals.state, "waiting"),
  decidedBefore: (end) =>
    or(
      and(ne(renewals.state, "waiting"), lt(renewals.decidedAt, end)),
      and(isNull(renewals.partnerId), lt(renewals.sentAt, end)), // no one decides it any more
    ),
};

export const evidence: Offers = {
  // a day ends at another hour in every time zone
  jobs: () => [{ operation: "admin.evidence.expire", when: { cron: "7 * * * *" } }],
  waiting: ({ deps }) => countWatched(deps),
  retention: [deleteExpiredEvidence, deleteLapsed],
  onPartner,
  recordNames: { issuer: { table: issuers, id: issuers.id, name: issuers.name } },
  filePurposes: [renewal],
  ...onPlace,
};
