import { PASSWORD_MIN, registerInput } from "../../../modules/partners/schema.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { DialogForm } from "../../kit/dialog/dialog-form.tsx";
import { FormDialog } from "../../kit/dialog/form-dialog.tsx";
import { EmailField } from "../../kit/form/email-field.tsx";
import { Field } from "../../kit/form/field.tsx";
import { NewPasswordField } from "../../kit/form/new-password-field.tsx";
import { PhoneField } from "../../kit/form/phone-field.tsx";
import { trpc } from "../../lib/api.tsx";
import { textOf } from "../../lib/form/form-text.ts";
import { toast } from "../../lib/toast/toast.ts";
import { ADD_PARTNER, FIELD_LABELS } from "./content.ts";
import { useRefreshPartners } from "./use-refresh-partners.ts";

interface AddDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The button of an empty list is gone once there is a partner. */
  readonly focusAfter: () => HTMLElement | null;
}

const readValues = (form: FormData) => ({
  businessName: textOf(form, "businessName"),
  contactName: textOf(form, "contactName"),
  email: textOf(form, "email"),
  password: textOf(form, "password"),
  phone: textOf(form, "phone"),
});

export function AddDialog({ open, ...dialog }: AddDialogProps) {
  const create = trpc.partnerManager.partners.create.useMutation();
  const refresh = useRefreshPartners();
  return (
    <FormDialog
      {...dialog}
      open={open}
      title={ADD_PARTNER.title}
      description="The account begins as Pending. Edit it to verify it."
    >
      {open && (
        <DialogForm
          words={ADD_PARTNER}
          marksRequired
          conflictField="email"
          schema={registerInput}
          read={readValues}
          send={(input) => create.mutateAsync(input)}
          onDone={() => {
            toast({
              title: "Partner Added",
              description: "New business partner has been created successfully.",
            });
            void refresh();
          }}
        >
          {(errors) => <Fields errors={errors} />}
        </DialogForm>
      )}
    </FormDialog>
  );
}

function Fields({ errors }: { readonly errors: FieldErrors }) {
  const wired = (name: "businessName" | "contactName" | "email" | "password" | "phone") => ({
    name,
    label: FIELD_LABELS[name],
    error: errors[name],
  });
  return (
    <div className="field-pairs">
      <Field {...wired("businessName")} autoComplete="off" required />
      <Field {...wired("contactName")} autoComplete="off" required />
      <EmailField {...wired("email")} autoComplete="off" required />
      <PhoneField {...wired("phone")} autoComplete="off" />
      <NewPasswordField
        {...wired("password")}
        required
        minLength={PASSWORD_MIN}
        min={PASSWORD_MIN}
        hint="At least 6 characters, and not a common one. Give it over in person."
      />
    </div>
  );
}
