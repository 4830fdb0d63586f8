import { type Partner, partner as partnerSchema, updateInput } from "../../../modules/partners/schema.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { formatDay } from "../../../shared/format.ts";
import { EditForm } from "../../kit/dialog/edit-form.tsx";
import { FormDialog } from "../../kit/dialog/form-dialog.tsx";
import { Checkbox } from "../../kit/form/checkbox.tsx";
import { Field } from "../../kit/form/field.tsx";
import { PhoneField } from "../../kit/form/formatted-field.tsx";
import { trpc } from "../../lib/api.tsx";
import { textOf } from "../../lib/form.ts";
import { toast } from "../../lib/toast.ts";
import { EDIT_PARTNER, FIELD_LABELS } from "./content.ts";
import { useRefreshPartners } from "./use-refresh-partners.ts";

interface EditDialogProps {
  /** Null while it is closed. */
  readonly partner: Partner | null;
  readonly onClose: () => void;
}

export function EditDialog({ partner, onClose }: EditDialogProps) {
  return (
    <FormDialog open={partner !== null} onClose={onClose} title={EDIT_PARTNER.title}>
      {partner && <Form key={partner.id} partner={partner} />}
    </FormDialog>
  );
}

const { email, password, ...EDITABLE } = FIELD_LABELS;
type Values = Pick<Partner, keyof typeof EDITABLE>;

const editInput = updateInput.pick({
  businessName: true,
  contactName: true,
  phone: true,
  isVerified: true,
});

const readValues = (form: FormData): Values => ({
  businessName: textOf(form, "businessName"),
  contactName: textOf(form, "contactName"),
  phone: textOf(form, "phone"),
  isVerified: form.get("isVerified") !== null,
});

function shown(value: string | boolean): string {
  if (typeof value === "string") return value;
  return value ? "yes" : "no";
}

function Form({ partner }: { readonly partner: Partner }) {
  const update = trpc.partnerManager.partners.update.useMutation();
  const refresh = useRefreshPartners();
  return (
    <EditForm
      words={EDIT_PARTNER}
      marksRequired
      noun="partner"
      record={partner}
      recordSchema={partnerSchema}
      schema={editInput}
      labels={EDITABLE}
      valuesOf={(version): Values => version}
      textOf={(name, values) => shown(values[name])}
      read={readValues}
      save={(values, updatedAt) => update.mutateAsync({ ...values, id: partner.id, updatedAt })}
      onSaved={() => {
        toast({
          title: "Partner Updated",
          description: "Partner information has been updated successfully.",
        });
        void refresh();
      }}
      onRefused={() => void refresh()}
    >
      {(errors) => <Fields partner={partner} errors={errors} />}
    </EditForm>
  );
}

const confirmedText = (at: Date | null): string =>
  at ? `Address confirmed on ${formatDay(at)}` : "Address not confirmed";

interface FieldsProps {
  readonly partner: Partner;
  readonly errors: FieldErrors;
}

function Fields({ partner, errors }: FieldsProps) {
  const wired = (name: "businessName" | "contactName" | "phone") => ({
    name,
    label: FIELD_LABELS[name],
    defaultValue: partner[name],
    error: errors[name],
    autoComplete: "off",
  });
  return (
    <>
      <div className="field-pairs">
        <Field {...wired("businessName")} required />
        <Field {...wired("contactName")} required />
        <PhoneField {...wired("phone")} />
        <div className="field-noted">
          <Field label={FIELD_LABELS.email} name="email" type="email" value={partner.email} readOnly />
          <p className="soft">Email cannot be changed</p>
          <p className="soft">{confirmedText(partner.emailConfirmedAt)}</p>
        </div>
      </div>
      <Checkbox
        label={FIELD_LABELS.isVerified}
        name="isVerified"
        note="Tick it once you know that they are who they say."
        defaultChecked={partner.isVerified}
      />
    </>
  );
}
