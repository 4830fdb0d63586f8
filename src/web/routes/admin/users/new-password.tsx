import { resetPasswordInput, type StaffUser } from "../../../../modules/accounts/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { ADD_USER, NEW_PASSWORD } from "./content.ts";
import { useRefreshUsers } from "./use-user-changes.ts";

interface NewPasswordProps {
  /** Null while it is closed. */
  readonly user: StaffUser | null;
  readonly onClose: () => void;
}

export function NewPassword({ user, onClose }: NewPasswordProps) {
  return (
    <Dialog
      open={user !== null}
      onOpenChange={(open) => !open && onClose()}
      title={NEW_PASSWORD.title(user?.username ?? "")}
      description={NEW_PASSWORD.text}
    >
      {user && <NewPasswordForm user={user} onClose={onClose} />}
    </Dialog>
  );
}

function NewPasswordForm({ user, onClose }: NewPasswordProps & { readonly user: StaffUser }) {
  const reset = trpc.admin.users.resetPassword.useMutation();
  const changed = useRefreshUsers();
  const { fields, sending, onSubmit } = useSubmit({
    schema: resetPasswordInput,
    missing: NEW_PASSWORD.missing,
    read: (form) => ({ id: user.id, password: String(form.get("password") ?? "") }),
    send: (input) => reset.mutateAsync(input),
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: () => {
      toast({ title: `${user.username} has a new password` });
      onClose();
      void changed();
    },
    onFailed: (message) =>
      toast({
        title: "Failed to set the password",
        variant: "destructive",
        ...(message && { description: message }),
      }),
  });
  return (
    <form
      className="dialog-form"
      aria-label={NEW_PASSWORD.title(user.username)}
      noValidate
      onSubmit={onSubmit}
    >
      {/* Tells a password manager whose password this is. */}
      <input hidden readOnly autoComplete="username" value={user.username} />
      <div className="field-noted">
        <PasswordField
          label={NEW_PASSWORD.password}
          name="password"
          autoComplete="new-password"
          required
          error={fields.password}
        />
        <p className="soft">{ADD_USER.rules}</p>
      </div>
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {ADD_USER.cancel}
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? NEW_PASSWORD.sending : NEW_PASSWORD.submit}
        </Button>
      </div>
    </form>
  );
}
