import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { trpc } from "../../lib/api.tsx";
import { refusalOf } from "../../lib/refusal.ts";
import { toast } from "../../lib/toast/toast.ts";
import { toastError } from "../../lib/toast/toast-error.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { Field } from "../form/field.tsx";
import { Button } from "../page/button.tsx";
import { useSessionChange } from "../staff/use-session.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { CopyButton } from "./copy-button.tsx";
import { refocus } from "./refocus.ts";
import { MFA } from "./security-content.ts";

type Stage =
  | { readonly step: 1 }
  | { readonly step: 2; readonly pending: Pending }
  | { readonly step: 3; readonly codes: readonly string[] };

interface WizardProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** The wizard as a dialog. Once the code is sent MFA may be on, so it cannot be closed before the end. */
export function Wizard({ open, onClose, focusAfter }: WizardProps) {
  const [held, setHeld] = useState(false);
  const close = () => {
    setHeld(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Set up MFA"
      size="small"
      held={held}
      focusAfter={focusAfter}
    >
      {open && <WizardSteps onHeld={setHeld} onFinished={close} />}
    </Dialog>
  );
}

interface WizardStepsProps {
  /** True while leaving could lose the backup codes. */
  readonly onHeld?: (held: boolean) => void;
  readonly onFinished: () => void;
}

/** Set up, scan and verify, save the backup codes. */
export function WizardSteps({ onHeld, onFinished }: WizardStepsProps) {
  const [stage, setStage] = useState<Stage>({ step: 1 });
  const [sending, setSending] = useState(false);
  const held = stage.step === 3 || sending;
  useLayoutEffect(() => onHeld?.(held), [onHeld, held]);
  return (
    <>
      <Steps at={stage.step} />
      <Step stage={stage} onStage={setStage} onSending={setSending} onFinished={onFinished} />
    </>
  );
}

function Steps({ at }: { readonly at: Stage["step"] }) {
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    // The button that had the focus is gone.
    if (shown.current !== at) list.current?.focus();
    shown.current = at;
  }, [at]);
  return (
    <ol className="wizard-steps" ref={list} tabIndex={-1}>
      {WIZARD.steps.map((name, index) => (
        <li
          key={name}
          aria-current={index + 1 === at ? "step" : undefined}
          data-done={index + 1 < at || undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}

interface StepProps {
  readonly stage: Stage;
  readonly onStage: (stage: Stage) => void;
  readonly onSending: (sending: boolean) => void;
  readonly onFinished: () => void;
}

function Step({ stage, onStage, onSending, onFinished }: StepProps) {
  const utils = trpc.useUtils();
  const { check } = useSessionChange();
  const onEnabled = (codes: readonly string[]) => {
    onStage({ step: 3, codes });
    toast({ title: "MFA Enabled" });
    void Promise.allSettled([utils.admin.mfa.invalidate(), utils.admin.session.invalidate(), check()]);
  };
  const finish = () => {
    toast({ title: "Setup Complete" });
    onFinished();
  };
  if (stage.step === 1) {
    return <FirstStep onSetUp={(pending) => onStage({ step: 2, pending })} />;
  }
  if (stage.step === 2) {
    return <ScanStep pending={stage.pending} onSending={onSending} onEnabled={onEnabled} />;
  }
  return <BackupCodes codes={stage.codes} onFinished={finish} />;
}

interface FirstStepProps {
  readonly onSetUp: (pending: Pending) => void;
}

function FirstStep({ onSetUp }: FirstStepProps) {
  const setup = trpc.admin.mfa.setup.useMutation();
  async function begin(): Promise<void> {
    if (setup.isPending) return;
    try {
      onSetUp(await setup.mutateAsync({}));
    } catch (error) {
      toastError(MFA.setupFailed, error);
    }
  }
  return (
    <div className="dialog-form">
      <p>
        You need an authenticator app on your phone, such as Aegis, Google Authenticator or 1Password. It
        takes about two minutes.
      </p>
      <p>
        At the end you get ten backup codes for when you do not have your phone. Keep them in a safe place.
      </p>
      <Button className="button-wide" aria-disabled={setup.isPending} onClick={begin}>
        {setup.isPending ? "Preparing..." : "Continue"}
      </Button>
    </div>
  );
}

interface Pending {
  readonly secret: string;
  readonly qrCodeUrl: string;
}

interface ScanStepProps {
  readonly pending: Pending;
  /** True while the code is being verified; MFA may be on from then. */
  readonly onSending: (sending: boolean) => void;
  readonly onEnabled: (backupCodes: readonly string[]) => void;
}

const DIGITS = 6;

function ScanStep({ pending, ...callbacks }: ScanStepProps) {
  const { code, setCode, error, field, sending, onSubmit } = useVerify(pending.secret, callbacks);
  return (
    <form className="dialog-form" aria-label={WIZARD.steps[1]} noValidate onSubmit={onSubmit}>
      <p>Scan this QR code with your authenticator app.</p>
      <div className="scan-step">
        <img src={pending.qrCodeUrl} alt="QR code for your authenticator app" width="188" height="188" />
        <div>
          <p>Or type this secret into the app:</p>
          <code>{inFours(pending.secret)}</code>
          <CopyButton text={pending.secret} what="the secret" />
        </div>
      </div>
      <Field
        ref={field}
        label="Verification code"
        name="token"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(digitsOf(event.currentTarget.value))}
        error={error ?? undefined}
      />
      <Button type="submit" className="button-wide" disabled={code.length < DIGITS || sending}>
        {sending ? "Verifying..." : "Verify and enable"}
      </Button>
    </form>
  );
}

function useVerify(secret: string, { onSending, onEnabled }: Omit<ScanStepProps, "pending">) {
  const enable = trpc.admin.mfa.enable.useMutation();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  async function send(): Promise<void> {
    setError(null);
    onSending(true);
    try {
      onEnabled((await enable.mutateAsync({ secret, token: code })).backupCodes);
      onSending(false);
    } catch (failure) {
      flushSync(() => {
        setError(refusalOf(failure)?.sentence ?? MFA.setupFailed);
        onSending(false);
      });
      refocus(field.current);
    }
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (code.length === DIGITS && !enable.isPending) void send();
  }
  return { code, setCode, error, field, sending: enable.isPending, onSubmit } as const;
}

const digitsOf = (text: string): string => text.replace(/\D/g, "").slice(0, DIGITS);
const inFours = (secret: string): string => secret.replace(/.{4}(?=.)/g, "$& ");

const WIZARD = {
  steps: ["Set up", "Scan and verify", "Save backup codes"],
} as const;
