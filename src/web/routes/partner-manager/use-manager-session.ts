import { useRef } from "react";
import { sentenceOf } from "../../blocks/sign-in/failure.ts";
import type { Login } from "../../blocks/sign-in/login.ts";
import { useSessionChange } from "../../blocks/staff/use-session.ts";
import { trpc } from "../../lib/api.tsx";
import { refusalOf } from "../../lib/refusal.ts";
import { toast } from "../../lib/toast.ts";
import { DOOR } from "./content.ts";

const SERVER_ERRORS = 500;

/** The managers' door: its call, what it says of a failure, and what comes after the right answer. */
export function useDoor() {
  const call = trpc.partnerManager.session.login.useMutation();
  const { check } = useSessionChange();
  const name = useRef("");
  const login: Login = async (given) => {
    const answer = await call.mutateAsync(given);
    if ("user" in answer) name.current = answer.user.username;
    return answer;
  };

  async function onSignedIn(): Promise<void> {
    const session = await check().catch(() => null);
    if (session?.who) toast({ title: DOOR.done, description: DOOR.doneText(name.current) });
    else if (session) toastFailed(DOOR.notKept);
    else toastUnexpected();
  }

  return { login, onSignedIn, onInvalid: toastFailed, onFailed: toastFailure } as const;
}

const toastFailed = (description: string) =>
  toast({ title: DOOR.failed, description, variant: "destructive" });

function toastFailure(error: unknown): void {
  const refused = refusalOf(error);
  if (refused && refused.status < SERVER_ERRORS) {
    toastFailed(sentenceOf(error, DOOR.wrong, DOOR.wrong));
  } else toastUnexpected();
}

const toastUnexpected = () =>
  toast({ title: DOOR.error, description: DOOR.errorText, variant: "destructive" });
