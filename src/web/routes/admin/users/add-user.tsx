import { createInput, MISSING_IN_CREATE } from "../../../../modules/accounts/schema.ts";
import { EVERYBODY, ROLE_NAMES } from "../../../blocks/staff/roles.ts";
import { trpc } from "../../../lib/api.tsx";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Field, SelectField } from "../../../ui/field/field.tsx";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { ADD_USER } from "./content.ts";
import { useRefreshUsers } from "./use-user-changes.ts";

interface AddUserProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function AddUser({ open, onOpenChange }: AddUserProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={ADD_USER.title} description={ADD_USER.text}>
      {open && <AddUserForm onClose={() => onOpenChange(false)} />}
    </Dialog>
  );
}

function useAddUser(onClose: () => void) {
  const create = trpc.admin.users.create.useMutation();
  const changed = useRefreshUsers();
  return useSubmit({
    schema: createInput,
    missing: MISSING_IN_CREATE,
    read: (form) => ({
      username: textOf(form, "username"),
      email: textOf(form, "email"),
      role: EVERYBODY.find((role) => role === form.get("role")) ?? "admin",
      password: textOf(form, "password"),
    }),
    send: (input) => create.mutateAsync(input),
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: (form) => {
      toast({ title: `${textOf(new FormData(form), "username").trim()} can sign in now` });
      onClose();
      void changed();
    },
    onFailed: (message) =>
      toast({
        title: "Failed to create user",
        variant: "destructive",
        ...(message && { description: message }),
      }),
  });
}

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? "");

function AddUserForm({ onClose }: { readonly onClose: () => void }) {
  const { fields, sending, onSubmit } = useAddUser(onClose);
  return (
    <form className="dialog-form" aria-label={ADD_USER.title} noValidate onSubmit={onSubmit}>
      <div className="field-pairs">
        <Field
          label={ADD_USER.username}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          required
          error={fields.username}
        />
        <Field label={ADD_USER.email} name="email" type="email" autoComplete="off" error={fields.email} />
        <SelectField label={ADD_USER.role} name="role" defaultValue="admin" error={fields.role}>
          {EVERYBODY.map((role) => (
            <option key={role} value={role}>
              {ROLE_NAMES[role]}
            </option>
          ))}
        </SelectField>
        <div className="field-noted">
          <PasswordField
            label={ADD_USER.password}
            name="password"
            autoComplete="new-password"
            required
            error={fields.password}
          />
          <p className="soft">{ADD_USER.rules}</p>
        </div>
      </div>
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {ADD_USER.cancel}
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? ADD_USER.sending : ADD_USER.submit}
        </Button>
      </div>
    </form>
  );
}
