import type { FieldErrors } from "../../../shared/errors.ts";
import { CARD_NUMBER_DIGITS } from "../../../shared/gifts/gift-rules.ts";
import { Alert } from "../../ui/alert/alert.tsx";
import { DigitsField } from "../../ui/field/digits-field.tsx";
import { GIFT } from "./content.ts";

interface CardFieldsProps {
  readonly isTest: boolean;
  readonly errors: FieldErrors;
}

const GROUP = 4;
const EXPIRY = 2;
const CVV = 4;

/** Uncontrolled inputs: the card is never in React state, where developer tools could read it. */
export function CardFields({ isTest, errors }: CardFieldsProps) {
  return (
    <fieldset>
      <legend>{GIFT.card}</legend>
      {isTest && <Alert tone="info">{GIFT.testCard}</Alert>}
      <DigitsField
        label={GIFT.cardNumber}
        name="cardNumber"
        autoComplete="cc-number"
        most={CARD_NUMBER_DIGITS.most}
        grouped={GROUP}
        placeholder="0000 0000 0000 0000"
        required
        error={errors.cardNumber}
      />
      <div className="gift-thirds">
        <DigitsField
          label={GIFT.month}
          name="expiryMonth"
          autoComplete="cc-exp-month"
          most={EXPIRY}
          maxLength={EXPIRY}
          placeholder="MM"
          required
          error={errors.expiryMonth}
        />
        <DigitsField
          label={GIFT.year}
          name="expiryYear"
          autoComplete="cc-exp-year"
          most={EXPIRY}
          maxLength={EXPIRY}
          placeholder="YY"
          required
          error={errors.expiryYear}
        />
        <DigitsField
          label={GIFT.cvv}
          name="cvv"
          autoComplete="cc-csc"
          most={CVV}
          maxLength={CVV}
          required
          error={errors.cvv}
        />
      </div>
    </fieldset>
  );
}
