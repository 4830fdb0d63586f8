import type { z } from "zod";
import type { recordInput } from "../../../../../modules/evidence/schema.ts";
import { textOf } from "../../../../lib/form/form-text.ts";
import { DECLARED, RECORDED_KINDS, type RecordedKind } from "./content.ts";

const KINDS = Object.keys(RECORDED_KINDS) as RecordedKind[]; // its own keys

export const kindOf = (form: FormData): RecordedKind =>
  KINDS.find((each) => each === form.get("kind")) ?? "certificate";

const TEXTS = [
  "issuerId",
  "number",
  "validFrom",
  "validUntil",
  "fileId",
  "address",
  "checkedAt",
  "text",
] as const;

/** What was entered. The form has the fields of the chosen kind alone. */
export function readRecord(form: FormData): Omit<z.input<typeof recordInput>, "id"> {
  const kind = kindOf(form);
  const texts = Object.fromEntries(TEXTS.map((name) => [name, textOf(form, name)]));
  if (kind !== "declaration") return { kind, ...texts };
  const declared = Object.keys(DECLARED).map((name) => [name, form.get(name) === "on"]);
  return { kind, ...texts, ...Object.fromEntries(declared) };
}
