import { useState } from "react";
import { personInput } from "../../../modules/people/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { textOf } from "../../lib/form/form-text.ts";
import { useSubmit } from "../../lib/form/use-submit.ts";
import { toast } from "../../lib/toast/toast.ts";
import { Alert } from "../../ui/alert/alert.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/card/card.tsx";
import { EmailField } from "../../ui/field/email-field.tsx";
import { ASK, ME } from "./content.ts";

/** Asks for the link by address. */
export function AskForm({ refused }: { readonly refused: string | null }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { mutateAsync } = trpc.public.me.link.useMutation();
  const { fields, sending, onSubmit } = useSubmit({
    schema: personInput,
    missing: ASK.missing,
    read: (form) => ({ email: textOf(form, "email") }),
    send: async (input) => {
      await mutateAsync(input);
      setSentTo(input.email.trim());
    },
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: () => undefined,
    onFailed: (message) =>
      toast({ title: ME.failed, description: message ?? ME.unreached, variant: "destructive" }),
  });
  return (
    <Card className="me-card">
      {refused !== null && <Alert>{refused}</Alert>}
      <p>{ASK.text}</p>
      <form className="me-form" method="post" aria-label={ASK.form} noValidate onSubmit={onSubmit}>
        <EmailField label={ASK.email} name="email" autoComplete="email" required error={fields.email} />
        <div role="status">{sentTo !== null && <Alert tone="info">{ASK.sent(sentTo)}</Alert>}</div>
        <Button type="submit" disabled={sending}>
          {sending ? ASK.sending : ASK.submit}
        </Button>
      </form>
    </Card>
  );
}
