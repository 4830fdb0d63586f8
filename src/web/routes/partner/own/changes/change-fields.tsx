import type { ReactNode } from "react";
import type { FieldErrors } from "../../../../../shared/errors.ts";
import type { ProposalField } from "../../../../../shared/places/ownership.ts";
import { CATEGORIES, CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import { PLACE_REGIONS } from "../../../../../shared/places/region-names.ts";
import { Field, SelectField } from "../../../../ui/field/field.tsx";
import { PhoneField } from "../../../../ui/field/phone-field.tsx";
import { RegionField } from "../../../../ui/field/region-field.tsx";
import { CHANGE, CHANGE_FIELDS } from "./content.ts";

interface ChangeFieldsProps {
  readonly values: Readonly<Record<ProposalField, string>>;
  readonly errors: FieldErrors;
}

/** What the place is listed with, in two groups: what is saved at once, and what waits for staff. */
export function ChangeFields({ values, errors }: ChangeFieldsProps) {
  const wired = (name: ProposalField) => ({
    name,
    label: CHANGE_FIELDS[name],
    defaultValue: values[name],
    error: errors[name],
    autoComplete: "off",
  });
  return (
    <>
      <Group title={CHANGE.contact} text={CHANGE.contactText}>
        <PhoneField {...wired("phone")} />
        <Field {...wired("website")} type="url" inputMode="url" placeholder="https://" />
      </Group>
      <Group title={CHANGE.listing} text={CHANGE.listingText}>
        <Field {...wired("name")} required />
        <SelectField {...wired("category")} required>
          {CATEGORIES.map((each) => (
            <option key={each} value={each}>
              {CATEGORY_NAMES[each]}
            </option>
          ))}
        </SelectField>
        <Field {...wired("address")} required />
        <Field {...wired("city")} required />
        <RegionField {...wired("state")} required regions={PLACE_REGIONS} />
        <Field {...wired("zipCode")} autoCapitalize="characters" spellCheck={false} />
        <Field {...wired("subcategory")} />
      </Group>
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

const Group = ({ title, text, children }: GroupProps) => (
  <fieldset className="place-changes-group">
    <legend>{title}</legend>
    <p className="soft">{text}</p>
    <div className="field-pairs">{children}</div>
  </fieldset>
);
