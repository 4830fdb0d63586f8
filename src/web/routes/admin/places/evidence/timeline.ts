import type { ListedRecord } from "../../../../../modules/evidence/schema.ts";

/** A record with what was recorded about it. */
export interface Entry {
  readonly record: ListedRecord;
  readonly withdrawal: ListedRecord | null;
  /** Readings and answers, oldest first. */
  readonly parts: readonly Entry[];
}

/** The entries of the timeline, newest first, from all records of a place, oldest first. */
export function timelineOf(records: readonly ListedRecord[]): readonly Entry[] {
  const entryOf = (record: ListedRecord): Entry => {
    const about = records.filter(({ aboutId }) => aboutId === record.id);
    return {
      record,
      withdrawal: about.find(({ kind }) => kind === "revocation") ?? null,
      parts: about.filter(({ kind }) => kind !== "revocation").map(entryOf),
    };
  };
  return records
    .filter(({ aboutId }) => aboutId === null)
    .map(entryOf)
    .toReversed();
}

/** Whether staff may withdraw it: once, and an issuer's denial never. */
export const mayWithdraw = ({ record, withdrawal }: Entry): boolean =>
  withdrawal === null && (record.answer === null || record.answer === "valid");
