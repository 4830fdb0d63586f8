import { INVALID_CARD, INVALID_CVV } from "../../../modules/payments/schema.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { INVALID_EMAIL } from "../../../shared/fields.ts";
import { WRONG } from "./content.ts";

/** Beside a field stands what to do; that something is wrong at all stands in the toast. */
const BESIDE: Readonly<Record<string, string>> = {
  [INVALID_EMAIL]: WRONG.email,
  [INVALID_CARD]: WRONG.card,
  [INVALID_CVV]: WRONG.cvv,
};

export const shownErrors = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, BESIDE[sentence] ?? sentence]));
