import { SIGN_IN } from "../../../copy/en/sign-in.ts";
import { client } from "../../lib/client.ts";
import type { SessionWaits } from "../../lib/session/account-session.ts";
import { toastError } from "../../lib/toast.ts";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { useSessionChange } from "../staff/use-session.ts";
import { useStaff } from "../staff/use-staff.ts";
import { ReauthenticateDialog } from "./reauthenticate-dialog.tsx";
import { StaffSteps } from "./sign-in.tsx";

/** The dialogs over a staff screen whose calls wait for its user. Mounted when they open, they cover all others. */
export const SessionDialogs = ({ reauthentication, signIn }: SessionWaits) => (
  <>
    {reauthentication.isOpen && <Reauthenticate onDone={reauthentication.settle} />}
    {signIn.isOpen && <SignInAgain onDone={signIn.settle} />}
  </>
);

function Reauthenticate({ onDone }: SignInAgainProps) {
  const { username, mfaEnabled } = useStaff();
  return (
    <ReauthenticateDialog
      username={username}
      mfaEnabled={mfaEnabled}
      startPasskey={() => client.admin.passkeys.startSignIn.mutate()}
      send={(proof) => client.admin.session.reauthenticate.mutate(proof)}
      onDone={onDone}
    />
  );
}

interface SignInAgainProps {
  /** Whether the calls that wait may go on. Not called for another account, which gets a new page. */
  readonly onDone: (goOn: boolean) => void;
}

/** The login over a form whose session has ended. */
function SignInAgain({ onDone }: SignInAgainProps) {
  const staff = useStaff();
  const { enter, end, isSame } = useSessionChange();
  async function onSignedIn(): Promise<void> {
    const session = await enter().catch(() => null);
    if (!session) toastError(SIGN_IN.unreachable);
    else if (!session.who) onDone(false);
    else if (isSame(staff, session.who)) onDone(true);
  }
  function leave(): void {
    onDone(false);
    end("Your session has ended. Please sign in again.");
  }
  return (
    <Dialog
      open
      held
      size="small"
      onOpenChange={() => undefined}
      title={SIGN_IN.againTitle}
      description={SIGN_IN.again}
    >
      <div className="dialog-form">
        <StaffSteps why={null} again={staff.username} onSignedIn={onSignedIn} />
        <Button look="text" onClick={leave}>
          {SIGN_IN.leave}
        </Button>
      </div>
    </Dialog>
  );
}
