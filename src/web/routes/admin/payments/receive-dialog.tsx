import { PLEDGE_METHODS, type Pledge, receiveInput } from "../../../../modules/payments/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { formatDollars } from "../../../lib/format-dollars.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { SelectField } from "../../../ui/field/field.tsx";
import { PLEDGE_METHOD_NAMES, RECEIVE } from "./content.ts";

interface ReceiveDialogProps {
  /** Null while it is closed. */
  readonly pledge: Pledge | null;
  readonly onClose: () => void;
  /** The button that had the focus is gone by then. */
  readonly onReceived: () => void;
}

/** Asks how a pledge arrived before it is noted. */
export function ReceiveDialog({ pledge, onClose, onReceived }: ReceiveDialogProps) {
  return (
    <Dialog
      open={pledge !== null}
      onOpenChange={(open) => !open && onClose()}
      size="small"
      title={RECEIVE.title}
      description={
        pledge && (
          <>
            <strong>{pledge.reference}</strong>
            <br />
            {RECEIVE.ask(formatDollars(pledge.amount), pledge.customerEmail)}
          </>
        )
      }
    >
      {pledge && <ReceiveForm key={pledge.id} pledge={pledge} onClose={onClose} onReceived={onReceived} />}
    </Dialog>
  );
}

interface ReceiveFormProps extends Omit<ReceiveDialogProps, "pledge"> {
  readonly pledge: Pledge;
}

function ReceiveForm({ pledge: { reference }, onClose, onReceived }: ReceiveFormProps) {
  const { fields, sending, onSubmit } = useReceive(reference, onClose, onReceived);
  return (
    <form className="dialog-form" aria-label={RECEIVE.title} noValidate onSubmit={onSubmit}>
      <SelectField label={RECEIVE.method} name="method" error={fields.method}>
        {PLEDGE_METHODS.map((method) => (
          <option key={method} value={method}>
            {PLEDGE_METHOD_NAMES[method]}
          </option>
        ))}
      </SelectField>
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {RECEIVE.cancel}
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? RECEIVE.sending : RECEIVE.action}
        </Button>
      </div>
    </form>
  );
}

function useReceive(reference: string, onClose: () => void, onReceived: () => void) {
  const receive = trpc.admin.payments.receive.useMutation();
  const utils = trpc.useUtils();
  return useSubmit({
    schema: receiveInput,
    missing: RECEIVE.missing,
    read: (form) => ({
      reference,
      method: PLEDGE_METHODS.find((method) => method === form.get("method")) ?? "venmo",
    }),
    send: (input) => receive.mutateAsync(input),
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: () => {
      toast({ title: RECEIVE.done(reference) });
      onClose();
      void utils.admin.payments.invalidate().then(onReceived);
    },
    onFailed: (message) =>
      toast({ title: RECEIVE.failed, variant: "destructive", ...(message && { description: message }) }),
  });
}
