import type { z } from "zod";
import type { issuerInput } from "../../../../modules/evidence/schema.ts";
import type { FieldErrors } from "../../../../shared/errors.ts";
import { textOf } from "../../../lib/form/form-text.ts";
import { EmailField } from "../../../ui/field/email-field.tsx";
import { Field, SelectField } from "../../../ui/field/field.tsx";
import { FIELD_LABELS, ISSUERS } from "./content.ts";
import { COUNTRIES } from "./countries.ts";

/** The form's values: a text for every field. */
export type Values = Readonly<Record<keyof z.input<typeof issuerInput>, string>>;

export const NEW: Values = { name: "", country: "", address: "", site: "" };

export const readValues = (form: FormData): Values => ({
  name: textOf(form, "name"),
  country: textOf(form, "country"),
  address: textOf(form, "address"),
  site: textOf(form, "site"),
});

interface IssuerFieldsProps {
  readonly values: Values;
  readonly errors: FieldErrors;
}

export function IssuerFields({ values, errors }: IssuerFieldsProps) {
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
      <SelectField {...wired("country")} required>
        <option value="">{ISSUERS.chooseCountry}</option>
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="field-noted">
        <EmailField {...wired("address")} />
        <p>{ISSUERS.addressHint}</p>
      </div>
      <Field {...wired("site")} type="url" inputMode="url" />
    </div>
  );
}
