import { useNavigate } from "@tanstack/react-router";
import { ACCOUNT, REMOVE } from "../../../../copy/en/partner.ts";
import { deleteOwnInput } from "../../../../modules/partners/schema.ts";
import { Consequences } from "../../../kit/dialog/confirm.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { PasswordField, PasswordOwner } from "../../../kit/form/field.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { usePartner, useSessionChange } from "../session.ts";

interface RemoveDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what deleting the account deletes and what stays, and asks for the password. */
export function RemoveDialog({ open, onClose }: RemoveDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="small"
      title={ACCOUNT.remove}
      description={REMOVE.lead}
    >
      {open && (
        <>
          <Consequences title={REMOVE.goes} list={REMOVE.goesList} />
          <Consequences title={REMOVE.stays} list={REMOVE.staysList} />
          <RemoveForm onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

function RemoveForm({ onClose }: { readonly onClose: () => void }) {
  const { email } = usePartner();
  const { fields, sending, onSubmit } = useRemoval();
  return (
    <form className="dialog-form" aria-label={ACCOUNT.remove} noValidate onSubmit={onSubmit}>
      <PasswordOwner username={email} />
      <PasswordField
        name="password"
        label={REMOVE.password}
        required
        error={fields.password}
        autoComplete="current-password"
      />
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {REMOVE.cancel}
        </Button>
        <Button type="submit" look="danger" disabled={sending}>
          {sending ? REMOVE.sending : REMOVE.submit}
        </Button>
      </div>
    </form>
  );
}

function useRemoval() {
  const remove = trpc.partner.account.delete.useMutation();
  const { end } = useSessionChange();
  const navigate = useNavigate();
  return useSubmit({
    schema: deleteOwnInput,
    missing: REMOVE.missing,
    read: (data) => ({ password: textOf(data, "password") }),
    send: (input) => remove.mutateAsync(input),
    onDone: async () => {
      // Without search params: the next sign-in must not return to what was open.
      await navigate({ to: "/partner", search: {}, replace: true });
      end(null);
      toast({ title: REMOVE.done });
    },
    onFailed: (message) =>
      toast({ title: REMOVE.failed, description: message ?? REMOVE.tryAgain, variant: "destructive" }),
  });
}
