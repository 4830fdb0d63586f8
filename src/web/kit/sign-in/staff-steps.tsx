import { useState } from "react";
import { SIGN_IN } from "../../../copy/en/sign-in.ts";
import { client } from "../../lib/connection/client.ts";
import { Alert } from "../page/alert.tsx";
import { ForgotLink } from "./forgot-link.tsx";
import { LOGINS, type Login } from "./login.ts";
import { signInMessage } from "./sign-in-message.ts";
import { SignInSteps } from "./sign-in-steps.tsx";

interface StaffStepsProps {
  /** Shown after a session ended, until an error replaces it. */
  readonly why: string | null;
  /** Whose session ended, in a dialog, which has a title of its own. */
  readonly again?: string | undefined;
  readonly onSignedIn: () => Promise<void>;
}

/** The steps of the staff sign-in, which shows errors in the form. */
export function StaffSteps({ why, again, onSignedIn }: StaffStepsProps) {
  const [wrong, setWrong] = useState<string | null>(null);
  const login: Login = (given) => {
    setWrong(null);
    return LOGINS.staff.send(given);
  };
  return (
    <SignInSteps
      words={SIGN_IN}
      again={again}
      login={login}
      loginWithPasskey={(response) => {
        setWrong(null);
        return client.admin.passkeys.signIn.mutate({ response });
      }}
      onSignedIn={onSignedIn}
      footer={again === undefined && <ForgotLink />}
      onInvalid={setWrong}
      onFailed={(error) => setWrong(signInMessage(error, SIGN_IN.wrong, SIGN_IN.failed))}
    >
      {again === undefined && (
        <div>
          <h1>{SIGN_IN.title}</h1>
          <p className="soft">{SIGN_IN.lead}</p>
        </div>
      )}
      {wrong ? <Alert>{wrong}</Alert> : why && <Alert tone="info">{why}</Alert>}
    </SignInSteps>
  );
}
