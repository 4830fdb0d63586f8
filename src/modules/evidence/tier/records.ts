import type { Day } from "../../../shared/places/days.ts";
import type { IssuerAnswer } from "../schema.ts";

interface Recorded {
  readonly id: string;
  /** In the place's time zone. */
  readonly recordedOn: Day;
  /** The account that recorded it; two readings by one account count once. */
  readonly by: string;
}

/** What one reader sees on a certificate. */
export interface CertificateReading {
  readonly issuerId: string;
  readonly number: string;
  /** The last day in force. */
  readonly validUntil: Day;
}

export type Certificate = Recorded &
  CertificateReading & { readonly kind: "certificate"; readonly validFrom: Day };
type Reading = Recorded & CertificateReading & { readonly kind: "reading"; readonly certificateId: string };

/** The place is in the issuer's published register. */
type Lookup = Recorded & {
  readonly kind: "lookup";
  readonly issuerId: string;
  readonly checkedOn: Day;
};

export type Answer = Recorded & {
  readonly kind: "answer";
  readonly certificateId: string;
  readonly answer: IssuerAnswer;
  /** The issuer's own last day in force; null if it names none. */
  readonly validUntil: Day | null;
};

export type Declaration = Recorded & {
  readonly kind: "declaration";
  /** The entry of the directory that was declared; other entries can have been merged with it since. */
  readonly entry: string;
  /** The entries that were this place when it was declared. */
  readonly entries: readonly string[];
  readonly meatFree: boolean;
  readonly noAlcohol: boolean;
  readonly noPork: boolean;
};

type Visit = Recorded & { readonly kind: "visit"; readonly checkedOn: Day };
/** The owner's own statement, or third-party data. */
type Statement = Recorded & { readonly kind: "statement" };
/** A place that was verified before evidence was recorded keeps its tier until this day. */
type Prior = Recorded & { readonly kind: "prior"; readonly validUntil: Day };
/** Withdraws one record. */
type Revocation = Recorded & { readonly kind: "revocation"; readonly recordId: string };

/** What is known about one place, in the order of recording. Records are never changed; a correction is a new one. */
export type EvidenceRecord =
  | Certificate
  | Reading
  | Lookup
  | Answer
  | Declaration
  | Visit
  | Statement
  | Prior
  | Revocation;

/** Numbers are compared without case and spaces; the letter O and the digit 0 are alike. */
const foldedNumber = (number: string): string =>
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
