import { useRef, useState } from "react";
import { createTokenInput } from "../../../../../modules/accounts/tokens/schema.ts";
import { scopesOfRole } from "../../../../../shared/accounts/token-scopes.ts";
import { days } from "../../../../../shared/duration.ts";
import type { FieldErrors } from "../../../../../shared/errors.ts";
import { act } from "../../../../blocks/copy-command/acts.ts";
import { CopyForm } from "../../../../blocks/copy-command/copy-form.tsx";
import { DialogForm } from "../../../../blocks/form-dialog/dialog-form.tsx";
import { FormDialog } from "../../../../blocks/form-dialog/form-dialog.tsx";
import { CopyButton } from "../../../../blocks/security/copy-button.tsx";
import { useStaff } from "../../../../blocks/staff/use-staff.ts";
import { chosenScopes, ScopePicker } from "../../../../blocks/token-scopes/scope-picker.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form/form-text.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { Field, SelectField } from "../../../../ui/field/field.tsx";
import { LIFETIMES, MADE, NEW_TOKEN } from "./content.ts";

interface NewTokenProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Makes a token and shows it once. */
export function NewToken({ open, onClose }: NewTokenProps) {
  const [token, setToken] = useState<string | null>(null);
  return (
    <>
      <FormDialog open={open} onClose={onClose} title={NEW_TOKEN.title} size="small">
        {open && <NewTokenForm onMade={setToken} />}
      </FormDialog>
      <Dialog
        open={token !== null}
        onOpenChange={() => undefined}
        title={MADE.title}
        description={MADE.lead}
        size="small"
        held
      >
        {token !== null && <Made token={token} onDone={() => setToken(null)} />}
      </Dialog>
    </>
  );
}

const readToken = (form: FormData) => ({
  name: textOf(form, "name"),
  scopes: chosenScopes(form),
  expiresAt: new Date(Date.now() + days(Number(form.get("lifetime")))),
});

function NewTokenForm({ onMade }: { readonly onMade: (token: string) => void }) {
  const { role, username } = useStaff();
  const utils = trpc.useUtils();
  const create = trpc.admin.tokens.create.useMutation();
  const made = useRef<string | null>(null);
  return (
    <DialogForm
      words={NEW_TOKEN}
      schema={createTokenInput}
      read={readToken}
      aside={<CopyForm act={(form) => act("admin.tokens.create", { ...readToken(form), username })} />}
      send={async (input) => {
        made.current = (await create.mutateAsync(input)).token;
        create.reset(); // otherwise the mutation keeps the token
      }}
      onDone={() => {
        void utils.admin.tokens.list.invalidate();
        if (made.current !== null) onMade(made.current);
      }}
    >
      {(errors) => <Fields errors={errors} role={role} />}
    </DialogForm>
  );
}

interface FieldsProps {
  readonly errors: FieldErrors;
  readonly role: Parameters<typeof scopesOfRole>[0];
}

const Fields = ({ errors, role }: FieldsProps) => (
  <>
    <Field
      label={NEW_TOKEN.name}
      name="name"
      autoComplete="off"
      required
      placeholder={NEW_TOKEN.nameHint}
      error={errors.name}
    />
    <SelectField label={NEW_TOKEN.lifetime} name="lifetime" defaultValue="90" error={errors.expiresAt}>
      {LIFETIMES.map(([count, label]) => (
        <option key={count} value={count}>
          {label}
        </option>
      ))}
    </SelectField>
    <ScopePicker scopes={scopesOfRole(role)} error={errors.scopes} />
  </>
);

function Made({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  return (
    <div className="dialog-form">
      <code className="new-token">{token}</code>
      <div className="dialog-actions">
        <CopyButton text={token} what={MADE.what} />
        <Button onClick={onDone}>{MADE.done}</Button>
      </div>
    </div>
  );
}
