import { type ReactNode, useState } from "react";
import { SIGN_IN } from "../../../copy/en/sign-in.ts";
import { client } from "../../lib/client.ts";
import type { Enter } from "../../lib/session/account-kind.ts";
import { toast, toastError } from "../../lib/toast.ts";
import { Alert } from "../page/alert.tsx";
import { Card } from "../page/card.tsx";
import { Page } from "../page/page.tsx";
import { Wordmark } from "../site/top-bar.tsx";
import { LOGINS, type Login, signInMessage } from "./login.ts";
import { ForgotLink, SignInSteps } from "./sign-in-steps.tsx";

interface SignInProps {
  /** Shown after a session ended. */
  readonly why: string | null;
  readonly enter: Enter;
}

/** The staff sign-in. It is rendered at the requested URL, so that the requested screen follows. */
export function SignIn({ why, enter }: SignInProps) {
  async function onSignedIn(): Promise<void> {
    const who = await enter().catch(() => undefined);
    if (who) toast({ title: SIGN_IN.done });
    else if (who === null) toastError(SIGN_IN.notKept, SIGN_IN.notKeptText);
    else toastError(SIGN_IN.unreachable);
  }
  return (
    <SignInFrame title={SIGN_IN.title}>
      <StaffSteps why={why} onSignedIn={onSignedIn} />
    </SignInFrame>
  );
}

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

interface SignInFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The page of a staff sign-in. */
export const SignInFrame = ({ title, children }: SignInFrameProps) => (
  <div className="staff">
    <Page title={title}>
      <div className="sign-in">
        <Wordmark />
        <Card className="sign-in-card">{children}</Card>
      </div>
    </Page>
  </div>
);
