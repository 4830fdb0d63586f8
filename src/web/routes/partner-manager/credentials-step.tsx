import { loginInput, MISSING_AT_LOGIN } from "../../../modules/accounts/schema.ts";
import type { Credentials, Login } from "../../blocks/sign-in/sign-in.tsx";
import { toast } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { DOOR } from "./content.ts";

interface CredentialsStepProps {
  readonly why: string | null;
  readonly login: Login;
  readonly onCodeNeeded: (given: Credentials) => void;
  readonly onSignedIn: () => Promise<void>;
  readonly onFailed: (error: unknown) => void;
}

export function CredentialsStep({ why, ...next }: CredentialsStepProps) {
  const { fields, sending, onSubmit } = useCredentials(next);
  return (
    <form className="sign-in-form" aria-label={DOOR.title} noValidate onSubmit={onSubmit}>
      <h1>{DOOR.title}</h1>
      {why && <Alert tone="info">{why}</Alert>}
      <Field
        label={DOOR.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={fields.username}
      />
      <PasswordField
        label={DOOR.password}
        name="password"
        autoComplete="current-password"
        required
        error={fields.password}
      />
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? DOOR.sending : DOOR.submit}
      </Button>
    </form>
  );
}

function useCredentials({ login, onCodeNeeded, onSignedIn, onFailed }: Omit<CredentialsStepProps, "why">) {
  return useSubmit({
    schema: loginInput,
    missing: MISSING_AT_LOGIN,
    read: (data) => ({
      username: String(data.get("username") ?? ""),
      password: String(data.get("password") ?? ""),
    }),
    send: async ({ username, password }) => {
      const answer = await login({ username, password }).catch((error: unknown) => {
        onFailed(error);
        throw error;
      });
      if ("requiresMfa" in answer) onCodeNeeded({ username, password });
      else await onSignedIn();
    },
    onInvalid: (description) => toast({ title: DOOR.failed, description, variant: "destructive" }),
    onDone: () => undefined,
    onFailed: () => undefined,
  });
}
