import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { requiredTexts } from "../../lib/form/form-schema.ts";
import { useSubmit } from "../../lib/form/use-submit.ts";
import { Field } from "../form/field.tsx";
import { PasswordField } from "../form/password-field.tsx";
import { Button } from "../page/button.tsx";
import { type Credentials, type Identifier, readCredentials } from "./login.ts";

const KEYBOARD: Readonly<
  Record<Identifier, Pick<InputHTMLAttributes<HTMLInputElement>, "type" | "inputMode">>
> = {
  username: {},
  email: { type: "email", inputMode: "email" },
};

type Words = Readonly<
  Record<"title" | "identifier" | "password" | "submit" | "sending" | "missing" | "unreached", string>
>;

interface CredentialsFormProps {
  readonly words: Words;
  readonly identifier: Identifier;
  /** Above the fields. */
  readonly children?: ReactNode;
  /** Below the button. */
  readonly footer?: ReactNode;
  readonly className?: string;
  /** Fills the first field. */
  readonly known?: string | undefined;
  readonly inDialog?: boolean;
  readonly passwordRef?: Ref<HTMLInputElement> | undefined;
  readonly send: (given: Credentials) => Promise<void>;
  /** A field is empty; nothing was sent. */
  readonly onInvalid: (sentence: string) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Username or email address, and password. */
export function CredentialsForm({ words, identifier, known, inDialog, ...props }: CredentialsFormProps) {
  const { fields, sending, onSubmit } = useCredentials(identifier, words, props);
  return (
    <form
      className={props.className ?? "sign-in-form"}
      method="post"
      data-unreached={words.unreached}
      aria-label={words.title}
      noValidate
      onSubmit={onSubmit}
    >
      {props.children}
      <Field
        label={words.identifier}
        name={identifier}
        {...KEYBOARD[identifier]}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={known}
        error={fields[identifier]}
      />
      <PasswordField
        ref={props.passwordRef}
        label={words.password}
        name="password"
        autoComplete="current-password"
        data-autofocus={inDialog || undefined}
        required
        error={fields.password}
      />
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? words.sending : words.submit}
      </Button>
      {props.footer}
    </form>
  );
}

type Handlers = Pick<CredentialsFormProps, "send" | "onInvalid" | "onFailed">;

function useCredentials(identifier: Identifier, words: Words, { send, onInvalid, onFailed }: Handlers) {
  return useSubmit({
    schema: requiredTexts({ [identifier]: words.identifier, password: words.password }),
    missing: words.missing,
    read: (data) => {
      const { username, password } = readCredentials(data, identifier);
      return { [identifier]: username, password };
    },
    send: ({ [identifier]: username = "", password = "" }) => send({ username, password }),
    onInvalid,
    onDone: () => undefined,
    onFailed: (_message, error) => onFailed(error),
  });
}
