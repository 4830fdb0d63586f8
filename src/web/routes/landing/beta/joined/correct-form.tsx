import { correctInput, type Joined } from "../../../../../modules/waitlist/schema.ts";
import { JOINED } from "../../../../blocks/joined/content.ts";
import { trpc } from "../../../../lib/api.tsx";
import { textOf } from "../../../../lib/form/form-text.ts";
import { useSubmit } from "../../../../lib/form/use-submit.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { EmailField } from "../../../../ui/field/email-field.tsx";

/** Replaces a wrong address. */
export function CorrectForm({ onChange }: { readonly onChange: (joined: Joined | null) => void }) {
  const { mutateAsync } = trpc.public.joined.correct.useMutation();
  const { fields, sending, onSubmit } = useSubmit({
    schema: correctInput,
    missing: JOINED.missing,
    read: (form) => ({ email: textOf(form, "email") }),
    send: async (input) => {
      const joined = await mutateAsync(input);
      onChange(joined);
      toast({ title: JOINED.corrected, description: JOINED.correctedText(input.email.trim()) });
    },
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: () => undefined,
    onFailed: (message) =>
      toast({ title: JOINED.failed, description: message ?? JOINED.unreached, variant: "destructive" }),
  });
  return (
    <form method="post" action="/waitlist/correct" aria-label={JOINED.correct} noValidate onSubmit={onSubmit}>
      <EmailField
        label={JOINED.rightAddress}
        name="email"
        autoComplete="email"
        required
        error={fields.email}
      />
      <Button type="submit" look="quiet" disabled={sending}>
        {sending ? JOINED.saving : JOINED.save}
      </Button>
    </form>
  );
}
