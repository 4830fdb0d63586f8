import { address } from "../../../../modules/mail/schema.ts";
import { act } from "../../../blocks/copy-command/acts.ts";
import { CopyForm } from "../../../blocks/copy-command/copy-form.tsx";
import { DialogForm } from "../../../blocks/form-dialog/dialog-form.tsx";
import { FormDialog } from "../../../blocks/form-dialog/form-dialog.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form/form-text.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { EmailField } from "../../../ui/field/email-field.tsx";
import { SUPPRESS, SUPPRESSED } from "./content.ts";

interface SuppressDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function SuppressDialog({ open, onClose }: SuppressDialogProps) {
  const utils = trpc.useUtils();
  const suppress = trpc.admin.mails.suppress.useMutation();
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="small"
      title={SUPPRESS.title}
      description={SUPPRESSED.lead}
    >
      {open && (
        <DialogForm
          words={SUPPRESS}
          schema={address}
          conflictField="email"
          read={(form) => ({ email: textOf(form, "email") })}
          aside={<CopyForm act={(form) => act("admin.mails.suppress", { email: textOf(form, "email") })} />}
          send={(input) => suppress.mutateAsync(input)}
          onDone={() => {
            toast({ title: SUPPRESSED.done });
            void utils.admin.mails.invalidate();
          }}
        >
          {(errors) => (
            <EmailField label="Email address" name="email" required error={errors.email} autoComplete="off" />
          )}
        </DialogForm>
      )}
    </FormDialog>
  );
}
