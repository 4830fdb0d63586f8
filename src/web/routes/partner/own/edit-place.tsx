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
import { Badge } from "../../../kit/page/badge.tsx";
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
  readonly save: (facts: SentFacts, readAt: Date) => Promise<EditedFacts>;
  /** The facts may have been changed by someone else. */
  readonly onRefused: () => void;
}

/** Everything about a place but its hours: what is shown at once, and what our team checks. */
export function EditPlace({ place, pending, facts, save, onRefused }: EditPlaceProps) {
  const utils = trpc.useUtils();
  // All may be reloaded while the form is open; what was typed is a change of what was opened.
  const [listed] = useState(() => pick(place));
  const [values] = useState<Values>(() => Object.assign({}, listed, pending?.fields));
  const { manages } = useRights();
  const keys = formFacts(facts.category);
  const { send, conflict } = useSend({ place, listed, facts, keys, save, onRefused });
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
            <Group title={EDIT.contact} when={<Badge tone="good">{EDIT.atOnce}</Badge>}>
              <ListedFields fields={CONTACT} {...{ values, errors }} />
            </Group>
          )}
          <Group title={EDIT.details} when={<Badge tone="good">{EDIT.atOnce}</Badge>} text={EDIT.detailsText}>
            <FactFields facts={facts} editor="owner" errors={errors} />
          </Group>
          {manages && (
            <Group
              title={EDIT.listing}
              when={<Badge tone="info">{EDIT.checked}</Badge>}
              text={EDIT.listingText}
            >
              <ListedFields fields={LISTING} {...{ values, errors }} />
            </Group>
          )}
        </>
      )}
    </DialogForm>
  );
}

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

interface SendOptions extends Pick<EditPlaceProps, "place" | "facts" | "save" | "onRefused"> {
  readonly listed: Values;
  readonly keys: readonly FactKey[];
}

interface Conflict {
  readonly versions: readonly { readonly label: string; readonly theirs: string; readonly mine: string }[];
  readonly sendMine: () => Promise<void>;
}

/** Saves the facts, then the listed values. Where someone else has changed one of the two, both versions are shown. */
function useSend({ place: { id }, listed, facts, keys, save, onRefused }: SendOptions) {
  const propose = trpc.partner.ownership.propose.useMutation();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** What the caller has seen: the facts that were saved are not refused as another's when the rest is sent again. */
  const seen = useRef<{ readAt: Date; listed: Values }>({ readAt: facts.updatedAt, listed });

  async function saveFacts(mine: Sent): Promise<void> {
    const sent = only(mine, keys);
    try {
      seen.current.readAt = (await save(sent, seen.current.readAt)).updatedAt;
    } catch (error) {
      onRefused();
      const theirs = currentOf(error, editedFacts);
      if (!theirs) throw error;
      const their = valuesOf(theirs.bySource.owner, keys);
      setConflict({
        versions: keys.map((key) => ({
          ...{ label: FACT_LABELS[key], theirs: sentText(key, their), mine: sentText(key, sent) },
        })),
        sendMine: () => sendAgain(mine, { readAt: theirs.updatedAt }),
      });
      throw error;
    }
  }

  async function saveListed(mine: Sent): Promise<void> {
    const fields = only(mine, PROPOSAL_FIELDS) as Changes;
    const names = PROPOSAL_FIELDS.filter((field) => fields[field] !== undefined);
    if (names.length === 0) return void toast({ title: EDIT.saved });
    try {
      announce(await propose.mutateAsync({ id, fields, seen: seen.current.listed }));
    } catch (error) {
      const theirs = currentOf(error, listedValues);
      if (!theirs) throw error;
      setConflict({
        versions: names.map((field) => ({
          ...{
            label: CHANGE_FIELDS[field],
            theirs: valueText(theirs, field),
            mine: valueText(fields, field),
          },
        })),
        sendMine: () => sendAgain(mine, { listed: theirs }),
      });
      throw error;
    }
  }

  async function send(mine: Sent): Promise<void> {
    await saveFacts(mine);
    await saveListed(mine);
  }
  function sendAgain(mine: Sent, now: Partial<typeof seen.current>): Promise<void> {
    Object.assign(seen.current, now);
    return send(mine);
  }
  return { send, conflict } as const;
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
}

/** What the place is listed with. */
function ListedFields({ fields, values, errors }: ListedFieldsProps) {
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
        <div key={field}>{control(field)}</div>
      ))}
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  /** When a change of these fields shows. */
  readonly when: ReactNode;
  readonly text?: string;
  readonly children: ReactNode;
}

const Group = ({ title, when, text, children }: GroupProps) => (
  <fieldset className="edit-place-group">
    <legend>
      {title} {when}
    </legend>
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
