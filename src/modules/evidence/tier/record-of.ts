import { dayIn } from "../../../shared/places/days.ts";
import type { evidenceRecords } from "../table.ts";
import type { EvidenceRecord } from "./records.ts";

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
