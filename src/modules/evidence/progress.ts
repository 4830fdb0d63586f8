import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../db/client.ts";
import type { Day } from "../../shared/places/days.ts";
import { certificateProgress as t } from "./table.ts";
import { type Certificate, type EvidenceRecord, readAlike, readingsOf } from "./tier/records.ts";
import { type RecordRow, recordOf } from "./tier/rows.ts";
import { recordsOf } from "./tier/service.ts";

const CHANGING: readonly RecordRow["kind"][] = ["certificate", "reading", "answer", "lookup", "revocation"];

/** Stores how far the certificates of a place are, after a record was added. The caller has locked the place. */
export async function storeProgress(
  tx: Tx,
  { poiId, kind }: Pick<RecordRow, "poiId" | "kind">,
): Promise<void> {
  if (!CHANGING.includes(kind)) return;
  const all = progressOf(await recordsOf(tx, poiId));
  if (all.length === 0) return;
  await tx
    .insert(t)
    .values([...all])
    .onConflictDoUpdate({
      target: t.certificateId,
      set: {
        alike: sql`excluded.alike`,
        withdrawn: sql`excluded.withdrawn`,
        settled: sql`excluded.settled`,
      },
      setWhere: sql`(${t.alike}, ${t.withdrawn}, ${t.settled})
        is distinct from (excluded.alike, excluded.withdrawn, excluded.settled)`,
    });
}

interface IssuerContact {
  /** Null if the issuer cannot be asked. */
  readonly askedAt: Date | null;
  readonly reminders: number;
  readonly remindedAt: Date | null;
}

/** Stores when the issuer of a certificate was asked and reminded. */
export async function storeAsked(tx: Tx, certificateId: string, asked: IssuerContact): Promise<void> {
  await tx.update(t).set(asked).where(eq(t.certificateId, certificateId));
}

interface CertificateProgress {
  readonly certificateId: string;
  readonly poiId: string;
  readonly issuerId: string;
  readonly validUntil: Day;
  /** The largest number of accounts that read it alike. */
  readonly alike: number;
  readonly withdrawn: boolean;
  readonly settled: boolean;
}

/** How far each certificate of a place is, from all records of the place. */
export function progressOf(rows: readonly RecordRow[]): readonly CertificateProgress[] {
  const all = rows.map((row) => recordOf(row, "UTC")); // the days on which things were recorded do not matter here
  const revoked = new Set(all.flatMap((each) => (each.kind === "revocation" ? [each.recordId] : [])));
  const valid = all.filter(({ id }) => !revoked.has(id));
  return rows.flatMap(({ id, poiId }) => {
    const certificate = all.find((each) => each.id === id);
    if (certificate?.kind !== "certificate") return [];
    const { issuerId, validUntil } = certificate;
    return {
      certificateId: id,
      poiId,
      issuerId,
      validUntil,
      alike: mostAlike(certificate, valid),
      withdrawn: revoked.has(id),
      settled: isSettled(certificate, valid),
    };
  });
}

function mostAlike(certificate: Certificate, valid: readonly EvidenceRecord[]): number {
  const readings = readingsOf(certificate, valid);
  const readers = readings.map(
    (one) => new Set(readings.filter((other) => readAlike(one, other)).map(({ by }) => by)).size,
  );
  return Math.max(...readers);
}

const isSettled = (certificate: Certificate, valid: readonly EvidenceRecord[]): boolean =>
  valid.some((each) => {
    if (each.kind === "answer") return each.certificateId === certificate.id;
    if (each.kind !== "lookup" || each.checkedOn < certificate.validFrom) return false;
    return readingsOf(certificate, valid).some(
      ({ issuerId, validUntil }) => issuerId === each.issuerId && each.checkedOn <= validUntil,
    );
  });
