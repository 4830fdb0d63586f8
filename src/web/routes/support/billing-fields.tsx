import type { FieldErrors } from "../../../shared/errors.ts";
import { Field, SelectField } from "../../ui/field/field.tsx";
import { COUNTRIES, GIFT } from "./content.ts";
import { type Country, isCountry, type RememberedFields } from "./gift.ts";

interface BillingFieldsProps {
  readonly given: RememberedFields;
  readonly country: Country;
  readonly onCountry: (country: Country) => void;
  readonly errors: FieldErrors;
}

const STATE = 2;

export function BillingFields({ given, country, onCountry, errors }: BillingFieldsProps) {
  const words = COUNTRIES[country];
  return (
    <fieldset className="gift-pairs">
      <legend>{GIFT.billing}</legend>
      <Field
        label={GIFT.address}
        name="billingAddress"
        autoComplete="billing street-address"
        required
        defaultValue={given.billingAddress}
        error={errors.billingAddress}
      />
      <Field
        label={GIFT.city}
        name="billingCity"
        autoComplete="billing address-level2"
        required
        defaultValue={given.billingCity}
        error={errors.billingCity}
      />
      <Field
        label={words.state}
        name="billingState"
        autoComplete="billing address-level1"
        autoCapitalize="characters"
        maxLength={STATE}
        placeholder={words.stateHint}
        required
        defaultValue={given.billingState}
        error={errors.billingState}
      />
      <Field
        label={words.zip}
        name="billingZip"
        autoComplete="billing postal-code"
        inputMode={country === "US" ? "numeric" : "text"}
        autoCapitalize="characters"
        placeholder={words.zipHint}
        required
        defaultValue={given.billingZip}
        error={errors.billingZip}
      />
      <SelectField
        label={GIFT.country}
        name="billingCountry"
        autoComplete="billing country"
        defaultValue={country}
        onChange={({ currentTarget: { value } }) => isCountry(value) && onCountry(value)}
      >
        {Object.entries(COUNTRIES).map(([code, { name }]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}
