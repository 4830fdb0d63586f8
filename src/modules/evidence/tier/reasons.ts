import { type Day, longDay } from "../../../shared/places/days.ts";
import { calledHalalBy, type FileSource } from "../../../shared/places/sources.ts";
import type { Certificate, EvidenceRecord } from "./records.ts";
import { type Basis, lastAnswer, notRevoked, type TierRules } from "./tier.ts";

interface Facts {
  readonly all: readonly EvidenceRecord[];
  /** The names of issuers by id. */
  readonly issuers: ReadonlyMap<string, string>;
  readonly rules: TierRules;
  /** The source of each record, by its id. */
  readonly sources: ReadonlyMap<string, string>;
  /** The files that call the place halal. */
  readonly lists: readonly FileSource[];
}

const NO_EVIDENCE = [
  "We have no evidence about this place yet.",
  "That does not mean that it is not halal: we just cannot show you why it would be.",
];

/** Why a place has its tier, in at most three sentences for the public. */
export function reasonsFor({ tier, records }: Basis, facts: Facts): readonly string[] {
  const [first, second] = records;
  if (!first) return NO_EVIDENCE;
  if (tier === "verified" && first.kind === "prior")
    return ["Verified before evidence was recorded. We are collecting the evidence again."];
  if (first.kind === "certificate" && tier === "verified") return certified(first, second, facts);
  if (tier === "friendly") return friendly(second);
  return reported(first, facts);
}

function certified(
  certificate: Certificate,
  confirmation: EvidenceRecord | undefined,
  facts: Facts,
): string[] {
  const issuer = nameOf(certificate, facts);
  const { number, validFrom } = certificate;
  const until = confirmation?.kind === "answer" ? confirmation.validUntil : null;
  const inForce = `valid from ${longDay(validFrom)} to ${longDay(until ?? certificate.validUntil)}`;
  const confirmed =
    confirmation?.kind === "lookup"
      ? `On ${longDay(confirmation.checkedOn)}, we found it in the register that ${issuer} publishes.`
      : `${issuer} confirmed it to us on ${longDay(confirmation?.recordedOn ?? certificate.recordedOn)}.`;
  return [
    `${issuer} certifies this place with certificate ${number}, ${inForce}.`,
    readBy(certificate, facts),
    confirmed,
  ];
}

function readBy({ id }: Certificate, { rules, all }: Facts): string {
  if (rules.readings === 1) return "One member of our staff read the certificate: read once.";
  const further = notRevoked(all).filter((each) => each.kind === "reading" && each.certificateId === id);
  return further.length > 1
    ? "Three members of our staff read the certificate, and the third decided where the first two differed."
    : "Two members of our staff read the certificate, the second without seeing what the first had read.";
}

function friendly(check: EvidenceRecord | undefined): string[] {
  const declared = "The owner declares that no meat, alcohol or pork is served here.";
  if (check?.kind === "visit")
    return [declared, `We visited and checked this on ${longDay(check.checkedOn)}.`];
  return [declared, `The owner declared this again on ${longDay(check?.recordedOn ?? "")}.`];
}

function reported(record: EvidenceRecord, facts: Facts): string[] {
  switch (record.kind) {
    case "certificate":
      return [certificateState(record, facts)];
    case "declaration":
      return ["The owner declared what is served here. We have not checked it."];
    case "prior":
      return ["Verified before evidence was recorded. The evidence has not been collected again."];
    default:
      return facts.sources.get(record.id) === "import"
        ? [`${calledHalalBy(facts.lists)}. We have not checked it.`]
        : ["The owner says that this place is halal. We have not checked it."];
  }
}

/** Why a certificate does not make the place verified. */
function certificateState(certificate: Certificate, facts: Facts): string {
  const isRead = certificate.issuerId !== "";
  const issuer = nameOf(certificate, facts);
  const answer = lastAnswer(certificate.id, notRevoked(facts.all));
  const revocation = revocationOf(certificate, facts.all);
  const until = answer?.validUntil ?? certificate.validUntil;
  if (answer?.answer === "revoked")
    return `${issuer} revoked its certificate on ${longDay(answer.recordedOn)}.`;
  const named = isRead ? `A certificate from ${issuer}` : "A certificate";
  if (revocation) return `${named} was withdrawn on ${longDay(revocation.recordedOn)}.`;
  if (!isRead) return "A certificate has been recorded. We have not finished reading it.";
  if (answer?.answer === "valid") return `${named} is valid until ${longDay(until)}.`;
  return `${named}, valid until ${longDay(until)}, has been recorded but is not confirmed.`;
}

const nameOf = ({ issuerId }: Certificate, { issuers }: Facts): string =>
  issuers.get(issuerId) ?? "The issuer";

const revocationOf = ({ id }: EvidenceRecord, all: readonly EvidenceRecord[]): EvidenceRecord | undefined =>
  all.find((each) => each.kind === "revocation" && each.recordId === id);

/** The day on which the certificate that a place would be verified by was revoked or withdrawn; null if none was. */
export function revokedSince({ tier, records: [first] }: Basis, all: readonly EvidenceRecord[]): Day | null {
  if (tier === "verified" || first?.kind !== "certificate") return null;
  const answer = lastAnswer(first.id, notRevoked(all));
  const end = answer?.answer === "revoked" ? answer : revocationOf(first, all);
  return end?.recordedOn ?? null;
}
