import type { Day } from "../../../shared/places/days.ts";
import { readAlike, readingsOf } from "../tier/readings.ts";
import { type RecordRow, recordOf } from "../tier/record-of.ts";
import type { Certificate, EvidenceRecord } from "../tier/records.ts";

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
