import { createInput, PASSWORD_MIN } from "../../../../modules/accounts/schema.ts";
import type { FieldErrors } from "../../../../shared/errors.ts";
import { DialogForm, FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { NewPasswordField } from "../../../kit/form/new-password-field.tsx";
import { ALL_ROLES } from "../../../kit/staff/roles.ts";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { AccountFields } from "./account-fields.tsx";
import { ADD_USER, PASSWORD_RULES } from "./content.ts";
import { useRefreshUsers } from "./use-user-changes.ts";

interface AddUserProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const readValues = (form: FormData) => ({
  username: textOf(form, "username"),
  email: textOf(form, "email"),
  role: ALL_ROLES.find((role) => role === form.get("role")) ?? "admin",
  password: textOf(form, "password"),
});

export function AddUser({ open, onClose }: AddUserProps) {
  const create = trpc.admin.users.create.useMutation();
  const refresh = useRefreshUsers();
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={ADD_USER.title}
      description="Give the password over in person. They choose their own when they first sign in."
    >
      {open && (
        <DialogForm
          words={ADD_USER}
          schema={createInput}
          read={readValues}
          send={(input) => create.mutateAsync(input)}
          onDone={(form) => {
            toast({ title: `${textOf(new FormData(form), "username").trim()} can sign in now` });
            void refresh();
          }}
        >
          {(errors) => <Fields errors={errors} />}
        </DialogForm>
      )}
    </FormDialog>
  );
}

const Fields = ({ errors }: { readonly errors: FieldErrors }) => (
  <div className="field-pairs">
    <AccountFields errors={errors} />
    <NewPasswordField
      label="Password"
      name="password"
      required
      error={errors.password}
      min={PASSWORD_MIN}
      hint={PASSWORD_RULES}
      namesOf={(form) => ({ username: textOf(form, "username"), email: textOf(form, "email") })}
    />
  </div>
);
