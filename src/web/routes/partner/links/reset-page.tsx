import { useState } from "react";
import { z } from "zod";
import { PASSWORD_MIN, resetInput } from "../../../../modules/partners/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form/form-text.ts";
import { refusalOf } from "../../../lib/refusal.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { Alert } from "../../../ui/alert/alert.tsx";
import { Button, ButtonLink } from "../../../ui/button/button.tsx";
import { NewPasswordField } from "../../../ui/field/new-password-field.tsx";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { RESET } from "./content.ts";
import { type Link, LinkPage } from "./link-page.tsx";

/** Replaces a forgotten password. */
export function ResetPage() {
  const done = { title: RESET.done, text: RESET.doneText, next: RESET.signIn, href: "/partner/auth" };
  return (
    <LinkPage title={RESET.title} done={done}>
      {(link) => <ResetForm {...link} />}
    </LinkPage>
  );
}

function ResetForm(link: Link) {
  const { fields, sending, refused, onSubmit } = useReset(link);
  return (
    <form className="partner-auth-form" method="post" aria-label={RESET.title} noValidate onSubmit={onSubmit}>
      <p className="soft">{RESET.text}</p>
      <NewPasswordField
        label={RESET.next}
        name="newPassword"
        required
        error={fields.newPassword}
        min={PASSWORD_MIN}
        hint={RESET.rule}
      />
      <PasswordField
        label={RESET.confirm}
        name="confirm"
        autoComplete="new-password"
        required
        error={fields.confirm}
      />
      {refused && <Alert>{refused}</Alert>}
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? RESET.sending : RESET.submit}
      </Button>
      {refused && (
        <ButtonLink href="/partner/auth?tab=forgot" look="text">
          {RESET.newLink}
        </ButtonLink>
      )}
    </form>
  );
}

const schema = resetInput
  .omit({ token: true })
  .extend({ confirm: z.string() })
  .refine(({ newPassword, confirm }) => newPassword === confirm, { path: ["confirm"], error: RESET.differs });

function useReset({ token, onDone }: Link) {
  const reset = trpc.partner.password.reset.useMutation();
  /** Of the link; what is wrong with a field is shown there. */
  const [refused, setRefused] = useState<string | null>(null);
  const form = useSubmit({
    schema,
    missing: RESET.missing,
    read: (data) => ({ newPassword: textOf(data, "newPassword"), confirm: textOf(data, "confirm") }),
    send: ({ newPassword }) => reset.mutateAsync({ token: token.current, newPassword }),
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone,
    onFailed: (message, error, errors) => {
      const isField = Object.keys(errors).length > 0 && errors.token === undefined;
      setRefused(isField ? null : (refusalOf(error)?.sentence ?? null));
      if (refusalOf(error) === null || isField)
        toast({ title: RESET.failed, description: message ?? RESET.tryAgain, variant: "destructive" });
    },
  });
  return { ...form, refused } as const;
}
