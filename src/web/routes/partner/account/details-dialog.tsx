import { profile as profileSchema, updateOwnInput } from "../../../../modules/partners/schema.ts";
import { EditForm } from "../../../blocks/form-dialog/edit-form.tsx";
import { FormDialog } from "../../../blocks/form-dialog/form-dialog.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form/form-text.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { Field } from "../../../ui/field/field.tsx";
import { PhoneField } from "../../../ui/field/phone-field.tsx";
import type { Partner } from "../partner-account.ts";
import { usePartner, useSessionChange } from "../session.ts";
import { DETAIL_LABELS, DETAILS } from "./content.ts";

interface DetailsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The partner's own names and phone number. */
export function DetailsDialog({ open, onClose }: DetailsDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} size="small" title={DETAILS.title}>
      {open && <DetailsForm />}
    </FormDialog>
  );
}

type Values = Record<keyof typeof DETAIL_LABELS, string>;

const schema = updateOwnInput.omit({ updatedAt: true });

const valuesOf = ({ businessName, contactName, phone }: Partner): Values => ({
  businessName,
  contactName,
  phone,
});

function DetailsForm() {
  const partner = usePartner();
  const update = trpc.partner.profile.update.useMutation();
  const { check } = useSessionChange();
  return (
    <EditForm
      words={DETAILS}
      marksRequired
      noun="account"
      record={partner}
      recordSchema={profileSchema}
      schema={schema}
      labels={DETAIL_LABELS}
      valuesOf={valuesOf}
      textOf={(name, values) => values[name]}
      read={(form): Values => ({
        businessName: textOf(form, "businessName"),
        contactName: textOf(form, "contactName"),
        phone: textOf(form, "phone"),
      })}
      save={(values, updatedAt) => update.mutateAsync({ ...values, updatedAt })}
      onSaved={() => {
        toast({ title: DETAILS.saved });
        void check();
      }}
      onRefused={() => void check()}
    >
      {(errors) => {
        const wired = (name: keyof Values) => ({
          name,
          label: DETAIL_LABELS[name],
          defaultValue: partner[name],
          error: errors[name],
        });
        return (
          <>
            <Field {...wired("businessName")} autoComplete="organization" required />
            <Field {...wired("contactName")} autoComplete="name" required />
            <PhoneField {...wired("phone")} autoComplete="tel" />
          </>
        );
      }}
    </EditForm>
  );
}
