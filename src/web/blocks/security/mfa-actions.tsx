import { useState } from "react";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast/toast.ts";
import { toastError } from "../../lib/toast/toast-error.ts";
import { Button } from "../../ui/button/button.tsx";
import { Confirm } from "../../ui/confirm/confirm.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { useSessionChange } from "../staff/use-session.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { CODES, MFA } from "./content.ts";

interface MfaActionsProps {
  readonly focusAfter: () => HTMLElement | null;
}

/** The actions while MFA is on. Each needs confirmation. */
export function MfaActions({ focusAfter }: MfaActionsProps) {
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
