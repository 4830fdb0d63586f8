import { useState } from "react";
import { z } from "zod";
import type { Broadcast } from "../../../../modules/waitlist/broadcasts/schema.ts";
import { requiredText } from "../../../../shared/fields.ts";
import { counted, formatDateTime, number } from "../../../../shared/format.ts";
import { DialogForm, FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";

interface SendDialogProps {
  /** The saved draft; null while the dialog is closed. */
  readonly draft: Broadcast | null;
  readonly onClose: () => void;
}

export const COUNT_FAILED = "The people could not be counted";

/** Says how many people get it, and asks to type that number. */
export function SendDialog({ draft, onClose }: SendDialogProps) {
  return (
    <FormDialog open={draft !== null} onClose={onClose} size="small" title={SEND.title}>
      {draft && <Counted draft={draft} />}
    </FormDialog>
  );
}

function Counted({ draft }: { readonly draft: Broadcast }) {
  const size = trpc.admin.broadcasts.count.useQuery({ audience: draft.filter }, { staleTime: 0, gcTime: 0 });
  return (
    <Loaded query={size} failed={COUNT_FAILED} rows={2}>
      {({ count }) =>
        count === 0 ? <p>There is no one in this audience.</p> : <SendForm draft={draft} count={count} />
      }
    </Loaded>
  );
}

interface SendFormProps {
  readonly draft: Broadcast;
  readonly count: number;
}

function SendForm({ draft: { id, filter, startsAt, ratePerMinute, updatedAt }, ...shown }: SendFormProps) {
  const utils = trpc.useUtils();
  const { sendsEmail } = useBrand();
  /** Does not change while it is typed, even if the audience does; after a refusal it is counted again. */
  const [count, setCount] = useState(shown.count);
  const send = trpc.admin.broadcasts.send.useMutation();
  const schema = z.object({
    typed: requiredText("The number").refine(
      (typed) => typed.replaceAll(/[,. ]/g, "") === String(count),
      "This number does not match",
    ),
  });
  return (
    <>
      <div className="dialog-description">
        <p>{`It goes to ${counted(count, "person", "people")}. What has been sent cannot be taken back.`}</p>
        {startsAt && <p>{`It starts on ${formatDateTime(startsAt)}.`}</p>}
        {ratePerMinute && <p>{`${number.format(ratePerMinute)} emails per minute.`}</p>}
      </div>
      <DialogForm
        words={SEND}
        schema={schema}
        conflictField="typed"
        read={(form) => ({ typed: textOf(form, "typed") })}
        send={() =>
          send.mutateAsync({ id, count, updatedAt }).catch(async (error: unknown) => {
            const again = utils.admin.broadcasts.count.fetch({ audience: filter }, { staleTime: 0 });
            await again.then(
              (now) => setCount(now.count),
              () => undefined, // what the server refused says more than what could not be counted
            );
            throw error;
          })
        }
        onDone={() => {
          toast(
            sendsEmail
              ? { title: "The broadcast is on its way" }
              : { title: "Broadcast queued", description: "It goes out once a mail server is set up." },
          );
          void utils.admin.broadcasts.invalidate();
        }}
      >
        {(errors) => (
          <Field
            label={`Type ${number.format(count)} to confirm`}
            name="typed"
            required
            inputMode="numeric"
            autoComplete="off"
            error={errors.typed}
          />
        )}
      </DialogForm>
    </>
  );
}

const SEND = {
  title: "Send this broadcast",
  missing: "Please type the number of people",
  submit: "Send",
  sending: "Sending...",
  failed: "The broadcast was not sent",
} as const;
