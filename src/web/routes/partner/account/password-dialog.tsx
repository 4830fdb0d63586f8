import { z } from "zod";
import { ACCOUNT, PASSWORD } from "../../../../copy/en/partner.ts";
import { changePasswordInput, PASSWORD_MIN } from "../../../../modules/partners/schema.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { PasswordField, PasswordOwner } from "../../../kit/form/field.tsx";
import { NewPasswordField } from "../../../kit/form/new-password-field.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { usePartner } from "../session.ts";

interface PasswordDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function PasswordDialog({ open, onClose }: PasswordDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="small"
      title={ACCOUNT.changePassword}
      description={PASSWORD.text}
    >
      {open && <PasswordForm onClose={onClose} />}
    </Dialog>
  );
}

function PasswordForm({ onClose }: { readonly onClose: () => void }) {
  const { email } = usePartner();
  const { fields, sending, onSubmit } = usePasswordChange(onClose);
  const wired = (name: "currentPassword" | "newPassword" | "confirm", label: string) => ({
    name,
    label,
    required: true,
    error: fields[name],
  });
  return (
    <form className="dialog-form" aria-label={ACCOUNT.changePassword} noValidate onSubmit={onSubmit}>
      <PasswordOwner username={email} />
      <PasswordField {...wired("currentPassword", PASSWORD.current)} autoComplete="current-password" />
      <NewPasswordField {...wired("newPassword", PASSWORD.next)} min={PASSWORD_MIN} hint={PASSWORD.rule} />
      <PasswordField {...wired("confirm", PASSWORD.confirm)} autoComplete="new-password" />
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {PASSWORD.cancel}
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? PASSWORD.sending : PASSWORD.submit}
        </Button>
      </div>
    </form>
  );
}

const schema = changePasswordInput
  .extend({ confirm: z.string() })
  .refine(({ newPassword, confirm }) => newPassword === confirm, {
    path: ["confirm"],
    error: PASSWORD.differs,
  });

function usePasswordChange(onClose: () => void) {
  const utils = trpc.useUtils();
  const change = trpc.partner.session.changePassword.useMutation();
  return useSubmit({
    schema,
    missing: PASSWORD.missing,
    read: (data) => ({
      currentPassword: textOf(data, "currentPassword"),
      newPassword: textOf(data, "newPassword"),
      confirm: textOf(data, "confirm"),
    }),
    send: ({ confirm: _, ...input }) => change.mutateAsync(input),
    onDone: () => {
      toast({ title: PASSWORD.changed });
      onClose();
      void utils.partner.session.list.invalidate();
    },
    onFailed: (message) =>
      toast({ title: PASSWORD.failed, description: message ?? PASSWORD.tryAgain, variant: "destructive" }),
  });
}
