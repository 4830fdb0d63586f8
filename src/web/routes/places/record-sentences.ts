import type { Why } from "../../../modules/evidence/public/schema.ts";
import { longDay } from "../../../shared/places/day.ts";

type ShownRecord = Why["records"][number];

/** A record of evidence in sentences for visitors: what it is, who read it and whether it was revoked. */
export function recordSentences(record: ShownRecord): readonly string[] {
  const { revokedAt } = record;
  return [
    whatItIs(record),
    ...(record.kind === "certificate" ? [whoReadIt(record)] : []),
    ...(revokedAt === null ? [] : [`Revoked on ${longDay(revokedAt)}.`]),
  ];
}

function whatItIs({ kind, issuer, number, validFrom, validUntil, checkedAt }: ShownRecord): string {
  const on = checkedAt === null ? "" : ` on ${longDay(checkedAt)}`;
  const by = issuer ?? "the issuer";
  switch (kind) {
    case "certificate": {
      if (number === null) return `A certificate that we received${on} and have not finished reading.`;
      const days =
        validFrom && validUntil ? `, valid from ${longDay(validFrom)} to ${longDay(validUntil)}` : "";
      return `Certificate ${number} of ${by}${days}.`;
    }
    case "lookup":
      return `Found in the register that ${by} publishes${on}.`;
    case "answer":
      return `The issuer of the certificate answered our question${on}.`;
    case "declaration":
      return `The owner declared what is served here${on}.`;
    case "visit":
      return `We visited this place${on}.`;
    case "prior":
      return "Verified before evidence was recorded.";
    default:
      return `A statement that this place is halal, recorded${on}.`;
  }
}

const READ_BY = ["Not read yet.", "Read once.", "Read twice, by two members of our staff."] as const;

const whoReadIt = ({ number, readBy }: ShownRecord): string =>
  number === null ? READ_BY[0] : (READ_BY[readBy] ?? `${readBy} members of our staff read the same.`);
