import type { FieldErrors } from "../../../../../shared/errors.ts";
import { CATEGORIES, CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import { PLACE_REGIONS } from "../../../../../shared/places/regions.ts";
import { Field, SelectField } from "../../../../kit/form/field.tsx";
import { PhoneField } from "../../../../kit/form/formatted-field.tsx";
import { FIELD_LABELS } from "../../../../kit/form/place-labels.ts";
import { RegionField } from "../../../../kit/form/region-field.tsx";
import type { Values } from "./place-values.ts";

interface PlaceFieldsProps {
  readonly values: Values;
  readonly errors: FieldErrors;
}

/** Staff enter other people's data, so the browser must not autofill their own. */
export function PlaceFields({ values, errors }: PlaceFieldsProps) {
  const wired = (name: keyof Values) => ({
    name,
    label: FIELD_LABELS[name],
    defaultValue: values[name],
    error: errors[name],
    autoComplete: "off",
  });
  return (
    <div className="field-pairs">
      <Field {...wired("name")} required />
      <SelectField {...wired("category")}>
        {CATEGORIES.map((each) => (
          <option key={each} value={each}>
            {CATEGORY_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <Field {...wired("address")} required />
      <Field {...wired("city")} required />
      <RegionField {...wired("state")} required regions={PLACE_REGIONS} />
      <Field {...wired("zipCode")} />
      <PhoneField {...wired("phone")} />
      <Field {...wired("website")} type="url" inputMode="url" />
      <Field {...wired("subcategory")} />
      <Field {...wired("halalCertificate")} />
      <Field {...wired("latitude")} inputMode="decimal" />
      <Field {...wired("longitude")} inputMode="decimal" />
      <Field {...wired("placeId")} autoCapitalize="none" spellCheck={false} />
    </div>
  );
}
