import { SMALLEST_GIFT } from "../../../shared/gifts/tiers.ts";
import { useBrand } from "../../lib/brand.ts";
import { mailto } from "../../lib/mailto.ts";
import { Field } from "../../ui/field/field.tsx";
import { GIFT, OTHER_WAYS } from "./content.ts";
import { isLargeGift } from "./gift.ts";

interface AmountFieldProps {
  readonly amount: string;
  readonly onType: (amount: string) => void;
  readonly error: string | undefined;
}

/** The amount. For large gifts it shows the email contact while the user types. */
export function AmountField({ amount, onType, error }: AmountFieldProps) {
  return (
    <div className="amount-field">
      <Field
        label={GIFT.amount}
        name="amount"
        type="number"
        inputMode="decimal"
        min={SMALLEST_GIFT / 100}
        step={0.01}
        required
        autoComplete="off"
        defaultValue={amount}
        error={error}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        // The mouse wheel would change the amount.
        onWheel={({ currentTarget }) => currentTarget.blur()}
      />
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
