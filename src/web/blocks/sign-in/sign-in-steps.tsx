import { useState } from "react";
import { trpc } from "../../lib/api.tsx";
import { UNRECOVERED } from "../../lib/session/recovery.ts";
import { CodeStep } from "./code-step.tsx";
import { SIGN_IN } from "./content.ts";
import { CredentialsStep } from "./credentials-step.tsx";
import type { Credentials, Login } from "./login.ts";
import { signInMessage } from "./sign-in-message.ts";

interface SignInStepsProps {
  /** Shown after a session ended. */
  readonly why: string | null;
  /** Whose session ended, in a dialog. */
  readonly again?: string;
  readonly onSignedIn: () => Promise<void>;
}

/** Username and password, then a code if the account has MFA. */
export function SignInSteps({ why, again, onSignedIn }: SignInStepsProps) {
  const [given, setGiven] = useState<Credentials | null>(null);
  const login = trpc.admin.session.login.useMutation({ trpc: UNRECOVERED });
  const [wrong, setWrong] = useState<string | null>(null);
  const tryLogin: Login = (credentials) => {
    setWrong(null);
    return login.mutateAsync(credentials);
  };
  return given ? (
    <CodeStep
      credentials={given}
      login={login.mutateAsync}
      heading={again === undefined ? "h1" : "h3"}
      onBack={() => setGiven(null)}
      onSignedIn={onSignedIn}
    />
  ) : (
    <CredentialsStep
      words={SIGN_IN}
      why={why}
      wrong={wrong}
      {...(again !== undefined && { again })}
      login={tryLogin}
      onCodeNeeded={setGiven}
      onSignedIn={onSignedIn}
      onInvalid={setWrong}
      onFailed={(error) => setWrong(signInMessage(error, SIGN_IN.wrong, SIGN_IN.failed))}
    />
  );
}
