import { loginInput, MISSING_AT_LOGIN } from "../../../modules/accounts/schema.ts";
import { textOf } from "../../lib/form-text.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Alert } from "../../ui/alert/alert.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Field } from "../../ui/field/field.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { SIGN_IN } from "./content.ts";
import type { Credentials, Login } from "./login.ts";

type Words = Readonly<Record<"title" | "username" | "password" | "submit" | "sending", string>> & {
  readonly lead?: string;
};

interface CredentialsStepProps {
  readonly words: Words;
  /** Shown after a session ended, until another error replaces it. */
  readonly why: string | null;
  /** Whose session ended, in a dialog, which has a title of its own. */
  readonly again?: string;
  /** The error of the last attempt, on the screens that show it in the form. */
  readonly wrong?: string | null;
  readonly login: Login;
  readonly onCodeNeeded: (given: Credentials) => void;
  readonly onSignedIn: () => Promise<void>;
  /** A field is empty or too long; nothing was sent. */
  readonly onInvalid: (sentence: string) => void;
  readonly onFailed: (error: unknown) => void;
}

export function CredentialsStep({ words, why, wrong, again, ...handlers }: CredentialsStepProps) {
  const { fields, sending, onSubmit } = useCredentials(handlers);
  return (
    <form
      className="sign-in-form"
      method="post"
      data-unreached={SIGN_IN.failed}
      aria-label={words.title}
      noValidate
      onSubmit={onSubmit}
    >
      {again === undefined && (
        <div>
          <h1>{words.title}</h1>
          {words.lead && <p className="soft">{words.lead}</p>}
        </div>
      )}
      {wrong ? <Alert>{wrong}</Alert> : why && <Alert tone="info">{why}</Alert>}
      <Field
        label={words.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={again}
        error={fields.username}
      />
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="current-password"
        data-autofocus={again !== undefined || undefined}
        required
        error={fields.password}
      />
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? words.sending : words.submit}
      </Button>
    </form>
  );
}

type SignInHandlers = Omit<CredentialsStepProps, "words" | "why" | "wrong" | "again">;

function useCredentials({ login, onCodeNeeded, onSignedIn, onInvalid, onFailed }: SignInHandlers) {
  return useSubmit({
    schema: loginInput,
    missing: MISSING_AT_LOGIN,
    read: (data) => ({
      username: textOf(data, "username"),
      password: textOf(data, "password"),
    }),
    send: async ({ username, password }) => {
      const answer = await login({ username, password }).catch((error: unknown) => {
        onFailed(error);
        throw error;
      });
      if ("requiresMfa" in answer) onCodeNeeded({ username, password });
      else await onSignedIn();
    },
    onInvalid,
    onDone: () => undefined,
    onFailed: () => undefined,
  });
}
