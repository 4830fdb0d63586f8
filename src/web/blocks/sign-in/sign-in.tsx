import { toast } from "../../lib/toast/toast.ts";
import { Card } from "../../ui/card/card.tsx";
import { Page } from "../../ui/page/page.tsx";
import { useSessionChange } from "../staff/use-session.ts";
import { Wordmark } from "../wordmark/wordmark.tsx";
import { SIGN_IN } from "./content.ts";
import { SignInSteps } from "./sign-in-steps.tsx";

interface SignInProps {
  /** Shown after a session ended. */
  readonly why: string | null;
}

/** The login. It is rendered at the requested URL, so that the requested screen follows. */
export function SignIn({ why }: SignInProps) {
  const onSignedIn = useEnterApp();
  return (
    <div className="staff">
      <Page title={SIGN_IN.title}>
        <div className="sign-in">
          <Wordmark />
          <Card className="sign-in-card">
            <SignInSteps why={why} onSignedIn={onSignedIn} />
          </Card>
        </div>
      </Page>
    </div>
  );
}

/** After a successful login: the user comes from the session that the browser now holds. */
function useEnterApp() {
  const { enter } = useSessionChange();
  return async (): Promise<void> => {
    const session = await enter().catch(() => null);
    if (session?.who) toast({ title: SIGN_IN.done });
    else if (session)
      toast({ title: SIGN_IN.notKept, description: SIGN_IN.notKeptText, variant: "destructive" });
    else toast({ title: SIGN_IN.unreachable, variant: "destructive" });
  };
}
