import { useEffect, useRef, useState } from "react";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast/toast.ts";
import { toastError } from "../../lib/toast/toast-error.ts";
import { Confirm } from "../dialog/confirm.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { Alert } from "../page/alert.tsx";
import { Badge } from "../page/badge.tsx";
import { Button } from "../page/button.tsx";
import { Card } from "../page/card.tsx";
import { Loaded } from "../page/loaded.tsx";
import { useSessionChange } from "../staff/use-session.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { CODES, MFA } from "./security-content.ts";
import { Wizard } from "./wizard.tsx";

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
        <Loaded query={status} failed={MFA.failedLoad} rows={2}>
          {({ mfaEnabled, backupCodesLeft }) =>
            mfaEnabled ? (
              <On left={backupCodesLeft} focusAfter={focusAfter} />
            ) : (
              <div className="mfa-card-body">
                <p>{MFA.offText}</p>
                <Button onClick={() => setWizard(true)}>{MFA.setUp}</Button>
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
      <h2>{MFA.title}</h2>
      {on !== undefined && <Badge tone={on ? "good" : "warning"}>{on ? MFA.on : MFA.off}</Badge>}
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
      <p>{MFA.onText}</p>
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
        {MFA.disableText}
      </Confirm>
      <Confirm
        open={asked === "regenerate"}
        onClose={cancel}
        title={MFA.regenerate}
        action={MFA.regenerateAction}
        look="primary"
        onConfirm={after(regenerate)}
      >
        {MFA.regenerateText}
      </Confirm>
      <Dialog
        open={codes !== null}
        onOpenChange={() => undefined}
        title={CODES.title}
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
      toast({ title: MFA.disabled });
      await reload();
    } catch (error) {
      toastError(MFA.disableFailed, error);
    }
  }

  async function regenerate(): Promise<void> {
    try {
      const made = await renew.mutateAsync({});
      setCodes(made.backupCodes);
      toast({ title: MFA.regenerated });
      await reload();
    } catch (error) {
      toastError(MFA.regenerateFailed, error);
    } finally {
      renew.reset(); // otherwise the mutation keeps the codes
    }
  }

  return { codes, setCodes, disable, regenerate } as const;
}
