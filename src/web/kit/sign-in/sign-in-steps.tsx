import { type ReactNode, useState } from "react";
import { SIGN_IN } from "../../../copy/en/sign-in.ts";
import type { SignedResponse } from "../../../shared/people/passkeys.ts";
import { client } from "../../lib/connection/client.ts";
import type { CodeStep } from "./code-step.tsx";
import { CredentialsForm } from "./credentials-form.tsx";
import type { Credentials, Login } from "./login.ts";
import { PasskeyButton } from "./passkey-button.tsx";

type Words = Readonly<Record<"title" | "username" | "password" | "submit" | "sending", string>>;

interface SignInStepsProps {
  readonly words: Words;
  /** Above the fields of the first step. */
  readonly children?: ReactNode;
  /** Below the button of the first step. */
  readonly footer?: ReactNode;
  /** Whose session ended, in a dialog. */
  readonly again?: string | undefined;
  readonly login: Login;
  readonly loginWithPasskey: (response: SignedResponse) => Promise<unknown>;
  readonly onSignedIn: () => Promise<void>;
  readonly onInvalid: (sentence: string) => void;
  readonly onFailed: (error: unknown) => void;
  /** The code was refused; the form already shows it. */
  readonly onCodeRefused?: ((error: unknown) => void) | undefined;
}

interface SecondStep {
  readonly credentials: Credentials;
  readonly Step: typeof CodeStep;
}

/** Username and password, then a code if the account has MFA. */
export function SignInSteps({ words, children, again, login, onSignedIn, ...props }: SignInStepsProps) {
  const [second, setSecond] = useState<SecondStep | null>(null);
  async function send(credentials: Credentials): Promise<void> {
    const answer = await login(credentials);
    if (!("requiresMfa" in answer)) return onSignedIn();
    const { CodeStep: Step } = await loadCodeStep();
    setSecond({ credentials, Step });
  }
  if (second)
    return (
      <second.Step
        credentials={second.credentials}
        login={login}
        heading={again === undefined ? "h1" : "h3"}
        onBack={() => setSecond(null)}
        onSignedIn={onSignedIn}
        onFailed={props.onCodeRefused}
      />
    );
  return (
    <>
      <CredentialsForm
        words={{ ...words, identifier: words.username, missing: SIGN_IN.missing, unreached: SIGN_IN.failed }}
        identifier="username"
        inDialog={again !== undefined}
        known={again}
        send={send}
        onInvalid={props.onInvalid}
        onFailed={props.onFailed}
        footer={props.footer}
      >
        {children}
      </CredentialsForm>
      <PasskeyButton
        start={() => client.admin.passkeys.startSignIn.mutate()}
        send={async (response) => {
          await props.loginWithPasskey(response);
          await onSignedIn();
        }}
        onFailed={props.onFailed}
      />
    </>
  );
}

/** Loaded on its own, because the first step is needed sooner and by everyone. */
export const loadCodeStep = () => import("./code-step.tsx");
