import { useState } from "react";
import { z } from "zod";
import { refusalOf } from "../../lib/errors.ts";
import { textOf } from "../../lib/form.ts";
import { toastError } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button, ButtonLink } from "../controls/button.tsx";
import { PasswordField, PasswordOwner } from "../form/field.tsx";
import { NewPasswordField } from "../form/new-password-field.tsx";
import { Alert } from "../page/alert.tsx";
import { LinkPage } from "./link-page.tsx";

interface NewPasswordPageProps extends Omit<NewPasswordFormProps, "send" | "onDone"> {
  readonly words: NewPasswordFormProps["words"] & Readonly<Record<"done" | "doneText", string>>;
  readonly send: (token: string, password: string) => Promise<unknown>;
  readonly signIn: { readonly href: string; readonly label: string };
}

/** The page of a link that opens an account to choose its password. */
export const NewPasswordPage = ({ send, signIn, ...form }: NewPasswordPageProps) => (
  <LinkPage
    title={form.words.title}
    done={{ title: form.words.done, text: form.words.doneText, next: signIn.label, href: signIn.href }}
  >
    {({ token, onDone }) => (
      <NewPasswordForm {...form} send={(password) => send(token.current, password)} onDone={onDone} />
    )}
  </LinkPage>
);

interface NewPasswordFormProps {
  readonly words: Readonly<Record<"title" | "text" | "rule" | "label" | "submit", string>>;
  /** The rules of the server's field. */
  readonly password: z.ZodType<string, string>;
  readonly min: number;
  /** For staff, whose passwords must not contain names of the account. */
  readonly isStaff?: boolean;
  readonly send: (password: string) => Promise<unknown>;
  readonly onDone: () => void;
  /** Where to get another link after a refusal. */
  readonly another: { readonly href: string; readonly label: string };
}

const WORDS = {
  differs: "Passwords do not match",
  missing: "Please fill in all required fields",
  sending: "Setting...",
  failed: "The password was not changed",
  tryAgain: "Please try again.",
};

/** Chooses the password of an account that a link opens. */
function NewPasswordForm({ isStaff, ...props }: NewPasswordFormProps) {
  const { words, min, another } = props;
  const { fields, sending, refused, onSubmit } = useNewPassword(props);
  return (
    <form className="sign-in-form" method="post" aria-label={words.title} noValidate onSubmit={onSubmit}>
      <p className="soft">{words.text}</p>
      {/* the browser does not know whose link it is */}
      <PasswordOwner username="" />
      <NewPasswordField
        label={words.label}
        name="password"
        required
        error={fields.password ?? fields.newPassword}
        min={min}
        hint={words.rule}
        {...(isStaff && { namesOf: () => ({}) })}
      />
      <PasswordField
        label={`Confirm ${words.label.toLowerCase()}`}
        name="confirm"
        autoComplete="new-password"
        required
        error={fields.confirm}
      />
      {refused && <Alert>{refused}</Alert>}
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? WORDS.sending : words.submit}
      </Button>
      {refused && (
        <ButtonLink href={another.href} look="text">
          {another.label}
        </ButtonLink>
      )}
    </form>
  );
}

function useNewPassword({ password, send, onDone }: NewPasswordFormProps) {
  /** Of the link; what is wrong with a field is shown there. */
  const [refused, setRefused] = useState<string | null>(null);
  const form = useSubmit({
    schema: z
      .object({ password, confirm: z.string() })
      .refine((typed) => typed.password === typed.confirm, { path: ["confirm"], error: WORDS.differs }),
    missing: WORDS.missing,
    read: (data) => ({ password: textOf(data, "password"), confirm: textOf(data, "confirm") }),
    send: (typed) => send(typed.password),
    onDone,
    onFailed: (_, error, errors) => {
      const isField = Object.keys(errors).length > 0 && errors.token === undefined;
      setRefused(isField ? null : (refusalOf(error)?.sentence ?? null));
      if (refusalOf(error) === null || isField) toastError(WORDS.failed, error, WORDS.tryAgain);
    },
  });
  return { ...form, refused } as const;
}
