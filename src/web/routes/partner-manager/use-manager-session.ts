import { useRef } from "react";
import type { Login } from "../../blocks/sign-in/login.ts";
import { signInMessage } from "../../blocks/sign-in/sign-in-message.ts";
import { useSessionChange } from "../../blocks/staff/use-session.ts";
import { trpc } from "../../lib/api.tsx";
import { refusalOf } from "../../lib/refusal.ts";
import { toast } from "../../lib/toast/toast.ts";
import { SIGN_IN } from "./content.ts";

const SERVER_ERRORS = 500;

/** The login of partner managers: the call, its error messages and the step after success. */
export function useManagerLogin() {
  const call = trpc.partnerManager.session.login.useMutation();
  const { enter } = useSessionChange();
  const name = useRef("");
  const login: Login = async (given) => {
    const answer = await call.mutateAsync(given);
    if ("user" in answer) name.current = answer.user.username;
    return answer;
  };

  async function onSignedIn(): Promise<void> {
    const session = await enter().catch(() => null);
    if (session?.who) toast({ title: SIGN_IN.done, description: SIGN_IN.doneText(name.current) });
    else if (session) toastFailed(SIGN_IN.notKept);
    else toastUnexpected();
  }

  return { login, onSignedIn, onInvalid: toastFailed, onFailed: toastFailure } as const;
}

const toastFailed = (description: string) =>
  toast({ title: SIGN_IN.failed, description, variant: "destructive" });

function toastFailure(error: unknown): void {
  const refused = refusalOf(error);
  if (refused && refused.status < SERVER_ERRORS) {
    toastFailed(signInMessage(error, SIGN_IN.wrong, SIGN_IN.wrong));
  } else toastUnexpected();
}

const toastUnexpected = () =>
  toast({ title: SIGN_IN.error, description: SIGN_IN.errorText, variant: "destructive" });
