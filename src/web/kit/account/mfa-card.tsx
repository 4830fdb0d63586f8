import { useEffect, useRef, useState } from "react";
import { trpc } from "../../lib/api.tsx";
import { toast, toastError } from "../../lib/toast.ts";
import { Button } from "../controls/button.tsx";
import { Confirm } from "../dialog/confirm.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { Alert } from "../page/alert.tsx";
import { Badge } from "../page/badge.tsx";
import { Card } from "../page/card.tsx";
import { Loaded } from "../page/states.tsx";
import { useSessionChange } from "../staff/use-session.ts";
import { BackupCodes, MFA, Wizard } from "./wizard.tsx";

const FEW = 3; // codes; below this many the card warns

/** The signed-in user's MFA: its status, how many backup codes are left, and the actions. */
export function MfaCard() {
  const status = trpc.admin.mfa.status.useQuery();
  const [wizard, setWizard] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const before = useRef<boolean | undefined>(undefined);
  const focusAfter = () => card.current?.querySelector("button") ?? null;
  const on = status.data?.mfaEnabled;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed button is removed by the change
  useEffect(() => {
    const changed = before.current !== undefined && before.current !== on;
    before.current = on;
    if (changed && document.activeElement === document.body) focusAfter()?.focus();
  }, [on]);
  return (
    <Card className="mfa-card">
      <Head on={on} />
      <div ref={card}>
        <Loaded query={status} failed="The MFA settings could not be loaded" rows={2}>
          {({ mfaEnabled, backupCodesLeft }) =>
            mfaEnabled ? (
              <On left={backupCodesLeft} focusAfter={focusAfter} />
            ) : (
              <div className="mfa-card-body">
                <p>
                  Your account is protected by a password alone. With MFA, signing in also requires a code
                  from your phone.
                </p>
                <Button onClick={() => setWizard(true)}>Set up MFA</Button>
              </div>
            )
          }
        </Loaded>
      </div>
      <Wizard open={wizard} onClose={() => setWizard(false)} focusAfter={focusAfter} />
    </Card>
  );
}

function Head({ on }: { readonly on: boolean | undefined }) {
  return (
    <div className="card-head mfa-card-head">
      <h2>Multi-factor authentication (MFA)</h2>
      {on !== undefined && <Badge tone={on ? "good" : "warning"}>{on ? "On" : "Off"}</Badge>}
    </div>
  );
}

interface OnProps {
  readonly left: number;
  readonly focusAfter: () => HTMLElement | null;
}

function On({ left, ...actions }: OnProps) {
  return (
    <div className="mfa-card-body">
      <p>After the password, signing in requires a code from your authenticator app.</p>
      {left > FEW ? <p className="soft">{MFA.left(left)}.</p> : <Alert tone="warning">{MFA.few(left)}</Alert>}
      <MfaActions {...actions} />
    </div>
  );
}

interface MfaActionsProps {
  readonly focusAfter: () => HTMLElement | null;
}

/** The actions while MFA is on. Each needs confirmation. */
function MfaActions({ focusAfter }: MfaActionsProps) {
  const [asked, setAsked] = useState<"disable" | "regenerate" | null>(null);
  const { codes, setCodes, disable, regenerate } = useActs();
  const cancel = () => setAsked(null);
  /** The confirmation closes first, because the next dialog may ask for the password. */
  const after = (act: () => Promise<void>) => async () => {
    cancel();
    await act();
  };
  return (
    <>
      <div className="mfa-card-actions">
        <Button look="quiet" className="button-small" onClick={() => setAsked("regenerate")}>
          {MFA.regenerate}
        </Button>
        <Button look="quiet" className="button-small" onClick={() => setAsked("disable")}>
          {MFA.disable}
        </Button>
      </div>
      <Confirm
        open={asked === "disable"}
        onClose={cancel}
        title={MFA.disable}
        action={MFA.disable}
        onConfirm={after(disable)}
        focusAfter={focusAfter}
      >
        Anyone who learns your password will be able to sign in. Disable MFA?
      </Confirm>
      <Confirm
        open={asked === "regenerate"}
        onClose={cancel}
        title={MFA.regenerate}
        action="Regenerate"
        look="primary"
        onConfirm={after(regenerate)}
      >
        The codes that you saved stop working at once. Make new backup codes?
      </Confirm>
      <Dialog
        open={codes !== null}
        onOpenChange={() => undefined}
        title="Your new backup codes"
        size="small"
        held
        focusAfter={focusAfter}
      >
        {codes && <BackupCodes codes={codes} onFinished={() => setCodes(null)} />}
      </Dialog>
    </>
  );
}

function useActs() {
  const utils = trpc.useUtils();
  const { check } = useSessionChange();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const off = trpc.admin.mfa.disable.useMutation();
  const renew = trpc.admin.mfa.regenerate.useMutation();
  const reload = () =>
    Promise.allSettled([utils.admin.mfa.invalidate(), utils.admin.session.invalidate(), check()]);

  async function disable(): Promise<void> {
    try {
      await off.mutateAsync({});
      toast({ title: "MFA Disabled" });
      await reload();
    } catch (error) {
      toastError("Failed to disable MFA. Please try again.", error);
    }
  }

  async function regenerate(): Promise<void> {
    try {
      const made = await renew.mutateAsync({});
      setCodes(made.backupCodes);
      toast({ title: "Backup Codes Regenerated" });
      await reload();
    } catch (error) {
      toastError("Failed to regenerate backup codes. Please try again.", error);
    } finally {
      renew.reset(); // otherwise the mutation keeps the codes
    }
  }

  return { codes, setCodes, disable, regenerate } as const;
}
