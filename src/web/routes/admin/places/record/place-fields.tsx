import type { StaffPlace } from "../../../../../modules/places/schema.ts";
import type { FieldErrors } from "../../../../../shared/errors.ts";
import { CATEGORIES, CATEGORY_NAMES, type Category } from "../../../../../shared/places/places.ts";
import { PLACE_REGIONS } from "../../../../../shared/places/regions.ts";
import { Field, SelectField } from "../../../../kit/form/field.tsx";
import { PhoneField } from "../../../../kit/form/formatted-field.tsx";
import { FIELD_LABELS } from "../../../../kit/form/place-labels.ts";
import { RegionField } from "../../../../kit/form/region-field.tsx";
import { textOf } from "../../../../lib/form.ts";

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

/** The form's values: a text for every field. */
type Values = Readonly<Record<Exclude<keyof typeof FIELD_LABELS, "category">, string>> & {
  readonly category: Category;
};

export const valuesOf = ({ placeId, latitude, longitude, ...place }: StaffPlace): Values => ({
  ...place,
  placeId: placeId ?? "",
  latitude: latitude === null ? "" : String(latitude),
  longitude: longitude === null ? "" : String(longitude),
});

export const EMPTY: Values = {
  ...{ name: "", category: "restaurant", address: "", city: "", state: "", zipCode: "", phone: "" },
  ...{ website: "", subcategory: "", halalCertificate: "", placeId: "", latitude: "", longitude: "" },
};

export const readValues = (form: FormData): Values => ({
  name: textOf(form, "name"),
  category: CATEGORIES.find((each) => each === form.get("category")) ?? "restaurant",
  address: textOf(form, "address"),
  city: textOf(form, "city"),
  state: textOf(form, "state"),
  zipCode: textOf(form, "zipCode"),
  phone: textOf(form, "phone"),
  website: textOf(form, "website"),
  subcategory: textOf(form, "subcategory"),
  halalCertificate: textOf(form, "halalCertificate"),
  placeId: textOf(form, "placeId"),
  latitude: textOf(form, "latitude"),
  longitude: textOf(form, "longitude"),
});
