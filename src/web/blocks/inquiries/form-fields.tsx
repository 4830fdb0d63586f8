import type { FieldErrors } from "../../../shared/errors.ts";
import { Field, SelectField, TextAreaField } from "../../ui/field/field.tsx";
import { PhoneField } from "../../ui/field/phone-field.tsx";
import { BUSINESS_TYPE_NAMES } from "./business-types.ts";
import { FORM } from "./content.ts";
import type { Entered } from "./form-values.ts";

interface FormFieldsProps {
  readonly given: Entered;
  readonly errors: FieldErrors;
}

/** What an inquiry holds, to be typed. Colleagues type what is another's, so the browser fills in nothing. */
export function FormFields({ given, errors }: FormFieldsProps) {
  const wired = <Name extends keyof Entered>(name: Name) => ({
    name,
    label: FORM[name],
    defaultValue: given[name],
    error: errors[name],
    autoComplete: "off",
  });
  return (
    <div className="field-pairs">
      <Field {...wired("businessName")} required />
      <Field {...wired("email")} type="email" required />
      <Field {...wired("contactName")} />
      <PhoneField {...wired("phone")} />
      <Field {...wired("website")} type="url" />
      <SelectField {...wired("businessType")}>
        <option value="">{FORM.noType}</option>
        {Object.entries(BUSINESS_TYPE_NAMES).map(([type, name]) => (
          <option key={type} value={type}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field {...wired("city")} />
      <Field {...wired("state")} />
      <TextAreaField {...wired("message")} rows={4} />
    </div>
  );
}
