import { useState } from "react";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast/toast.ts";
import { Card } from "../../ui/card/card.tsx";
import { Page } from "../../ui/page/page.tsx";
import { useSessionChange } from "../staff/use-session.ts";
import { Wordmark } from "../wordmark/wordmark.tsx";
import { CodeStep } from "./code-step.tsx";
import { SIGN_IN } from "./content.ts";
import { CredentialsStep } from "./credentials-step.tsx";
import type { Credentials, Login } from "./login.ts";
import { signInMessage } from "./sign-in-message.ts";

interface SignInProps {
  /** Shown after a session ended. */
  readonly why: string | null;
}

/** The login. It is rendered at the requested URL, so that the requested screen follows. */
export function SignIn({ why }: SignInProps) {
  const [given, setGiven] = useState<Credentials | null>(null);
  const onSignedIn = useEnterApp();
  const login = trpc.admin.session.login.useMutation();
  const [wrong, setWrong] = useState<string | null>(null);
  const tryLogin: Login = (credentials) => {
    setWrong(null);
    return login.mutateAsync(credentials);
  };
  return (
    <div className="staff">
      <Page title={SIGN_IN.title}>
        <div className="sign-in">
          <Wordmark />
          <Card className="sign-in-card">
            {given ? (
              <CodeStep
                credentials={given}
                login={login.mutateAsync}
                onBack={() => setGiven(null)}
                onSignedIn={onSignedIn}
              />
            ) : (
              <CredentialsStep
                words={SIGN_IN}
                why={why}
                wrong={wrong}
                login={tryLogin}
                onCodeNeeded={setGiven}
                onSignedIn={onSignedIn}
                onInvalid={setWrong}
                onFailed={(error) => setWrong(signInMessage(error, SIGN_IN.wrong, SIGN_IN.failed))}
              />
            )}
          </Card>
        </div>
      </Page>
    </div>
  );
}

/** After a successful login: the user comes from the session that the browser now holds. */
function useEnterApp() {
  const { check } = useSessionChange();
  return async (): Promise<void> => {
    const session = await check().catch(() => null);
    if (session?.who) toast({ title: SIGN_IN.done });
    else if (session)
      toast({ title: SIGN_IN.notKept, description: SIGN_IN.notKeptText, variant: "destructive" });
    else toast({ title: SIGN_IN.unreachable, variant: "destructive" });
  };
}
