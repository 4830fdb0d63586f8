import { addressWords, GIFT } from "../../../copy/en/support.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { billingRegions, hasPostalCodes, listCountries } from "../../../shared/places/regions.ts";
import { Field, SelectField } from "../../kit/form/field.tsx";
import { RegionField } from "../../kit/form/region-field.tsx";
import type { RememberedFields } from "./gift.ts";

interface BillingFieldsProps {
  readonly given: RememberedFields;
  /** Its code. */
  readonly country: string;
  readonly onCountry: (country: string) => void;
  readonly errors: FieldErrors;
}

type BillingName = Exclude<keyof RememberedFields & `billing${string}`, "billingCountry">;

/** The billing address: a state only where its form is known, and no postal code where there are none. */
export function BillingFields({ given, country, onCountry, errors }: BillingFieldsProps) {
  const words = addressWords(country);
  const regions = billingRegions(country);
  const field = (name: BillingName, token: string) => ({
    name,
    autoComplete: `billing ${token}`,
    required: true,
    defaultValue: given[name],
    error: errors[name],
  });
  return (
    <fieldset className="gift-billing">
      <legend className="visually-hidden">{GIFT.billing}</legend>
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
      <Field label={GIFT.address} {...field("billingAddress", "street-address")} />
      <Field label={GIFT.city} {...field("billingCity", "address-level2")} />
      {words && regions && (
        <div className="gift-region" key={country}>
          <RegionField
            label={words.state}
            placeholder={words.stateHint}
            {...field("billingState", "address-level1")}
            regions={regions}
          />
          <Field
            label={words.zip}
            {...field("billingZip", "postal-code")}
            inputMode={country === "US" ? "numeric" : "text"}
            autoCapitalize="characters"
            placeholder={words.zipHint}
          />
        </div>
      )}
      {!words && hasPostalCodes(country) && (
        <Field label={GIFT.postalCode} {...field("billingZip", "postal-code")} required={false} />
      )}
    </fieldset>
  );
}
