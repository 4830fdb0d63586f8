import { revokeInput } from "../../../../../modules/evidence/schema.ts";
import { TIER_NAMES } from "../../../../../shared/places/places.ts";
import { DialogForm, FormDialog, type FormWords } from "../../../../kit/dialog/form-dialog.tsx";
import { Field } from "../../../../kit/form/field.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form.ts";
import { toast } from "../../../../lib/toast.ts";
import { useRefreshPlace } from "../use-refresh-place.ts";
import type { Entry } from "./timeline.ts";

interface WithdrawDialogProps {
  /** Null while it is closed. */
  readonly entry: Entry | null;
  readonly onClose: () => void;
  /** The pressed button is gone afterwards. */
  readonly focusAfter: () => HTMLElement | null;
}

export function WithdrawDialog({ entry, onClose, focusAfter }: WithdrawDialogProps) {
  return (
    <FormDialog
      open={entry !== null}
      onClose={onClose}
      size="small"
      title={WITHDRAW.title}
      description="It stays in the history, struck through, and no longer counts. This cannot be undone: record it again if it was right."
      focusAfter={focusAfter}
    >
      {entry && <Form id={entry.record.id} />}
    </FormDialog>
  );
}

function Form({ id }: { readonly id: string }) {
  const revoke = trpc.admin.evidence.revoke.useMutation();
  const refresh = useRefreshPlace();
  return (
    <DialogForm
      words={WITHDRAW}
      schema={revokeInput.omit({ id: true })}
      read={(form) => ({ reason: textOf(form, "reason") })}
      send={(input) => revoke.mutateAsync({ ...input, id })}
      onDone={() => {
        toast({ title: "Record withdrawn" });
        void refresh();
      }}
    >
      {(errors) => (
        <>
          <Consequence id={id} />
          <Field label="Reason" name="reason" required autoComplete="off" error={errors.reason} />
        </>
      )}
    </DialogForm>
  );
}

/** What the tier will be; nothing where that cannot be loaded. */
function Consequence({ id }: { readonly id: string }) {
  const left = trpc.admin.evidence.withdrawal.useQuery({ id }, { staleTime: 0 });
  if (left.error) return null;
  return (
    <p role="status">
      <strong>{left.data ? consequenceOf(left.data) : "Computing what the tier will be..."}</strong>
    </p>
  );
}

type Tier = keyof typeof TIER_NAMES;

function consequenceOf({ tier, after }: { readonly tier: Tier | null; readonly after: Tier | null }): string {
  if (tier === null || after === null || tier === after)
    return `The tier stays: ${TIER_NAMES[after ?? "unverified"]}.`;
  return `The tier changes at once: from ${TIER_NAMES[tier]} to ${TIER_NAMES[after]}.`;
}

const WITHDRAW: FormWords = {
  title: "Withdraw this record",
  submit: "Withdraw",
  sending: "Withdrawing...",
  missing: "Reason is required",
  failed: "The record was not withdrawn",
  destructive: true,
};
