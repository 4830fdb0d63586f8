import type { FieldErrors } from "../../../shared/errors.ts";
import { EmailField } from "../form/email-field.tsx";
import { Field, SelectField, TextAreaField } from "../form/field.tsx";
import { PhoneField } from "../form/phone-field.tsx";
import { BUSINESS_TYPE_NAMES } from "./business-types.ts";
import type { Values } from "./form-values.ts";
import { FIELD_LABELS } from "./inquiries-content.ts";

interface FormFieldsProps {
  readonly values: Values;
  readonly errors: FieldErrors;
}

/** Staff enter other people's data, so the browser must not autofill their own. */
export function FormFields({ values, errors }: FormFieldsProps) {
  const wired = <Name extends keyof Values>(name: Name) => ({
    name,
    label: FIELD_LABELS[name],
    defaultValue: values[name],
    error: errors[name],
    autoComplete: "off",
  });
  return (
    <div className="field-pairs">
      <Field {...wired("businessName")} required />
      <EmailField {...wired("email")} required />
      <Field {...wired("contactName")} />
      <PhoneField {...wired("phone")} />
      <Field {...wired("website")} type="url" />
      <SelectField {...wired("businessType")}>
        <option value="">Not given</option>
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
