import type { FieldErrors } from "../../../../shared/errors.ts";
import { CATEGORIES, CATEGORY_NAMES } from "../../../../shared/places/places.ts";
import { PLACE_REGIONS } from "../../../../shared/places/region-names.ts";
import { Field, SelectField } from "../../../ui/field/field.tsx";
import { PhoneField } from "../../../ui/field/phone-field.tsx";
import { RegionField } from "../../../ui/field/region-field.tsx";
import { REQUEST } from "./content.ts";
import type { InitialValues } from "./use-request.ts";

interface RequestFieldsProps {
  readonly given: InitialValues;
  readonly errors: FieldErrors;
}

type TextName =
  | "name"
  | "address"
  | "city"
  | "state"
  | "zipCode"
  | "phone"
  | "website"
  | "subcategory"
  | "halalCertificate";

export function RequestFields({ given, errors }: RequestFieldsProps) {
  const wired = (name: TextName) => ({ name, label: REQUEST[name], error: errors[name] });
  return (
    <div className="field-pairs">
      <Field {...wired("name")} required autoComplete="organization" defaultValue={given.name} />
      <SelectField name="category" label={REQUEST.category} error={errors.category} required defaultValue="">
        <option value="">{REQUEST.noCategory}</option>
        {CATEGORIES.map((each) => (
          <option key={each} value={each}>
            {CATEGORY_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <Field {...wired("address")} required autoComplete="address-line1" />
      <Field {...wired("city")} required autoComplete="address-level2" defaultValue={given.city} />
      <RegionField
        {...wired("state")}
        required
        regions={PLACE_REGIONS}
        placeholder={REQUEST.stateHint}
        autoComplete="address-level1"
      />
      <Field
        {...wired("zipCode")}
        autoCapitalize="characters"
        autoComplete="postal-code"
        spellCheck={false}
      />
      <PhoneField {...wired("phone")} autoComplete="tel" />
      <Field
        {...wired("website")}
        type="url"
        inputMode="url"
        placeholder={REQUEST.websiteHint}
        autoComplete="url"
      />
      <Field {...wired("subcategory")} placeholder={REQUEST.subcategoryHint} autoComplete="off" />
      <Field {...wired("halalCertificate")} autoComplete="off" />
    </div>
  );
}
