import { MEAT } from "../../../../copy/en/my-place.ts";
import { nameInput, type Supplier } from "../../../../modules/evidence/suppliers/schema.ts";
import { longDay } from "../../../../shared/places/days.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { DialogForm } from "../../../kit/dialog/form-dialog.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast, toastOutcome } from "../../../lib/toast.ts";

const WORDS = {
  ...{ title: MEAT.open, submit: MEAT.submit, sending: MEAT.sending },
  ...{ missing: MEAT.missing, failed: MEAT.failed },
} as const;

/** Where the meat of an own place comes from: those named before, and the form that names another. */
export function MeatSuppliers({ id }: { readonly id: string }) {
  const query = trpc.partner.suppliers.list.useQuery({ id });
  const cache = trpc.useUtils().partner.suppliers.list;
  const add = trpc.partner.suppliers.name.useMutation({ onSettled: () => cache.invalidate({ id }) });
  return (
    <>
      <p className="soft">{MEAT.lead}</p>
      <Loaded query={query} failed={MEAT.loadFailed} rows={2}>
        {(suppliers) =>
          suppliers.length === 0 ? <p>{MEAT.none}</p> : <SupplierList id={id} suppliers={suppliers} />
        }
      </Loaded>
      <DialogForm
        words={WORDS}
        schema={nameInput}
        read={(form) => ({ id, name: textOf(form, "name") })}
        send={(input) => add.mutateAsync(input)}
        onDone={({ name }) => toast({ title: MEAT.saved(name) })}
      >
        {(errors) => <Field label={MEAT.name} name="name" dir="auto" required error={errors.name} />}
      </DialogForm>
    </>
  );
}

interface SupplierListProps {
  readonly id: string;
  readonly suppliers: readonly Supplier[];
}

function SupplierList({ id, suppliers }: SupplierListProps) {
  const cache = trpc.useUtils().partner.suppliers.list;
  const options = { onSettled: () => cache.invalidate({ id }) };
  const confirm = trpc.partner.suppliers.name.useMutation(options);
  const remove = trpc.partner.suppliers.remove.useMutation(options);
  const said = (change: Promise<unknown>, title: string) =>
    void toastOutcome(change, { done: { title }, failed: MEAT.failed });
  return (
    <ul className="meat-suppliers">
      {suppliers.map(({ id: supplierId, name, until, lapsed }) => (
        <li key={supplierId}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span className="soft">{lapsed ? MEAT.lapsed(longDay(until)) : MEAT.until(longDay(until))}</span>
          <span className="meat-suppliers-acts">
            <Button
              look="quiet"
              className="button-small"
              aria-label={MEAT.of(MEAT.confirm, name)}
              onClick={() => said(confirm.mutateAsync({ id, name }), MEAT.saved(name))}
            >
              {MEAT.confirm}
            </Button>
            <Button
              look="text"
              className="button-small"
              aria-label={MEAT.of(MEAT.remove, name)}
              onClick={() => said(remove.mutateAsync({ id, supplierId }), MEAT.removed(name))}
            >
              {MEAT.remove}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
