import { DomainError } from "../../shared/errors.ts";
import type { Day } from "../../shared/places/day.ts";
import type { NewRecord } from "./append.ts";
import { recordProblems } from "./needed-fields/schema.ts";
import type { RecordInput, StaffKind } from "./schema.ts";

type Fields = Omit<NewRecord, "kind" | "source">;
/** The columns of a record that staff enter. Throws 400 if a field of its kind is missing or a day is impossible. */
export function staffRecordOf(input: RecordInput, today: Day): Fields & { readonly kind: StaffKind } {
  const { kind } = input;
  const fields: Record<string, string> = { ...recordProblems(input) };
  if ((kind === "lookup" || kind === "visit") && input.checkedAt && input.checkedAt > today)
    fields.checkedAt = "Checked at is in the future";
  const [sentence] = Object.values(fields);
  if (sentence !== undefined) throw new DomainError("invalid", sentence, { fields });
  return { kind, ...columnsOf(input) };
}

function columnsOf(input: RecordInput): Fields {
  const { validFrom, validUntil, checkedAt, meatFree, noAlcohol, noPork } = input;
  switch (input.kind) {
    case "certificate":
      return {
        ...{ issuerId: input.issuerId, number: input.number },
        ...{ validFrom: validFrom ?? null, validUntil: validUntil ?? null },
      };
    case "lookup":
      return { issuerId: input.issuerId, note: input.address, checkedOn: checkedAt ?? null };
    case "declaration":
      return { meatFree: meatFree ?? null, noAlcohol: noAlcohol ?? null, noPork: noPork ?? null };
    case "visit":
      return { checkedOn: checkedAt ?? null };
    case "statement":
      return { note: input.text };
    case "revocation":
      return { aboutId: input.recordId, note: input.reason };
  }
}
