import { PLEDGE_METHODS, type Pledge, receiveInput } from "../../../../modules/payments/schema.ts";
import { formatDollars } from "../../../../shared/money.ts";
import { DialogForm, FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { SelectField } from "../../../kit/form/field.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toast } from "../../../lib/toast.ts";
import { PLEDGE_METHOD_NAMES, RECEIVE } from "./content.ts";

interface ReceiveDialogProps {
  /** Null while it is closed. */
  readonly pledge: Pledge | null;
  readonly onClose: () => void;
  /** The button that had the focus is gone by then. */
  readonly onReceived: () => void;
}

/** Needs the method by which a pledge arrived before marking it as received. */
export function ReceiveDialog({ pledge, onClose, onReceived }: ReceiveDialogProps) {
  return (
    <FormDialog
      open={pledge !== null}
      onClose={onClose}
      size="small"
      title={RECEIVE.title}
      description={pledge && <Question pledge={pledge} />}
    >
      {pledge && <Form key={pledge.id} reference={pledge.reference} onReceived={onReceived} />}
    </FormDialog>
  );
}

function Question({ pledge: { reference, amount, customerEmail } }: { readonly pledge: Pledge }) {
  const receipt = customerEmail ? `${customerEmail} gets the receipt by email, and this` : "This";
  return (
    <>
      <strong>{reference}</strong>
      <br />
      {`Has ${formatDollars(amount)} arrived with this reference? ${receipt} cannot be undone.`}
    </>
  );
}

interface FormProps {
  readonly reference: string;
  readonly onReceived: () => void;
}

const methodOf = (form: FormData) =>
  PLEDGE_METHODS.find((method) => method === form.get("method")) ?? "venmo";

function Form({ reference, onReceived }: FormProps) {
  const receive = trpc.admin.payments.receive.useMutation();
  const utils = trpc.useUtils();
  return (
    <DialogForm
      words={RECEIVE}
      schema={receiveInput}
      read={(form) => ({ reference, method: methodOf(form) })}
      send={(input) => receive.mutateAsync(input)}
      onDone={() => {
        toast({ title: `${reference}: received` });
        void utils.admin.payments.invalidate().then(onReceived);
      }}
    >
      {(errors) => (
        <SelectField label="How it came" name="method" error={errors.method}>
          {PLEDGE_METHODS.map((method) => (
            <option key={method} value={method}>
              {PLEDGE_METHOD_NAMES[method]}
            </option>
          ))}
        </SelectField>
      )}
    </DialogForm>
  );
}
