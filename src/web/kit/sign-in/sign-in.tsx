import { SIGN_IN } from "../../../copy/en/sign-in.ts";
import type { Enter } from "../../lib/session/account-kind.ts";
import { toast } from "../../lib/toast/toast.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { StaffSteps } from "./staff-steps.tsx";

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
    else if (who === null)
      toast({ title: SIGN_IN.notKept, description: SIGN_IN.notKeptText, variant: "destructive" });
    else toast({ title: SIGN_IN.unreachable, variant: "destructive" });
  }
  return (
    <SignInFrame title={SIGN_IN.title}>
      <StaffSteps why={why} onSignedIn={onSignedIn} />
    </SignInFrame>
  );
}
