import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { PORTAL } from "./content.ts";
import { LoginForm } from "./login-form.tsx";
import { usePartner, useSessionChange } from "./session.ts";

interface SignInAgainProps {
  /** Whether the calls that wait may go on. Not called for another account, which gets a new page. */
  readonly onDone: (goOn: boolean) => void;
}

/** The login over a form whose session has ended. Mounted when it opens, it covers all other dialogs. */
export function SignInAgain({ onDone }: SignInAgainProps) {
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
