import { useRef } from "react";
import { Alert } from "../../kit/page/alert.tsx";
import { LOGINS, type Login, signInMessage } from "../../kit/sign-in/login.ts";
import { SignInFrame } from "../../kit/sign-in/sign-in.tsx";
import { ForgotLink, SignInSteps } from "../../kit/sign-in/sign-in-steps.tsx";
import { LogOut } from "../../kit/staff/log-out.tsx";
import { useSessionChange } from "../../kit/staff/use-session.ts";
import { trpc } from "../../lib/api.tsx";
import { client } from "../../lib/client.ts";
import { refusalOf } from "../../lib/errors.ts";
import type { Enter } from "../../lib/session/account-kind.ts";
import { toast, toastError } from "../../lib/toast.ts";

export const PARTNER_MANAGER = "Partner Manager";

const SIGN_IN = {
  title: PARTNER_MANAGER,
  username: "Username",
  password: "Password",
  submit: "Sign In",
  sending: "Signing In...",
  footer: "Restricted access for partner management only",
  failed: "Login Failed",
  wrong: "Invalid credentials",
  error: "Login Error",
  errorText: "An unexpected error occurred. Please try again.",
  done: "Login Successful",
  doneText: (name: string) => `Welcome back, ${name}!`,
  notKept: "Your browser is blocking our cookies. Please allow them for this site and sign in again.",
} as const;

interface ManagerSignInProps {
  /** Shown after a session ended. */
  readonly why: string | null;
  readonly enter: Enter;
}

/** The sign-in of partner managers, which shows errors as toasts. */
export function ManagerSignIn({ why, enter }: ManagerSignInProps) {
  const name = useRef("");
  const login: Login = async (given) => {
    const answer = await LOGINS.manager.send(given);
    if ("user" in answer) name.current = answer.user.username;
    return answer;
  };
  async function onSignedIn(): Promise<void> {
    const who = await enter().catch(() => undefined);
    if (who) toast({ title: SIGN_IN.done, description: SIGN_IN.doneText(name.current) });
    else if (who === null) toastFailed(SIGN_IN.notKept);
    else toastUnexpected();
  }
  return (
    <SignInFrame title={SIGN_IN.title}>
      <SignInSteps
        words={SIGN_IN}
        login={login}
        loginWithPasskey={async (response) => {
          const { user } = await client.partnerManager.session.loginWithPasskey.mutate({ response });
          name.current = user.username;
        }}
        onSignedIn={onSignedIn}
        onInvalid={toastFailed}
        onFailed={toastFailure}
        onCodeRefused={toastFailure}
        footer={<ForgotLink />}
      >
        <h1>{SIGN_IN.title}</h1>
        {why && <Alert tone="info">{why}</Alert>}
      </SignInSteps>
      <p className="sign-in-footer">{SIGN_IN.footer}</p>
    </SignInFrame>
  );
}

const toastFailed = (description: string) => toastError(SIGN_IN.failed, description);

const SERVER_ERRORS = 500;

function toastFailure(error: unknown): void {
  const refused = refusalOf(error);
  if (refused && refused.status < SERVER_ERRORS) {
    toastFailed(signInMessage(error, SIGN_IN.wrong, SIGN_IN.wrong));
  } else toastUnexpected();
}

const toastUnexpected = () => toastError(SIGN_IN.error, SIGN_IN.errorText);

/** Reloads the page afterwards, so that nothing that was on it stays in memory. */
export function ManagerLogOut() {
  const logout = trpc.partnerManager.session.logout.useMutation();
  const { end } = useSessionChange();
  return (
    <LogOut
      send={() => logout.mutateAsync()}
      onLoggedOut={() => {
        end(null);
        window.location.reload();
      }}
    />
  );
}
