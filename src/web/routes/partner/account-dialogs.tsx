import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { ACCOUNT, CODE, EMAIL, PASSWORD, REMOVE } from "../../../copy/en/partner.ts";
import {
  changeEmailInput,
  changePasswordInput,
  deleteOwnInput,
  PASSWORD_MIN,
} from "../../../modules/partners/schema.ts";
import { Button } from "../../kit/controls/button.tsx";
import { Consequences } from "../../kit/dialog/confirm.tsx";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import { DialogForm, FormDialog } from "../../kit/dialog/form-dialog.tsx";
import { EmailField } from "../../kit/form/email-field.tsx";
import { Field, PasswordField, PasswordOwner } from "../../kit/form/field.tsx";
import { NewPasswordField } from "../../kit/form/new-password-field.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { Loaded } from "../../kit/page/states.tsx";
import { Facts } from "../../kit/text/facts.tsx";
import { trpc } from "../../lib/api.tsx";
import { requiredTexts, textOf } from "../../lib/form.ts";
import { toast } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { usePartner, useSessionChange } from "./session.tsx";

interface AccountDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The partner's address, whether it is confirmed, and its change. */
export function EmailDialog({ open, onClose }: AccountDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} size="small" title={EMAIL.title}>
      {open && <Address onClose={onClose} />}
    </Dialog>
  );
}

function Address({ onClose }: { readonly onClose: () => void }) {
  const { email, emailConfirmed } = usePartner();
  const status = trpc.partner.email.status.useQuery(undefined, { staleTime: 0 });
  const state = emailConfirmed ? (
    <Badge tone="good">{EMAIL.confirmed}</Badge>
  ) : (
    <Badge tone="warning">{EMAIL.unconfirmed}</Badge>
  );
  return (
    <div className="email-dialog">
      <Facts
        facts={[
          [EMAIL.current, email],
          [EMAIL.state, state],
        ]}
      />
      <Loaded query={status} failed={EMAIL.failed} rows={2}>
        {({ pending }) => (
          <>
            {pending !== null && (
              <>
                <p>{EMAIL.waiting(pending)}</p>
                <CodeForm onConfirmed={onClose} />
              </>
            )}
            <ChangeForm />
          </>
        )}
      </Loaded>
    </div>
  );
}

function ChangeForm() {
  const { fields, sending, onSubmit } = useChange();
  return (
    <form className="dialog-form" aria-label={EMAIL.change} noValidate onSubmit={onSubmit}>
      <EmailField label={EMAIL.next} name="email" autoComplete="email" required error={fields.email} />
      <PasswordField
        label={EMAIL.password}
        name="password"
        autoComplete="current-password"
        required
        error={fields.password}
      />
      <div className="dialog-actions">
        <Button type="submit" disabled={sending}>
          {sending ? EMAIL.sending : EMAIL.submit}
        </Button>
      </div>
    </form>
  );
}

function useChange() {
  const utils = trpc.useUtils();
  const change = trpc.partner.email.change.useMutation();
  return useSubmit({
    schema: changeEmailInput,
    missing: EMAIL.missing,
    conflictField: "email",
    read: (data) => ({ email: textOf(data, "email"), password: textOf(data, "password") }),
    send: (input) => change.mutateAsync(input),
    onDone: (form) => {
      form.reset();
      toast({ title: EMAIL.sent });
      void utils.partner.email.status.invalidate();
    },
    failed: [EMAIL.failed, EMAIL.tryAgain],
  });
}

/** The field for the six digits of a mail. */
export function CodeForm({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const { fields, sending, onSubmit } = useCode(onConfirmed);
  return (
    <form className="code-form" aria-label={CODE.title} noValidate onSubmit={onSubmit}>
      <Field
        label={CODE.label}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        required
        error={fields.code}
      />
      <Button type="submit" disabled={sending}>
        {sending ? CODE.sending : CODE.submit}
      </Button>
    </form>
  );
}

function useCode(onConfirmed: () => void) {
  const confirm = trpc.partner.email.confirm.useMutation();
  const refresh = useRefreshEmail();
  return useSubmit({
    schema: requiredTexts({ code: CODE.label }),
    missing: CODE.missing,
    read: (data) => ({ code: textOf(data, "code").trim() }),
    send: ({ code = "" }) => confirm.mutateAsync({ code }),
    onDone: () => {
      toast({ title: CODE.done });
      onConfirmed();
      return refresh(); // until then the banner holds a code that is used up
    },
    failed: [CODE.failed, CODE.tryAgain],
  });
}

/** Loads the profile and the state of its address again. */
export function useRefreshEmail() {
  const utils = trpc.useUtils();
  const { check } = useSessionChange();
  return () => Promise.all([check(), utils.partner.email.status.invalidate()]);
}

export function PasswordDialog({ open, onClose }: AccountDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="small"
      title={ACCOUNT.changePassword}
      description={PASSWORD.text}
    >
      {open && <PasswordForm />}
    </FormDialog>
  );
}

const schema = changePasswordInput
  .extend({ confirm: z.string() })
  .refine(({ newPassword, confirm }) => newPassword === confirm, {
    path: ["confirm"],
    error: PASSWORD.differs,
  });

function PasswordForm() {
  const { email } = usePartner();
  const utils = trpc.useUtils();
  const change = trpc.partner.session.changePassword.useMutation();
  return (
    <DialogForm
      words={{ ...PASSWORD, title: ACCOUNT.changePassword }}
      schema={schema}
      read={(data) => ({
        currentPassword: textOf(data, "currentPassword"),
        newPassword: textOf(data, "newPassword"),
        confirm: textOf(data, "confirm"),
      })}
      send={({ confirm: _, ...input }) => change.mutateAsync(input)}
      onDone={() => {
        toast({ title: PASSWORD.changed });
        void utils.partner.session.list.invalidate();
      }}
    >
      {(errors) => {
        const wired = (name: string, label: string) => ({ name, label, required: true, error: errors[name] });
        return (
          <>
            <PasswordOwner username={email} />
            <PasswordField {...wired("currentPassword", PASSWORD.current)} autoComplete="current-password" />
            <NewPasswordField
              {...wired("newPassword", PASSWORD.next)}
              min={PASSWORD_MIN}
              hint={PASSWORD.rule}
            />
            <PasswordField {...wired("confirm", PASSWORD.confirm)} autoComplete="new-password" />
          </>
        );
      }}
    </DialogForm>
  );
}

/** Says what deleting the account deletes and what stays, and asks for the password. */
export function RemoveDialog({ open, onClose }: AccountDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} size="small" title={ACCOUNT.remove} description={REMOVE.lead}>
      {open && (
        <>
          <Consequences title={REMOVE.goes} list={REMOVE.goesList} />
          <Consequences title={REMOVE.stays} list={REMOVE.staysList} />
          <RemoveForm />
        </>
      )}
    </FormDialog>
  );
}

function RemoveForm() {
  const { email } = usePartner();
  const remove = trpc.partner.account.delete.useMutation();
  const { end } = useSessionChange();
  const navigate = useNavigate();
  async function leave(): Promise<void> {
    // Without search params: the next sign-in must not return to what was open.
    await navigate({ to: "/partner", search: {}, replace: true });
    end(null);
    toast({ title: REMOVE.done });
  }
  return (
    <DialogForm
      words={{ ...REMOVE, title: ACCOUNT.remove, destructive: true }}
      schema={deleteOwnInput}
      read={(data) => ({ password: textOf(data, "password") })}
      send={(input) => remove.mutateAsync(input)}
      onDone={() => void leave()}
    >
      {(errors) => (
        <>
          <PasswordOwner username={email} />
          <PasswordField
            name="password"
            label={REMOVE.password}
            required
            error={errors.password}
            autoComplete="current-password"
          />
        </>
      )}
    </DialogForm>
  );
}
