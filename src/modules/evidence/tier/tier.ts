import { type Day, dayAfter, dayBefore, yearAfter } from "../../../shared/places/days.ts";
import type { HalalStatus } from "../../../shared/places/places.ts";
import {
  type Answer,
  agreedReading,
  type Certificate,
  type CertificateReading,
  type Declaration,
  type EvidenceRecord,
  namesSame,
} from "./records.ts";

export interface TierRules {
  /** How many accounts must read a certificate alike. */
  readonly readings: number;
}

/** A tier and the records that it is based on. */
export interface Basis {
  readonly tier: HalalStatus;
  readonly records: readonly EvidenceRecord[];
}

/**
 * The halal tier of a place on a day, from what had been recorded by the end of that day. The first row that holds
 * counts:
 *
 * | tier       | basis                                                                                           |
 * |------------|-------------------------------------------------------------------------------------------------|
 * | verified   | a certificate, read the same by as many accounts as the rules ask for, confirmed by its issuer   |
 * |            | (its answer, or a look-up in its register while it is in force), in force on the day, not revoked |
 * | verified   | until a fixed day: verified before evidence was recorded, and no issuer has denied or revoked a  |
 * |            | certificate of the place                                                                        |
 * | friendly   | the newest declaration says no meat, no alcohol and no pork, and a visit or a second such        |
 * |            | declaration of the same entry is at most a year old                                              |
 * | reported   | a statement, a declaration, or a certificate that its issuer does not deny, also after its end   |
 * | unverified | none of these                                                                                    |
 *
 * An issuer's own last day replaces that of the certificate. A look-up from before the issuer denied or revoked the
 * certificate confirms nothing, even if staff record the same certificate again. A certificate that its issuer calls
 * `not_ours` does not count; one that is revoked still counts as reported, and no other revoked record counts.
 */
export function tierOn(all: readonly EvidenceRecord[], day: Day, rules: TierRules): Basis {
  const known = all.filter((record) => record.recordedOn <= day);
  const records = notRevoked(known);
  return (
    certified(known, records, { day, rules }) ??
    verifiedBefore(records, day) ??
    friendly(records, day) ??
    reported(known, records) ?? { tier: "unverified", records: [] }
  );
}

/** The records that no other one revokes. */
export function notRevoked(records: readonly EvidenceRecord[]): readonly EvidenceRecord[] {
  const revoked = new Set(records.flatMap((each) => (each.kind === "revocation" ? [each.recordId] : [])));
  return records.filter((each) => !revoked.has(each.id));
}

/** `held` are those of the known records that are not revoked. */
function certified(
  known: readonly EvidenceRecord[],
  held: readonly EvidenceRecord[],
  { day, rules }: { readonly day: Day; readonly rules: TierRules },
): Basis | null {
  for (const certificate of held.filter((each) => each.kind === "certificate").toReversed()) {
    const basis = certificateBasis(certificate, known, held, rules);
    if (basis && certificate.validFrom <= day && day <= basis.until)
      return { tier: "verified", records: basis.records };
  }
  return null;
}

interface CertificateBasis {
  /** The last day in force. */
  readonly until: Day;
  readonly records: readonly EvidenceRecord[];
}

/** What confirms a certificate, and until when; null if it is not read, not confirmed, denied or revoked. */
function certificateBasis(
  certificate: Certificate,
  known: readonly EvidenceRecord[],
  held: readonly EvidenceRecord[],
  { readings }: TierRules,
): CertificateBasis | null {
  const read = agreedReading(certificate, held, readings);
  if (!read) return null;
  const answer = lastAnswer(certificate.id, held);
  // issuers are asked about the first reading: what they say of another certificate confirms nothing
  if (answer) {
    if (answer.answer !== "valid") return null;
    if (namesSame(certificate, read))
      return { until: answer.validUntil ?? read.validUntil, records: [certificate, answer] };
  }
  const lookup = known
    .slice(denialOf(read, known) + 1)
    .filter((each) => each.kind === "lookup")
    .filter((each) => held.includes(each))
    .findLast(
      ({ issuerId, checkedOn }) =>
        issuerId === read.issuerId && certificate.validFrom <= checkedOn && checkedOn <= read.validUntil,
    );
  return lookup ? { until: read.validUntil, records: [certificate, lookup] } : null;
}

/** The index of the last record by which an issuer denies or revokes a certificate of this name; -1 if there is none. */
function denialOf(read: CertificateReading, known: readonly EvidenceRecord[]): number {
  const same = known.filter((each) => each.kind === "certificate").filter((each) => namesSame(each, read));
  const ids = new Set(same.map(({ id }) => id));
  return known.findLastIndex((each) => isDenial(each) && ids.has(each.certificateId));
}

const isDenial = (record: EvidenceRecord): record is Answer =>
  record.kind === "answer" && record.answer !== "valid";

export const lastAnswer = (certificateId: string, records: readonly EvidenceRecord[]): Answer | undefined =>
  records.filter((each) => each.kind === "answer").findLast((each) => each.certificateId === certificateId);

function verifiedBefore(records: readonly EvidenceRecord[], day: Day): Basis | null {
  const isDenied = records.some(
    (each) => isDenial(each) && lastAnswer(each.certificateId, records)?.id === each.id,
  );
  if (isDenied) return null;
  const prior = records.filter((each) => each.kind === "prior").find(({ validUntil }) => day <= validUntil);
  return prior ? { tier: "verified", records: [prior] } : null;
}

function friendly(records: readonly EvidenceRecord[], day: Day): Basis | null {
  const declarations = records.filter((each) => each.kind === "declaration");
  const newest = declarations.at(-1);
  if (!newest || !isComplete(newest)) return null;
  const visit = records
    .filter((each) => each.kind === "visit")
    .findLast(({ checkedOn }) => checkedOn <= day && day <= yearAfter(checkedOn));
  if (visit) return { tier: "friendly", records: [newest, visit] };
  return repeated(declarations.filter(isComplete), day);
}

/** The last declaration that repeats an earlier one of what was the same place then. */
function repeated(complete: readonly Declaration[], day: Day): Basis | null {
  for (const [n, later] of [...complete.entries()].toReversed()) {
    const earlier = complete.slice(0, n).findLast(({ entry }) => later.entries.includes(entry));
    if (earlier && day <= yearAfter(later.recordedOn)) return { tier: "friendly", records: [earlier, later] };
  }
  return null;
}

const isComplete = ({ meatFree, noAlcohol, noPork }: Declaration): boolean => meatFree && noAlcohol && noPork;

/** `held` are those of the known records that are not revoked. */
function reported(known: readonly EvidenceRecord[], held: readonly EvidenceRecord[]): Basis | null {
  const basis = known.findLast((each) => {
    if (each.kind === "certificate") return lastAnswer(each.id, held)?.answer !== "not_ours";
    const isClaim = each.kind === "statement" || each.kind === "declaration" || each.kind === "prior";
    return isClaim && held.includes(each);
  });
  return basis ? { tier: "reported", records: [basis] } : null;
}

/** A tier over time: from `since` to `until`, both included. */
export interface TierPeriod extends Basis {
  readonly since: Day;
  /** Null: until something new is recorded. */
  readonly until: Day | null;
}

/**
 * The periods of one tier each, oldest first, from the first record on, as far as is known. Empty without a record.
 */
export function tierPeriods(records: readonly EvidenceRecord[], rules: TierRules): readonly TierPeriod[] {
  const periods: TierPeriod[] = [];
  for (const day of changeDays(records)) {
    const basis = tierOn(records, day, rules);
    const last = periods.at(-1);
    if (last?.tier === basis.tier) continue;
    if (last) periods.splice(-1, 1, { ...last, until: dayBefore(day) });
    periods.push({ ...basis, since: day, until: null });
  }
  return periods;
}

/** The days on which a tier can change, in order; between two of them it is the same. */
function changeDays(records: readonly EvidenceRecord[]): readonly Day[] {
  const first = records.map((each) => each.recordedOn).toSorted()[0];
  const days = records.flatMap((each) => [each.recordedOn, ...boundsOf(each)]);
  return [...new Set(days)].filter((day) => first !== undefined && day >= first).toSorted();
}

function boundsOf(record: EvidenceRecord): readonly Day[] {
  switch (record.kind) {
    case "certificate":
      return [record.validFrom, dayAfter(record.validUntil)];
    case "reading":
    case "prior":
      return [dayAfter(record.validUntil)];
    case "answer":
      return record.validUntil === null ? [] : [dayAfter(record.validUntil)];
    case "visit":
      return [record.checkedOn, dayAfter(yearAfter(record.checkedOn))];
    case "declaration":
      return [dayAfter(yearAfter(record.recordedOn))];
    default:
      return [];
  }
}
