import { useState } from "react";
import { AUTH, FORGOT } from "../../../../copy/en/sign-in.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { Alert, NoEmailNote } from "../../../kit/page/alert.tsx";
import { client } from "../../../lib/client.ts";
import { requiredTexts, textOf } from "../../../lib/form.ts";
import { useSubmit } from "../../../lib/use-submit.ts";

interface ForgotFormProps {
  /** The address that was typed at the sign-in. */
  readonly known: string;
  readonly onBack: () => void;
}

/** Asks for a link to choose a new password. */
export function ForgotForm({ known, onBack }: ForgotFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { fields, sending, limited, onSubmit } = useForgot(setSentTo);
  return (
    <form
      className="partner-auth-form"
      method="post"
      aria-label={FORGOT.title}
      noValidate
      onSubmit={onSubmit}
    >
      <p className="soft">{FORGOT.text}</p>
      <Field
        label={AUTH.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={known}
        error={fields.email}
      />
      <div role="status">
        {sentTo !== null && <NoEmailNote insteadOf={<Alert tone="info">{FORGOT.sent(sentTo)}</Alert>} />}
      </div>
      {limited && <Alert>{limited}</Alert>}
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? FORGOT.sending : FORGOT.submit}
      </Button>
      <Button look="text" onClick={onBack}>
        {FORGOT.back}
      </Button>
    </form>
  );
}

function useForgot(onSent: (email: string | null) => void) {
  return useSubmit({
    schema: requiredTexts({ email: AUTH.email }),
    missing: AUTH.missing,
    read: (data) => ({ email: textOf(data, "email").trim() }),
    send: async ({ email = "" }) => {
      onSent(null);
      await client.partner.password.forgot.mutate({ email });
      onSent(email);
    },
    onDone: () => undefined,
    failed: [FORGOT.failed, AUTH.tryAgain],
  });
}
