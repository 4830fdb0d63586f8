import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import {
  INVITE,
  LEAVE_BUSINESS,
  RENAME,
  ROLE,
  ROLE_NAMES,
  ROLE_NOUNS,
  ROLE_TEXTS,
} from "../../../../copy/en/my-place.ts";
import {
  inviteInput,
  mayInvite,
  nameInput,
  type Person,
  roleInput,
} from "../../../../modules/partners/people/schema.ts";
import { deleteOwnInput } from "../../../../modules/partners/schema.ts";
import { PERSON_ROLES, type PersonRole } from "../../../../shared/people/accounts.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { DialogForm, FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { LinkDialog } from "../../../kit/dialog/link-dialog.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Field, PasswordField, PasswordOwner, SelectField } from "../../../kit/form/field.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { usePartner, useSessionChange } from "../session.tsx";

interface RoleFieldProps {
  readonly label: string;
  readonly roles: readonly PersonRole[];
  readonly start: PersonRole;
  readonly error: string | undefined;
}

/** A role with what it may do. */
function RoleField({ label, roles, start, error }: RoleFieldProps) {
  const [role, setRole] = useState(start);
  const choose = (value: string) => setRole(roles.find((each) => each === value) ?? start);
  return (
    <div>
      <SelectField
        label={label}
        name="role"
        defaultValue={start}
        error={error}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {roles.map((each) => (
          <option key={each} value={each}>
            {ROLE_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <p className="soft" aria-live="polite">
        {ROLE_TEXTS[role]}
      </p>
    </div>
  );
}

export function InviteForm() {
  const { person } = usePartner();
  const utils = trpc.useUtils();
  const invite = trpc.partner.people.invite.useMutation();
  const [link, setLink] = useState<string | null>(null);
  const { fields, sending, onSubmit } = useSubmit({
    schema: inviteInput,
    missing: INVITE.missing,
    conflictField: "email",
    read: (data) => ({ email: textOf(data, "email"), role: textOf(data, "role") as PersonRole }), // the select has no others
    send: async (input) => setLink((await invite.mutateAsync(input)).link),
    onDone: (form) => {
      form.reset();
      toast({ title: INVITE.done });
      return utils.partner.people.list.invalidate();
    },
    failed: [INVITE.failed, INVITE.tryAgain],
  });
  return (
    <>
      <form className="dialog-form" aria-label={INVITE.title} noValidate onSubmit={onSubmit}>
        <h3>{INVITE.title}</h3>
        <p className="soft">{INVITE.text}</p>
        <EmailField label={INVITE.email} name="email" autoComplete="off" required error={fields.email} />
        <RoleField
          label={INVITE.role}
          roles={PERSON_ROLES.filter((role) => mayInvite(person.role, role))}
          start="editor"
          error={fields.role}
        />
        <div className="dialog-actions">
          <Button type="submit" disabled={sending}>
            {sending ? INVITE.sending : INVITE.submit}
          </Button>
        </div>
      </form>
      <LinkDialog
        shown={link === null ? null : { title: INVITE.handOver, text: INVITE.handOverText, link }}
        onClose={() => setLink(null)}
      />
    </>
  );
}

interface PersonDialogProps {
  readonly person: Person;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function RoleDialog({ person: { id, name, role, updatedAt }, open, onClose }: PersonDialogProps) {
  const utils = trpc.useUtils();
  const change = trpc.partner.people.changeRole.useMutation();
  const { check } = useSessionChange();
  const title = ROLE.title(name);
  return (
    <FormDialog open={open} onClose={onClose} size="small" title={title}>
      {open && (
        <DialogForm
          edits
          words={{ ...ROLE, title }}
          schema={roleInput.pick({ role: true })}
          read={(data) => ({ role: textOf(data, "role") as PersonRole })} // the select has no others
          send={async (input) => {
            const changed = await change.mutateAsync({ id, updatedAt, ...input });
            toast({ title: ROLE.done(name, ROLE_NOUNS[changed.role]) });
          }}
          onDone={() => {
            void utils.partner.people.list.invalidate();
            void check(); // it may be the caller's own
          }}
        >
          {(errors) => <RoleField label={ROLE.label} roles={PERSON_ROLES} start={role} error={errors.role} />}
        </DialogForm>
      )}
    </FormDialog>
  );
}

export function RenameDialog({ person: { name }, open, onClose }: PersonDialogProps) {
  const utils = trpc.useUtils();
  const rename = trpc.partner.people.rename.useMutation();
  return (
    <FormDialog open={open} onClose={onClose} size="small" title={RENAME.title}>
      {open && (
        <DialogForm
          edits
          words={RENAME}
          schema={nameInput}
          read={(data) => ({ name: textOf(data, "name") })}
          send={(input) => rename.mutateAsync(input)}
          onDone={() => {
            toast({ title: RENAME.done });
            void utils.partner.people.list.invalidate();
          }}
        >
          {(errors) => (
            <Field
              label={RENAME.label}
              name="name"
              autoComplete="name"
              required
              defaultValue={name}
              error={errors.name}
            />
          )}
        </DialogForm>
      )}
    </FormDialog>
  );
}

/** A button, and the form that takes the caller out of the business; the only owner learns why not. */
export function LeaveDialog({ isLast }: { readonly isLast: boolean }) {
  const [open, setOpen] = useState(false);
  if (isLast) return <p className="soft">{LEAVE_BUSINESS.last}</p>;
  return (
    <>
      <Button look="quiet" className="button-small people-leave" onClick={() => setOpen(true)}>
        {LEAVE_BUSINESS.open}
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        size="small"
        title={LEAVE_BUSINESS.title}
        description={LEAVE_BUSINESS.text}
      >
        {open && <LeaveForm />}
      </FormDialog>
    </>
  );
}

function LeaveForm() {
  const { email } = usePartner();
  const leave = trpc.partner.people.leave.useMutation();
  const { end } = useSessionChange();
  const navigate = useNavigate();
  async function left(): Promise<void> {
    // Without search params: the next sign-in must not return to what was open.
    await navigate({ to: "/partner", search: {}, replace: true });
    end(null);
    toast({ title: LEAVE_BUSINESS.done });
  }
  return (
    <DialogForm
      words={{ ...LEAVE_BUSINESS, destructive: true }}
      schema={deleteOwnInput}
      read={(data) => ({ password: textOf(data, "password") })}
      send={(input) => leave.mutateAsync(input)}
      onDone={() => void left()}
    >
      {(errors) => (
        <>
          <PasswordOwner username={email} />
          <PasswordField
            name="password"
            label={LEAVE_BUSINESS.password}
            required
            error={errors.password}
            autoComplete="current-password"
          />
        </>
      )}
    </DialogForm>
  );
}
