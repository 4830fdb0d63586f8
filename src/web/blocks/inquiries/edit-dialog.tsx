import { createInput, type Inquiry, inquiry as inquirySchema } from "../../../modules/inquiries/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast/toast.ts";
import { act } from "../copy-command/acts.ts";
import { CopyForm } from "../copy-command/copy-form.tsx";
import { EditForm } from "../form-dialog/edit-form.tsx";
import { FormDialog } from "../form-dialog/form-dialog.tsx";
import { businessTypeName } from "./business-types.ts";
import { EDIT_INQUIRY, FIELD_LABELS, FORM_TEXT } from "./content.ts";
import { FormFields } from "./form-fields.tsx";
import { readValues, valuesOf } from "./form-values.ts";
import { useRefreshInquiries } from "./use-refresh-inquiries.ts";

interface EditDialogProps {
  /** Null while it is closed. */
  readonly inquiry: Inquiry | null;
  readonly onClose: () => void;
}

export function EditDialog({ inquiry, onClose }: EditDialogProps) {
  return (
    <FormDialog open={inquiry !== null} onClose={onClose} title={EDIT_INQUIRY.title} description={FORM_TEXT}>
      {inquiry && <Form key={inquiry.id} inquiry={inquiry} />}
    </FormDialog>
  );
}

function Form({ inquiry }: { readonly inquiry: Inquiry }) {
  const update = trpc.admin.partnerships.update.useMutation();
  const refresh = useRefreshInquiries();
  return (
    <EditForm
      words={EDIT_INQUIRY}
      noun="inquiry"
      record={inquiry}
      recordSchema={inquirySchema}
      schema={createInput}
      labels={FIELD_LABELS}
      valuesOf={valuesOf}
      textOf={(name, values) =>
        (name === "businessType" ? businessTypeName(values.businessType) : values[name]) ?? ""
      }
      read={readValues}
      aside={(updatedAt) => (
        <CopyForm
          act={(form) => act("admin.partnerships.update", { ...readValues(form), id: inquiry.id, updatedAt })}
        />
      )}
      save={(values, updatedAt) => update.mutateAsync({ ...values, id: inquiry.id, updatedAt })}
      onSaved={() => {
        toast({ title: "Inquiry saved" });
        void refresh();
      }}
      onRefused={() => void refresh()}
    >
      {(errors) => <FormFields values={valuesOf(inquiry)} errors={errors} />}
    </EditForm>
  );
}
