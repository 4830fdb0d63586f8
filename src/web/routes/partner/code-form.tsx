import { CODE } from "../../../copy/en/partner.ts";
import { Field } from "../../kit/form/field.tsx";
import { Button } from "../../kit/page/button.tsx";
import { trpc } from "../../lib/api.tsx";
import { requiredTexts, textOf } from "../../lib/form.ts";
import { toast } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { useSessionChange } from "./session.ts";

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
    onFailed: (message) =>
      toast({ title: CODE.failed, description: message ?? CODE.tryAgain, variant: "destructive" }),
  });
}

/** Loads the profile and the state of its address again. */
export function useRefreshEmail() {
  const utils = trpc.useUtils();
  const { check } = useSessionChange();
  return () => Promise.all([check(), utils.partner.email.status.invalidate()]);
}
