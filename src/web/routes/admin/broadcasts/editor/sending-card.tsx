import { useState } from "react";
import { EmailField } from "../../../../kit/form/email-field.tsx";
import { Field } from "../../../../kit/form/field.tsx";
import { Button } from "../../../../kit/page/button.tsx";
import { ListCard } from "../../../../kit/page/list-card.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { useBusy } from "../../../../lib/hooks/use-busy.ts";
import { toastOutcome } from "../../../../lib/toast/toast-outcome.ts";
import { SENDING } from "../content.ts";
import type { EditorState } from "./use-editor.ts";

/** When and how fast it goes out, and a test before. */
export function SendingCard(editor: EditorState) {
  const { values, change, errors } = editor;
  return (
    <ListCard title={SENDING.title}>
      <div className="broadcast-fields">
        <div className="field-pairs">
          <Field
            label={SENDING.rate}
            name="ratePerMinute"
            type="number"
            inputMode="numeric"
            min={1}
            placeholder={SENDING.ratePlaceholder}
            value={values.rate}
            error={errors.ratePerMinute}
            onChange={({ currentTarget: { value } }) => change({ rate: value })}
          />
          <Field
            label={SENDING.startsAt}
            name="startsAt"
            type="datetime-local"
            value={values.startsAt}
            error={errors.startsAt}
            onChange={({ currentTarget: { value } }) => change({ startsAt: value })}
          />
        </div>
        <Test editor={editor} />
      </div>
    </ListCard>
  );
}

function Test({ editor }: { readonly editor: EditorState }) {
  const test = trpc.admin.broadcasts.test.useMutation();
  const [email, setEmail] = useState("");
  const [busy, run] = useBusy();
  async function send(): Promise<void> {
    const draft = await editor.save();
    if (!draft) return;
    const to = email.trim();
    await toastOutcome(test.mutateAsync({ id: draft.id, ...(to !== "" && { email: to }) }), {
      done: { title: SENDING.testDone },
      failed: SENDING.testFailed,
    });
  }
  return (
    <div className="broadcast-test">
      <EmailField
        label={SENDING.test}
        name="test"
        placeholder={SENDING.testPlaceholder}
        autoComplete="off"
        value={email}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
      />
      <Button look="quiet" aria-disabled={busy} onClick={() => void run(send)}>
        {SENDING.sendTest}
      </Button>
    </div>
  );
}
