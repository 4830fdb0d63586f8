import type { FieldErrors } from "../../shared/errors.ts";
import type { RecordInput, StaffKind } from "./schema.ts";

type Field = Exclude<keyof RecordInput, "id" | "kind">;
type Entered = Omit<RecordInput, "id">;

const LABELS: Readonly<Record<Field, string>> = {
  issuerId: "Issuer",
  number: "Number",
  validFrom: "Valid from",
  validUntil: "Valid until",
  fileId: "File",
  address: "Address",
  checkedAt: "Checked at",
  meatFree: "Meat free",
  noAlcohol: "No alcohol",
  noPork: "No pork",
  text: "Text",
  recordId: "Record",
  reason: "Reason",
};

/** The fields that each kind needs. */
const NEEDED: Readonly<Record<StaffKind, readonly Field[]>> = {
  certificate: ["issuerId", "number", "validFrom", "validUntil"],
  lookup: ["issuerId", "address", "checkedAt"],
  declaration: ["meatFree", "noAlcohol", "noPork"],
  visit: ["checkedAt"],
  statement: ["text"],
  revocation: ["recordId", "reason"],
};

/** What is missing or impossible in a record, by field; the same sentences in the browser and on the server. */
export function recordProblems(input: Entered): FieldErrors {
  const { kind, validFrom, validUntil } = input;
  const missing = NEEDED[kind].filter((name) => input[name] === undefined || input[name] === "");
  const problems = Object.fromEntries(missing.map((name) => [name, `${LABELS[name]} is required`]));
  if (kind === "certificate" && validFrom && validUntil && validFrom > validUntil)
    problems.validUntil = "Valid until is before valid from";
  return problems;
}
