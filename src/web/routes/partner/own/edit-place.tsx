import { type ReactNode, useRef, useState } from "react";
import { z } from "zod";
import { EDIT } from "../../../../copy/en/my-place.ts";
import { CHANGE, CHANGE_FIELDS } from "../../../../copy/en/partner-places.ts";
import { listedValues } from "../../../../modules/ownership/proposals/schema.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import type { FieldErrors } from "../../../../shared/errors.ts";
import { formatDueDay } from "../../../../shared/format.ts";
import { type EditedFacts, editedFacts, factFields } from "../../../../shared/places/fact-fields.ts";
import { FACT_LABELS } from "../../../../shared/places/fact-texts.ts";
import type { FactKey } from "../../../../shared/places/facts.ts";
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
import { FactFields } from "../../../kit/facts-form/facts-form.tsx";
import {
  formFacts,
  readFacts,
  type SentFacts,
  sentText,
  valuesOf,
} from "../../../kit/facts-form/read-facts.ts";
import { Field, SelectField } from "../../../kit/form/field.tsx";
import { PhoneField } from "../../../kit/form/formatted-field.tsx";
import { RegionField } from "../../../kit/form/region-field.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast, toastError } from "../../../lib/toast.ts";
import { useRights } from "../session.tsx";
import type { Proposal } from "./own-data.ts";

const { name, address, city, state, zipCode, category, subcategory, phone, website } = placeFields;
/** Only what was changed of the listed values is sent and checked: older places may lack what is required today. */
const schema = z
  .object({ name, address, city, state, zipCode, category, subcategory, phone, website })
  .partial()
  .extend(factFields);

interface EditPlaceProps {
  readonly place: Place;
  /** What waits for staff already; the form shows its values. */
  readonly pending: Proposal | undefined;
  readonly facts: EditedFacts;
  /** The facts as they are once they are saved. */
  readonly onSaved: (facts: EditedFacts) => void;
  /** The facts may have been changed by someone else. */
  readonly onRefused: () => void;
}

/** Everything about a place but its hours: what is shown at once, and what our team checks. */
export function EditPlace({ place, pending, facts, onSaved, onRefused }: EditPlaceProps) {
  const utils = trpc.useUtils();
  // All may be reloaded while the form is open; what was typed is a change of what was opened.
  const [listed] = useState(() => pick(place));
  const [values] = useState<Values>(() => Object.assign({}, listed, pending?.fields));
  const { manages } = useRights();
  const keys = formFacts(facts.category);
  const { send, conflict } = useSend({ place, listed, facts, keys, onSaved, onRefused });
  const refresh = () => {
    void utils.partner.ownership.proposals.invalidate();
    void utils.partner.pois.invalidate();
  };
  if (conflict) {
    return (
      <EditConflict
        noun="place"
        versions={conflict.versions}
        sending={EDIT.sending}
        onSendMine={conflict.sendMine}
        onSent={refresh}
        onFailed={(error) => toastError(EDIT.failed, error)}
      />
    );
  }
  return (
    <DialogForm
      edits
      words={WORDS}
      schema={schema}
      read={(form) => ({ ...(manages && changed(form, values)), ...readFacts(form, keys) })}
      send={send}
      onDone={refresh}
    >
      {(errors) => (
        <>
          {manages && (
            <Group title={EDIT.contact}>
              <ListedFields fields={CONTACT} note={AT_ONCE} {...{ values, errors }} />
            </Group>
          )}
          <Group title={EDIT.details} text={EDIT.detailsText}>
            <FactFields facts={facts} editor="owner" errors={errors} note={AT_ONCE} />
          </Group>
          {manages && (
            <Group title={EDIT.listing} text={EDIT.listingText}>
              <ListedFields fields={LISTING} note={CHECKED} {...{ values, errors }} />
            </Group>
          )}
        </>
      )}
    </DialogForm>
  );
}

/** When a change of a field shows, said at the field. */
const AT_ONCE = <p className="edit-place-note">{EDIT.atOnce}</p>;
const CHECKED = <p className="edit-place-note">{EDIT.checked}</p>;

const WORDS = { ...EDIT, errorTitle: EDIT.failed };
const CONTACT = ["phone", "website"] as const satisfies readonly ProposalField[];
const LISTING = ["name", "category", "address", "city", "state", "zipCode", "subcategory"] as const;

type Values = Record<ProposalField, string>;
type Changes = Partial<Values> & { category?: Category | undefined };
type Sent = Changes & SentFacts;

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

interface SendOptions extends Pick<EditPlaceProps, "place" | "facts" | "onSaved" | "onRefused"> {
  readonly listed: Values;
  readonly keys: readonly FactKey[];
}

interface Conflict {
  readonly versions: readonly { readonly label: string; readonly theirs: string; readonly mine: string }[];
  readonly sendMine: () => Promise<void>;
}

/** Saves everything at once. Where someone else has changed the facts or the listed values, both versions are shown. */
function useSend({ place: { id }, listed, facts, keys, onSaved, onRefused }: SendOptions) {
  const save = trpc.partner.ownership.savePlace.useMutation();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** What the caller has seen. */
  const seen = useRef<{ readAt: Date; listed: Values }>({ readAt: facts.updatedAt, listed });

  async function send(mine: Sent): Promise<void> {
    const fields = only(mine, PROPOSAL_FIELDS) as Changes;
    const { readAt: updatedAt, listed: read } = seen.current;
    try {
      const saved = await save.mutateAsync({
        ...{ id, facts: { ...only(mine, keys), updatedAt } },
        ...(labelsOf(fields) !== "" && { fields, seen: read }),
      });
      onSaved(saved.facts);
      if (saved.change) announce(saved.change);
      else toast({ title: EDIT.saved });
    } catch (error) {
      onRefused();
      const newer = newerOf(error, mine, keys);
      if (newer) setConflict({ versions: newer.versions, sendMine: () => sendAgain(mine, newer.seen) });
      throw error;
    }
  }
  function sendAgain(mine: Sent, now: Partial<typeof seen.current>): Promise<void> {
    Object.assign(seen.current, now);
    return send(mine);
  }
  return { send, conflict } as const;
}

/** What someone else has changed, next to what the caller sent; null if a save failed for another reason. */
function newerOf(error: unknown, mine: Sent, keys: readonly FactKey[]) {
  const facts = currentOf(error, editedFacts);
  if (facts) {
    const [sent, their] = [only(mine, keys), valuesOf(facts.bySource.owner, keys)];
    const versions = keys.map((key) => ({
      ...{ label: FACT_LABELS[key], theirs: sentText(key, their), mine: sentText(key, sent) },
    }));
    return { versions, seen: { readAt: facts.updatedAt } };
  }
  const listed = currentOf(error, listedValues);
  if (!listed) return null;
  const names = PROPOSAL_FIELDS.filter((field) => mine[field] !== undefined);
  const versions = names.map((field) => ({
    ...{ label: CHANGE_FIELDS[field], theirs: valueText(listed, field), mine: valueText(mine, field) },
  }));
  return { versions, seen: { listed } };
}

const only = (mine: Sent, keys: readonly string[]): SentFacts =>
  Object.fromEntries(Object.entries(mine).filter(([key]) => keys.includes(key)));

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

interface ListedFieldsProps {
  readonly fields: readonly ProposalField[];
  readonly values: Readonly<Values>;
  readonly errors: FieldErrors;
  readonly note: ReactNode;
}

/** What the place is listed with. */
function ListedFields({ fields, values, errors, note }: ListedFieldsProps) {
  const control = (field: ProposalField) => {
    const wired = {
      ...{ name: field, label: CHANGE_FIELDS[field], defaultValue: values[field], error: errors[field] },
      autoComplete: "off",
    };
    switch (field) {
      case "phone":
        return <PhoneField {...wired} />;
      case "website":
        return <Field {...wired} type="url" inputMode="url" placeholder="https://" />;
      case "category":
        return (
          <SelectField {...wired} required>
            {CATEGORIES.map((each) => (
              <option key={each} value={each}>
                {CATEGORY_NAMES[each]}
              </option>
            ))}
          </SelectField>
        );
      case "state":
        return <RegionField {...wired} required regions={PLACE_REGIONS} />;
      case "zipCode":
        return <Field {...wired} autoCapitalize="characters" spellCheck={false} />;
      default:
        return <Field {...wired} required={field !== "subcategory"} />;
    }
  };
  return (
    <div className="field-pairs">
      {fields.map((field) => (
        <div key={field} className="field-noted">
          {control(field)}
          {note}
        </div>
      ))}
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

const Group = ({ title, text, children }: GroupProps) => (
  <fieldset className="edit-place-group">
    <legend>{title}</legend>
    {text && <p className="soft">{text}</p>}
    {children}
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
