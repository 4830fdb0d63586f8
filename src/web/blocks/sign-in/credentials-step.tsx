import { useState } from "react";
import { loginInput, MISSING_AT_LOGIN } from "../../../modules/accounts/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { SIGN_IN } from "./content.ts";
import { sentenceOf } from "./failure.ts";
import type { Credentials } from "./sign-in.tsx";

interface CredentialsStepProps {
  readonly why: string | null;
  readonly onCodeNeeded: (given: Credentials) => void;
  readonly onSignedIn: () => Promise<void>;
}

export function CredentialsStep({ why, ...next }: CredentialsStepProps) {
  const { wrong, fields, sending, onSubmit } = useCredentials(next);
  return (
    <form className="sign-in-form" aria-label={SIGN_IN.title} noValidate onSubmit={onSubmit}>
      <div>
        <h1>{SIGN_IN.title}</h1>
        <p className="soft">{SIGN_IN.lead}</p>
      </div>
      {wrong ? <Alert>{wrong}</Alert> : why && <Alert tone="info">{why}</Alert>}
      <Field
        label={SIGN_IN.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={fields.username}
      />
      <PasswordField
        label={SIGN_IN.password}
        name="password"
        autoComplete="current-password"
        required
        error={fields.password}
      />
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? SIGN_IN.sending : SIGN_IN.submit}
      </Button>
    </form>
  );
}

function useCredentials({ onCodeNeeded, onSignedIn }: Omit<CredentialsStepProps, "why">) {
  const login = trpc.admin.session.login.useMutation();
  const [wrong, setWrong] = useState<string | null>(null);
  const form = useSubmit({
    schema: loginInput,
    missing: MISSING_AT_LOGIN,
    read: (data) => ({
      username: String(data.get("username") ?? ""),
      password: String(data.get("password") ?? ""),
    }),
    send: async ({ username, password }) => {
      setWrong(null);
      const answer = await login.mutateAsync({ username, password }).catch((error: unknown) => {
        setWrong(sentenceOf(error, SIGN_IN.wrong, SIGN_IN.failed));
        throw error;
      });
      if ("requiresMfa" in answer) onCodeNeeded({ username, password });
      else await onSignedIn();
    },
    onInvalid: setWrong,
    onDone: () => undefined,
    onFailed: () => undefined,
  });
  return { wrong, ...form } as const;
}
