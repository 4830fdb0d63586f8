import { z } from "zod";
import type { Place } from "../../../../../modules/pois/schema.ts";
import { PROPOSAL_FIELDS, type ProposalField } from "../../../../../shared/places/ownership.ts";
import { placeFields } from "../../../../../shared/places/place-fields.ts";
import type { Category } from "../../../../../shared/places/places.ts";
import { DialogForm } from "../../../../blocks/form-dialog/dialog-form.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form/form-text.ts";
import { formatDueDay } from "../../../../lib/format/format-date.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { ChangeFields } from "./change-fields.tsx";
import { CHANGE, CHANGE_FIELDS } from "./content.ts";
import type { Proposal } from "./use-proposals.ts";

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
  const values: Record<ProposalField, string> = Object.assign(pick(place), pending?.fields);
  return (
    <DialogForm
      words={CHANGE}
      schema={schema}
      read={(form) => changed(form, values)}
      send={async (fields) => announce(await propose.mutateAsync({ id: place.id, fields }))}
      onDone={() => {
        void utils.partner.ownership.proposals.invalidate();
        void utils.partner.pois.invalidate();
      }}
    >
      {(errors) => <ChangeFields values={values} errors={errors} />}
    </DialogForm>
  );
}

const pick = (place: Place) => {
  const { name, address, city, state, zipCode, category, subcategory, phone, website } = place;
  return { name, address, city, state, zipCode, category, subcategory, phone, website };
};

/** The fields that no longer hold what they started with. */
function changed(form: FormData, values: Readonly<Record<ProposalField, string>>) {
  const typed = PROPOSAL_FIELDS.map((field) => [field, textOf(form, field)] as const);
  const fields = Object.fromEntries(typed.filter(([field, text]) => text !== values[field]));
  return fields as Partial<Record<ProposalField, string>> & { category?: Category }; // the select has no other values
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
