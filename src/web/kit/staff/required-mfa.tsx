import { type ReactNode, useState } from "react";
import { PASSKEY, SIGN_IN } from "../../../copy/en/sign-in.ts";
import { client } from "../../lib/client.ts";
import { AddPasskey } from "../account/passkeys.tsx";
import { WizardSteps } from "../account/wizard.tsx";
import { Alert } from "../page/alert.tsx";
import { Card } from "../page/card.tsx";
import { Page } from "../page/page.tsx";
import { Loaded } from "../page/states.tsx";
import { signInMessage } from "../sign-in/login.ts";
import { PasskeyButton } from "../sign-in/sign-in-steps.tsx";
import { Wordmark } from "../site/top-bar.tsx";
import { useSessionChange } from "./use-session.ts";
import { useStaffPasskeys } from "./use-staff-passkeys.ts";

interface RequiredMfaProps {
  /** The backup codes are saved. */
  readonly onFinished: () => void;
  /** The button that logs out. */
  readonly logOut: ReactNode;
}

/** The wizard or a new passkey; for an account with a passkey, that passkey. */
function SecondStep({ onFinished }: Pick<RequiredMfaProps, "onFinished">) {
  const { query, calls } = useStaffPasskeys();
  const { check } = useSessionChange();
  const [wrong, setWrong] = useState<string | null>(null);
  const finish = () => check().then(onFinished);
  if (!query.data || query.data.length > 0)
    return (
      <Loaded query={query} failed="Your passkeys could not be loaded" rows={2}>
        {() => (
          <div>
            {wrong && <Alert>{wrong}</Alert>}
            <p>Your account has a passkey. Use it to continue.</p>
            <PasskeyButton
              look="primary"
              start={() => client.admin.passkeys.startSignIn.mutate()}
              send={async (passkey) => {
                await client.admin.session.reauthenticate.mutate({ passkey });
                await finish();
              }}
              onFailed={(error) => setWrong(signInMessage(error, PASSKEY.refused, SIGN_IN.failed))}
            />
          </div>
        )}
      </Loaded>
    );
  return (
    <div>
      <WizardSteps onFinished={onFinished} />
      <div className="passkeys-offer">
        <p className="soft">Or sign in with your fingerprint, your face or your device's PIN from now on:</p>
        <AddPasskey look="quiet" calls={{ ...calls, reload: finish }} />
      </div>
    </div>
  );
}

/** The only screen of an account that must set up MFA first. */
export function RequiredMfa({ onFinished, logOut }: RequiredMfaProps) {
  return (
    <div className="staff">
      <Page title="Set up MFA">
        <div className="sign-in">
          <Wordmark />
          <Card className="sign-in-card">
            <div className="sign-in-form">
              <div>
                <h1>Set up MFA</h1>
                <p className="soft">
                  Your account requires a second step for signing in. Everything else becomes available once
                  it is set up.
                </p>
              </div>
              <SecondStep onFinished={onFinished} />
            </div>
            <div className="sign-in-footer">{logOut}</div>
          </Card>
        </div>
      </Page>
    </div>
  );
}
