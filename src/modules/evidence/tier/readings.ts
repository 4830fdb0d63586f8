import type { Certificate, CertificateReading, EvidenceRecord } from "./records.ts";

/** Numbers are compared without case and spaces; the letter O and the digit 0 are alike. */
export const foldedNumber = (number: string): string =>
  number.toUpperCase().replaceAll(/\s/gu, "").replaceAll("O", "0");

export const readAlike = (one: CertificateReading, other: CertificateReading): boolean =>
  one.validUntil === other.validUntil && namesSame(one, other);

/** Whether both name the same certificate, whatever its last day. */
export const namesSame = (one: CertificateReading, other: CertificateReading): boolean =>
  one.issuerId === other.issuerId && foldedNumber(one.number) === foldedNumber(other.number);

type Read = CertificateReading & { readonly by: string };

/** All readings of a certificate, its own first. */
export const readingsOf = (
  certificate: Certificate,
  records: readonly EvidenceRecord[],
): readonly [Certificate, ...Read[]] => [
  certificate,
  ...records
    .filter((each) => each.kind === "reading")
    .filter((each) => each.certificateId === certificate.id),
];

/**
 * The reading that the required number of accounts agree on, the first to be agreed on; null if there is none yet.
 * With two that differ, a third reader decides by agreeing with one of them.
 */
export function agreedReading(
  certificate: Certificate,
  records: readonly EvidenceRecord[],
  required: number,
): CertificateReading | null {
  const read: Read[] = [];
  for (const next of readingsOf(certificate, records)) {
    read.push(next);
    const readers = new Set(read.filter((each) => readAlike(each, next)).map(({ by }) => by));
    if (readers.size >= required) return read.find((each) => readAlike(each, next)) ?? next;
  }
  return null;
}
