import { dayIn } from "../../../shared/places/days.ts";
import type { evidenceRecords } from "../table.ts";
import { agreedReading, type EvidenceRecord } from "./records.ts";

/**
 * Records as the public sees them: a certificate as enough readers agreed on it, and until then without what the next
 * reader must read for themselves. The fields of the first reading alone are never published.
 */
export function published(rows: readonly RecordRow[], required: number): readonly RecordRow[] {
  const revoked = withdrawnAmong(rows);
  const readings = rows
    .filter(({ kind, id }) => kind === "reading" && !revoked.has(id))
    .map((row) => recordOf(row, "UTC")); // the days do not matter for a reading
  const agreed = new Map(
    rows.flatMap((row) => {
      const certificate = recordOf(row, "UTC");
      if (certificate.kind !== "certificate") return [];
      return [[row.id, agreedReading(certificate, readings, required)] as const];
    }),
  );
  const hidden = new Set([...agreed].flatMap(([id, reading]) => (reading === null ? [id] : [])));
  return withoutReadings(rows, hidden).map((row) => {
    const read = agreed.get(row.id);
    return read ? { ...row, issuerId: read.issuerId, number: read.number, validUntil: read.validUntil } : row;
  });
}

/**
 * The records without what these certificates say, what withdrawn readings of them said, what their issuers answered, and
 * where they were looked up since: the address can hold the number.
 */
export function withoutReadings(
  rows: readonly RecordRow[],
  certificates: ReadonlySet<string>,
): readonly RecordRow[] {
  const revoked = withdrawnAmong(rows);
  const open = rows.filter(({ id }) => certificates.has(id) && !revoked.has(id));
  const isHidden = ({ id, kind, aboutId, issuerId, seq }: RecordRow): boolean => {
    if (kind === "lookup") return open.some((each) => each.issuerId === issuerId && each.seq < seq);
    return certificates.has(kind === "answer" || kind === "reading" ? (aboutId ?? "") : id);
  };
  return rows.map((row) =>
    isHidden(row) ? { ...row, issuerId: null, number: null, validUntil: null, note: "" } : row,
  );
}

/** The ids of the records that others withdraw. */
export const withdrawnAmong = (rows: readonly RecordRow[]): ReadonlySet<string | null> =>
  new Set(rows.flatMap(({ kind, aboutId }) => (kind === "revocation" ? [aboutId] : [])));

export type RecordRow = typeof evidenceRecords.$inferSelect & {
  /** By `withEntries`, for declarations; only the row's own entry if it is missing. */
  readonly entries?: readonly string[];
};

/** A row as the rules of tiers read it; its days are those of the place's time zone. */
export function recordOf(row: RecordRow, timeZone: string): EvidenceRecord {
  const base = { id: row.id, recordedOn: dayIn(timeZone, row.recordedAt), by: row.byId ?? row.source };
  switch (row.kind) {
    case "certificate":
      return { ...base, kind: row.kind, ...readingOf(row), validFrom: row.validFrom ?? base.recordedOn };
    case "reading":
      return { ...base, kind: row.kind, ...readingOf(row), certificateId: row.aboutId ?? "" };
    case "lookup":
      return {
        ...base,
        kind: row.kind,
        issuerId: row.issuerId ?? "",
        checkedOn: row.checkedOn ?? base.recordedOn,
      };
    case "answer":
      return {
        ...base,
        kind: row.kind,
        certificateId: row.aboutId ?? "",
        answer: row.answer ?? "not_ours",
        validUntil: row.validUntil,
      };
    case "declaration":
      return {
        ...base,
        kind: row.kind,
        entry: row.poiId,
        entries: row.entries ?? [row.poiId],
        meatFree: row.meatFree ?? false,
        noAlcohol: row.noAlcohol ?? false,
        noPork: row.noPork ?? false,
      };
    case "visit":
      return { ...base, kind: row.kind, checkedOn: row.checkedOn ?? base.recordedOn };
    case "prior":
      return { ...base, kind: row.kind, validUntil: row.validUntil ?? base.recordedOn };
    case "revocation":
      return { ...base, kind: row.kind, recordId: row.aboutId ?? "" };
    case "statement":
      return { ...base, kind: row.kind };
  }
}

const readingOf = ({ issuerId, number, validUntil }: RecordRow) => ({
  issuerId: issuerId ?? "",
  number: number ?? "",
  validUntil: validUntil ?? "",
});
