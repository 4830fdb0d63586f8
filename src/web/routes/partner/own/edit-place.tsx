import { type ReactNode, useState } from "react";
import { z } from "zod";
import { CHANGE, CHANGE_FIELDS } from "../../../../copy/en/partner-places.ts";
import { listedValues } from "../../../../modules/ownership/proposals/schema.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import type { FieldErrors } from "../../../../shared/errors.ts";
import { formatDueDay } from "../../../../shared/format.ts";
import { placeFields } from "../../../../shared/places/place-fields.ts";
import {
  CATEGORIES,
  CATEGORY_NAMES,
  type Category,
  PROPOSAL_FIELDS,
  type ProposalField,
} from "../../../../shared/places/places.ts";
import { PLACE_REGIONS } from "../../../../shared/places/regions.ts";
import { currentOf, EditConflict } from "../../../kit/dialog/edit-form.tsx";
import { DialogForm } from "../../../kit/dialog/form-dialog.tsx";
import { Field, SelectField } from "../../../kit/form/field.tsx";
import { PhoneField } from "../../../kit/form/formatted-field.tsx";
import { RegionField } from "../../../kit/form/region-field.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast, toastError } from "../../../lib/toast.ts";
import type { Proposal } from "./own-data.ts";

const { name, address, city, state, zipCode, category, subcategory, phone, website } = placeFields;
/** Only what was changed is sent and checked: older places may lack what is required today. */
const schema = z
  .object({ name, address, city, state, zipCode, category, subcategory, phone, website })
  .partial();

interface ChangeFormProps {
  readonly place: Place;
  /** What waits for staff already; the form shows its values. */
  readonly pending: Proposal | undefined;
}

export function ChangeForm({ place, pending }: ChangeFormProps) {
  const propose = trpc.partner.ownership.propose.useMutation();
  const utils = trpc.useUtils();
  // Both may be reloaded while the form is open; what was typed is a change of what was opened.
  const [listed] = useState(() => pick(place));
  const [values] = useState<Values>(() => Object.assign({}, listed, pending?.fields));
  const [conflict, setConflict] = useState<{ readonly theirs: Values; readonly mine: Changes } | null>(null);

  async function send(mine: Changes, seen: Values): Promise<void> {
    try {
      announce(await propose.mutateAsync({ id: place.id, fields: mine, seen }));
    } catch (error) {
      const theirs = currentOf(error, listedValues);
      if (theirs) setConflict({ theirs, mine });
      refresh();
      throw error;
    }
  }
  function refresh(): void {
    void utils.partner.ownership.proposals.invalidate();
    void utils.partner.pois.invalidate();
  }

  if (conflict) {
    const { theirs, mine } = conflict;
    return (
      <EditConflict
        noun="place"
        versions={PROPOSAL_FIELDS.filter((field) => mine[field] !== undefined).map((field) => ({
          label: CHANGE_FIELDS[field],
          theirs: valueText(theirs, field),
          mine: valueText(mine, field),
        }))}
        sending={CHANGE.sending}
        onSendMine={() => send(mine, theirs)}
        onSent={refresh}
        onFailed={(error) => toastError(CHANGE.failed, error)}
      />
    );
  }
  return (
    <DialogForm
      edits
      words={CHANGE}
      schema={schema}
      read={(form) => changed(form, values)}
      send={(fields) => send(fields, listed)}
      onDone={refresh}
    >
      {(errors) => <ChangeFields values={values} errors={errors} />}
    </DialogForm>
  );
}

type Values = Record<ProposalField, string>;
type Changes = Partial<Values> & { category?: Category | undefined };

const pick = (place: Place) => {
  const { name, address, city, state, zipCode, category, subcategory, phone, website } = place;
  return { name, address, city, state, zipCode, category, subcategory, phone, website };
};

/** The fields that no longer hold what they started with. */
function changed(form: FormData, values: Readonly<Values>): Changes {
  const typed = PROPOSAL_FIELDS.map((field) => [field, textOf(form, field)] as const);
  const fields = Object.fromEntries(typed.filter(([field, text]) => text !== values[field]));
  return fields as Changes; // the select has no other values
}

interface Answer {
  readonly applied: object;
  readonly waiting: object;
  readonly dueBy: Date;
}

/** Says what applied at once and what waits. */
function announce({ applied, waiting, dueBy }: Answer): void {
  const parts: string[] = [];
  const saved = labelsOf(applied);
  if (saved !== "") parts.push(CHANGE.applied(saved));
  const waits = labelsOf(waiting);
  if (waits !== "") parts.push(CHANGE.waiting(waits, formatDueDay(dueBy)));
  toast({ title: CHANGE.done, description: parts.length === 0 ? CHANGE.takenBack : parts.join(" ") });
}

const labelsOf = (fields: object): string =>
  PROPOSAL_FIELDS.filter((field) => field in fields)
    .map((field) => CHANGE_FIELDS[field].toLowerCase())
    .join(", ");

interface ChangeFieldsProps {
  readonly values: Readonly<Record<ProposalField, string>>;
  readonly errors: FieldErrors;
}

/** What the place is listed with, in two groups: what is saved at once, and what waits for staff. */
function ChangeFields({ values, errors }: ChangeFieldsProps) {
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

/** The value of a field as a person reads it; empty if there is none. */
export function valueText(
  values: Readonly<Partial<Record<ProposalField, string | undefined>>>,
  field: ProposalField,
): string {
  const category = field === "category" && CATEGORIES.find((each) => each === values.category);
  return category ? CATEGORY_NAMES[category] : (values[field] ?? "");
}
