import { declineInput } from "../../../../../modules/evidence/renewals/schema.ts";
import { act } from "../../../../blocks/copy-command/acts.ts";
import { CopyForm } from "../../../../blocks/copy-command/copy-form.tsx";
import { DialogForm } from "../../../../blocks/form-dialog/dialog-form.tsx";
import { FormDialog } from "../../../../blocks/form-dialog/form-dialog.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form/form-text.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { TextAreaField } from "../../../../ui/field/field.tsx";
import { DECLINE } from "./content.ts";

interface DeclineDialogProps {
  /** Null while it is closed. */
  readonly renewalId: string | null;
  readonly onClose: () => void;
  /** The pressed button is gone afterwards. */
  readonly focusAfter: () => HTMLElement | null;
}

export function DeclineDialog({ renewalId, onClose, focusAfter }: DeclineDialogProps) {
  return (
    <FormDialog
      open={renewalId !== null}
      onClose={onClose}
      title={DECLINE.title}
      description={DECLINE.lead}
      focusAfter={focusAfter}
    >
      {renewalId !== null && <Form id={renewalId} />}
    </FormDialog>
  );
}

function Form({ id }: { readonly id: string }) {
  const decide = trpc.reviews.renewals.decide.useMutation();
  const utils = trpc.useUtils();
  return (
    <DialogForm
      words={DECLINE}
      schema={declineInput.omit({ id: true })}
      read={(form) => ({ decision: "declined" as const, notes: textOf(form, "notes") })}
      aside={
        <CopyForm
          act={(form) =>
            act("reviews.renewals.decide", { id, decision: "declined", notes: textOf(form, "notes") })
          }
        />
      }
      send={(input) => decide.mutateAsync({ ...input, id })}
      onDone={() => {
        toast({ title: DECLINE.done });
        void utils.reviews.invalidate();
      }}
    >
      {(errors) => (
        <TextAreaField label={DECLINE.notes} name="notes" rows={4} required error={errors.notes} />
      )}
    </DialogForm>
  );
}
