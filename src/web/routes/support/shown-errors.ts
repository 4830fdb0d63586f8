import { INVALID_CARD, INVALID_CVV } from "../../../modules/payments/schema.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { INVALID_EMAIL } from "../../../shared/fields.ts";
import { FIELD_ERRORS } from "./content.ts";

/** Messages at a field say how to fix it; the toast says that the form is invalid. */
const AT_FIELD: Readonly<Record<string, string>> = {
  [INVALID_EMAIL]: FIELD_ERRORS.email,
  [INVALID_CARD]: FIELD_ERRORS.card,
  [INVALID_CVV]: FIELD_ERRORS.cvv,
};

/** A large gift is arranged by email, so nothing else in its form matters. */
export const shownErrors = ({ amount, ...others }: FieldErrors, isLarge: boolean): FieldErrors => ({
  ...(amount !== undefined && { amount }),
  ...(!isLarge &&
    Object.fromEntries(
      Object.entries(others).map(([name, sentence]) => [name, AT_FIELD[sentence] ?? sentence]),
    )),
});
