import { Navigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { PORTAL } from "../../../copy/en/partner.ts";
import { Button } from "../../kit/controls/button.tsx";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import { NoticePage } from "../../kit/page/page.tsx";
import { ReauthenticateDialog } from "../../kit/sign-in/reauthenticate-dialog.tsx";
import { client } from "../../lib/client.ts";
import { messageOf } from "../../lib/errors.ts";
import { LoginForm } from "./login-form.tsx";
import { Portal } from "./portal.tsx";
import {
  Checking,
  PartnerContext,
  usePartner,
  useSession,
  useSessionChange,
  useSessionWatch,
} from "./session.tsx";

/** The portal, or a redirect to the sign-in that keeps the requested URL. */
export function PartnerPage() {
  const session = useSession();
  const { signIn, reauthentication } = useSessionWatch();
  if (session.data?.who) {
    return (
      <PartnerContext value={session.data.who}>
        <Portal />
        {reauthentication.isOpen && <Reauthenticate onDone={reauthentication.settle} />}
        {signIn.isOpen && <SignInAgain onDone={signIn.settle} />}
      </PartnerContext>
    );
  }
  if (session.data) return <ToSignIn />;
  if (session.isError) return <CheckFailed error={session.error} onRetry={session.refetch} />;
  return <Checking />;
}

function ToSignIn() {
  const router = useRouter();
  // Read once: the URL changes while this is still mounted.
  const [asked] = useState(() => router.state.location.searchStr);
  return <Navigate to="/partner/auth" search={asked === "" ? {} : { to: asked }} replace />;
}

interface CheckFailedProps {
  readonly error: unknown;
  readonly onRetry: () => unknown;
}

/** The session could not be loaded. The partner may still be signed in, so there is no redirect to the sign-in. */
function CheckFailed({ error, onRetry }: CheckFailedProps) {
  return (
    <NoticePage title={PORTAL.checkFailed}>
      <p role="alert">{messageOf(error) ?? PORTAL.checkFailedText}</p>
      <Button onClick={() => void onRetry()}>{PORTAL.retry}</Button>
    </NoticePage>
  );
}

/** Asks for the password or a passkey before the calls that need it go on. */
function Reauthenticate({ onDone }: { readonly onDone: (goOn: boolean) => void }) {
  const { email } = usePartner();
  return (
    <ReauthenticateDialog
      username={email}
      startPasskey={() => client.partner.passkeys.startSignIn.mutate()}
      send={(proof) => client.partner.session.reauthenticate.mutate(proof)}
      onDone={onDone}
    />
  );
}

interface SignInAgainProps {
  /** Whether the calls that wait may go on. Not called for another account, which gets a new page. */
  readonly onDone: (goOn: boolean) => void;
}

/** The login over a form whose session has ended. Mounted when it opens, it covers all other dialogs. */
function SignInAgain({ onDone }: SignInAgainProps) {
  const partner = usePartner();
  const { enter, end, isSame } = useSessionChange();
  function leave(): void {
    onDone(false);
    end(PORTAL.sessionOver);
  }
  return (
    <Dialog
      open
      held
      size="small"
      onOpenChange={() => undefined}
      title={PORTAL.againTitle}
      description={PORTAL.again}
    >
      <div className="dialog-form">
        <LoginForm
          why={null}
          registered={null}
          known={partner.email}
          inDialog
          enter={async () => (await enter()).who}
          onSignedIn={(now) => isSame(partner, now) && onDone(true)}
        />
        <Button look="text" onClick={leave}>
          {PORTAL.leave}
        </Button>
      </div>
    </Dialog>
  );
}
