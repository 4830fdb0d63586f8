import { useRef } from "react";
import { GIFT, OTHER_WAYS } from "../../../copy/en/support.ts";
import { SMALLEST_GIFT, TIERS } from "../../../shared/money/gifts.ts";
import { dollarsOf, formatMoney } from "../../../shared/money/money.ts";
import { Field } from "../../kit/form/field.tsx";
import { mailto } from "../../kit/text/links.ts";
import { useBrand } from "../../lib/brand.ts";
import { isLargeGift } from "./gift.ts";

interface AmountFieldProps {
  /** Dollars, as typed. */
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly error: string | undefined;
}

/** The amounts of the tiers, and any other. For large gifts it shows the email contact while the user types. */
export function AmountField({ amount, onAmount, error }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  function choose(dollars: number): void {
    if (input.current) input.current.value = String(dollars);
    onAmount(String(dollars));
  }
  return (
    <div className="amount-field">
      <fieldset className="amount-field-chips" aria-label={GIFT.suggested}>
        {TIERS.map(({ name, amount: suggested, openEnded }) => (
          <button
            key={name}
            type="button"
            aria-pressed={Number(amount) === dollarsOf(suggested)}
            onClick={() => choose(dollarsOf(suggested))}
          >
            {formatMoney(suggested) + (openEnded ? "+" : "")}
            <span className="visually-hidden"> {name}</span>
          </button>
        ))}
      </fieldset>
      <div className="amount-field-own">
        <Field
          ref={input}
          label={GIFT.amount}
          name="amount"
          type="number"
          inputMode="decimal"
          min={dollarsOf(SMALLEST_GIFT)}
          step={0.01}
          required
          autoComplete="off"
          defaultValue={amount}
          error={error}
          onInput={({ currentTarget }) => onAmount(currentTarget.value)}
          // The mouse wheel would change the amount.
          onWheel={({ currentTarget }) => currentTarget.blur()}
        />
      </div>
      {isLargeGift(amount) && <LargeGift />}
    </div>
  );
}

function LargeGift() {
  const { contactEmail } = useBrand();
  return (
    <p className="alert" data-tone="info" role="status">
      {OTHER_WAYS.largeText} <a href={mailto(contactEmail, OTHER_WAYS.subject)}>{contactEmail}</a>
    </p>
  );
}
