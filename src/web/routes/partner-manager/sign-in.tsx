import { useState } from "react";
import { CodeStep } from "../../blocks/sign-in/code-step.tsx";
import { CredentialsStep } from "../../blocks/sign-in/credentials-step.tsx";
import type { Credentials } from "../../blocks/sign-in/login.ts";
import { Wordmark } from "../../blocks/wordmark/wordmark.tsx";
import { Card } from "../../ui/card/card.tsx";
import { Page } from "../../ui/page/page.tsx";
import { SIGN_IN } from "./content.ts";
import { useManagerLogin } from "./use-manager-session.ts";

interface ManagerSignInProps {
  /** Shown after a session ended. */
  readonly why: string | null;
}

export function ManagerSignIn({ why }: ManagerSignInProps) {
  const [given, setGiven] = useState<Credentials | null>(null);
  const handlers = useManagerLogin();
  return (
    <div className="staff">
      <Page title={SIGN_IN.title}>
        <div className="sign-in">
          <Wordmark />
          <Card className="sign-in-card">
            {given ? (
              <CodeStep credentials={given} {...handlers} onBack={() => setGiven(null)} />
            ) : (
              <CredentialsStep words={SIGN_IN} why={why} {...handlers} onCodeNeeded={setGiven} />
            )}
            <p className="sign-in-footer">{SIGN_IN.footer}</p>
          </Card>
        </div>
      </Page>
    </div>
  );
}
