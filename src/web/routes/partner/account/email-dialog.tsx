import { EMAIL } from "../../../../copy/en/partner.ts";
import { changeEmailInput } from "../../../../modules/partners/schema.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { PasswordField } from "../../../kit/form/field.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { Facts } from "../../../kit/page/facts.tsx";
import { Loaded } from "../../../kit/page/loaded.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { CodeForm } from "../code-form.tsx";
import { usePartner } from "../session.ts";

interface EmailDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The partner's address, whether it is confirmed, and its change. */
export function EmailDialog({ open, onClose }: EmailDialogProps) {
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
    onFailed: (message) =>
      toast({ title: EMAIL.failed, description: message ?? EMAIL.tryAgain, variant: "destructive" }),
  });
}
