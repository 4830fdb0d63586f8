import type { FieldErrors } from "../../../shared/errors.ts";
import { listCountries } from "../../../shared/places/countries.ts";
import { billingRegions } from "../../../shared/places/region-names.ts";
import { Field, SelectField } from "../../ui/field/field.tsx";
import { RegionField } from "../../ui/field/region-field.tsx";
import { addressWords, GIFT } from "./content.ts";
import type { RememberedFields } from "./gift.ts";

interface BillingFieldsProps {
  readonly given: RememberedFields;
  /** Its code. */
  readonly country: string;
  readonly onCountry: (country: string) => void;
  readonly errors: FieldErrors;
}

export function BillingFields({ given, country, onCountry, errors }: BillingFieldsProps) {
  const words = addressWords(country);
  const regions = billingRegions(country);
  const state = {
    label: words.state,
    name: "billingState",
    autoComplete: "billing address-level1",
    placeholder: words.stateHint,
    required: true,
    error: errors.billingState,
  };
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
      {regions ? (
        <RegionField key={country} {...state} regions={regions} defaultValue={given.billingState} />
      ) : (
        <Field {...state} defaultValue={given.billingState} />
      )}
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
        onChange={({ currentTarget }) => onCountry(currentTarget.value)}
      >
        {listCountries().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}
