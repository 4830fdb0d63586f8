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
export type Reading = Recorded &
  CertificateReading & { readonly kind: "reading"; readonly certificateId: string };

/** The place is in the issuer's published register. */
export type Lookup = Recorded & {
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

export type Visit = Recorded & { readonly kind: "visit"; readonly checkedOn: Day };
/** The owner's own statement, or third-party data. */
export type Statement = Recorded & { readonly kind: "statement" };
/** A place that was verified before evidence was recorded keeps its tier until this day. */
export type Prior = Recorded & { readonly kind: "prior"; readonly validUntil: Day };
/** Withdraws one record. */
export type Revocation = Recorded & { readonly kind: "revocation"; readonly recordId: string };

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
