import { type ClipboardEvent, useId } from "react";
import { FAILED, GIFT } from "../../../copy/en/support.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { CARD_NUMBER_DIGITS, parseExpiry } from "../../../shared/gifts.ts";
import { DigitsField } from "../../kit/form/formatted-field.tsx";
import { Alert } from "../../kit/page/alert.tsx";

interface CardFieldsProps {
  readonly isTest: boolean;
  readonly errors: FieldErrors;
  /** Why the gateway refused the card; null if it did not. */
  readonly refusal: string | null;
}

const GROUP = 4;
const EXPIRY = 2;
const CVV = 4;

/** Uncontrolled inputs: the card is never in React state, where developer tools could read it. */
export function CardFields({ isTest, errors, refusal }: CardFieldsProps) {
  const refusalId = useId();
  const refused = refusal === null ? {} : { "aria-invalid": true, "aria-describedby": refusalId };
  return (
    <fieldset>
      <legend>{GIFT.card}</legend>
      {refusal !== null && (
        <div id={refusalId}>
          <Alert>{`${refusal} ${FAILED.uncharged}`}</Alert>
        </div>
      )}
      {isTest && <Alert tone="info">{GIFT.testCard}</Alert>}
      <DigitsField
        label={GIFT.cardNumber}
        name="cardNumber"
        autoComplete="cc-number"
        max={CARD_NUMBER_DIGITS.max}
        grouped={GROUP}
        placeholder="0000 0000 0000 0000"
        required
        error={errors.cardNumber}
        {...refused}
      />
      <div className="gift-thirds" onPasteCapture={pasteExpiry}>
        <DigitsField
          label={GIFT.month}
          name="expiryMonth"
          autoComplete="cc-exp-month"
          max={EXPIRY}
          maxLength={EXPIRY}
          placeholder="MM"
          required
          error={errors.expiryMonth}
          {...refused}
        />
        <DigitsField
          label={GIFT.year}
          name="expiryYear"
          autoComplete="cc-exp-year"
          max={EXPIRY}
          maxLength={EXPIRY}
          placeholder="YY"
          required
          error={errors.expiryYear}
          {...refused}
        />
        <DigitsField
          label={GIFT.cvv}
          name="cvv"
          autoComplete="cc-csc"
          max={CVV}
          maxLength={CVV}
          required
          error={errors.cvv}
          {...refused}
        />
      </div>
    </fieldset>
  );
}

/** A pasted `MM/YY` fills the month and the year; either field would keep two characters of it. */
function pasteExpiry(event: ClipboardEvent<HTMLElement>): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || !target.name.startsWith("expiry")) return;
  const expiry = parseExpiry(event.clipboardData.getData("text"));
  const [month, year] = ["expiryMonth", "expiryYear"].map((name) => target.form?.elements.namedItem(name));
  if (!expiry || !(month instanceof HTMLInputElement) || !(year instanceof HTMLInputElement)) return;
  event.preventDefault();
  month.value = expiry.month;
  year.value = expiry.year;
}
