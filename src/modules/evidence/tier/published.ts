import { agreedReading } from "./readings.ts";
import { type RecordRow, recordOf } from "./record-of.ts";

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
