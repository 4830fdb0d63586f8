import { createInput } from "../../../modules/inquiries/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast/toast.ts";
import { act } from "../copy-command/acts.ts";
import { CopyForm } from "../copy-command/copy-form.tsx";
import { DialogForm } from "../form-dialog/dialog-form.tsx";
import { FormDialog } from "../form-dialog/form-dialog.tsx";
import { ADD_INQUIRY, FORM_TEXT } from "./content.ts";
import { FormFields } from "./form-fields.tsx";
import { EMPTY, readValues } from "./form-values.ts";
import { useRefreshInquiries } from "./use-refresh-inquiries.ts";

interface AddDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function AddDialog({ open, onClose }: AddDialogProps) {
  const create = trpc.admin.partnerships.create.useMutation();
  const refresh = useRefreshInquiries();
  return (
    <FormDialog keepsText open={open} onClose={onClose} title={ADD_INQUIRY.title} description={FORM_TEXT}>
      <DialogForm
        words={ADD_INQUIRY}
        schema={createInput}
        read={readValues}
        aside={<CopyForm act={(form) => act("admin.partnerships.create", readValues(form))} />}
        send={(input) => create.mutateAsync(input)}
        onDone={() => {
          toast({ title: "Inquiry added" });
          void refresh();
        }}
      >
        {(errors) => <FormFields values={EMPTY} errors={errors} />}
      </DialogForm>
    </FormDialog>
  );
}
