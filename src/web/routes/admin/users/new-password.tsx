import { PASSWORD_MIN, resetPasswordInput, type StaffUser } from "../../../../modules/accounts/schema.ts";
import { act } from "../../../blocks/copy-command/acts.ts";
import { CopyCommand } from "../../../blocks/copy-command/copy-command.tsx";
import { DialogForm } from "../../../blocks/form-dialog/dialog-form.tsx";
import { FormDialog } from "../../../blocks/form-dialog/form-dialog.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form/form-text.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { NewPasswordField } from "../../../ui/field/new-password-field.tsx";
import { newPasswordWords, PASSWORD_RULES } from "./content.ts";
import { useRefreshUsers } from "./use-user-changes.ts";

interface NewPasswordProps {
  /** Null while it is closed. */
  readonly user: StaffUser | null;
  readonly onClose: () => void;
}

export function NewPassword({ user, onClose }: NewPasswordProps) {
  return (
    <FormDialog
      open={user !== null}
      onClose={onClose}
      title={newPasswordWords(user?.username ?? "").title}
      description="Every session of this account ends at once."
    >
      {user && <Form user={user} />}
    </FormDialog>
  );
}

function Form({ user: { id, username, email } }: { readonly user: StaffUser }) {
  const reset = trpc.admin.users.resetPassword.useMutation();
  const refresh = useRefreshUsers();
  return (
    <DialogForm
      words={newPasswordWords(username)}
      schema={resetPasswordInput}
      read={(form) => ({ id, password: textOf(form, "password") })}
      aside={<CopyCommand {...act("admin.users.resetPassword", { id })} />}
      send={(input) => reset.mutateAsync(input)}
      onDone={() => {
        toast({ title: `${username} has a new password` });
        void refresh();
      }}
    >
      {(errors) => (
        <>
          {/* Tells a password manager whose password this is. */}
          <input hidden readOnly autoComplete="username" value={username} />
          <NewPasswordField
            label="New password"
            name="password"
            required
            error={errors.password}
            min={PASSWORD_MIN}
            hint={PASSWORD_RULES}
            namesOf={() => ({ username, email })}
          />
        </>
      )}
    </DialogForm>
  );
}
