import { useBlocker } from "@tanstack/react-router";
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { refusalOf } from "../../lib/errors.ts";
import { refocus } from "../../lib/focus.ts";
import { toast, toastError } from "../../lib/toast.ts";
import { Button } from "../controls/button.tsx";
import { CopyButton } from "../controls/copy-button.tsx";
import { Confirm } from "../dialog/confirm.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { Field } from "../form/field.tsx";
import { useSessionChange } from "../staff/use-session.ts";
import { useStaff } from "../staff/use-staff.ts";

export const MFA = {
  left: (count: number) => (count === 1 ? "1 backup code left" : `${count} backup codes left`),
  few: (count: number) =>
    `${count === 0 ? "No backup codes are left" : `Only ${MFA.left(count)}`}. Make new ones before you need them.`,
  regenerate: "Regenerate backup codes",
  disable: "Disable MFA",
  setupFailed: "Failed to setup MFA. Please try again.",
} as const;

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

interface BackupCodesProps {
  readonly codes: readonly string[];
  readonly onFinished: () => void;
}

/** Codes that are shown once. To finish, the user types one of them, which shows that they were saved. */
export function BackupCodes({ codes, onFinished }: BackupCodesProps) {
  const { name } = useBrand();
  const { username } = useStaff();
  const heading = `${name} backup codes of ${username}. Each works once.`;
  const text = `${heading}\n\n${codes.join("\n")}\n`;
  return (
    <div className="backup-codes">
      <p className="backup-codes-print">{heading}</p>
      <p>Each code signs you in once when you do not have your phone. They are shown only now.</p>
      <ol className="backup-codes-list" aria-label={CODES.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="backup-codes-actions">
        <CopyButton text={text} what={CODES.list} />
        <Button look="quiet" className="button-small" onClick={() => save(CODES.file(name, username), text)}>
          Download
        </Button>
        <Button look="quiet" className="button-small" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <TypedBack codes={codes} onFinished={onFinished} />
      <LeaveQuestion />
    </div>
  );
}

/** Going back would lose the codes, so it asks first. */
function LeaveQuestion() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <Confirm
      open
      onClose={reset}
      title={CODES.leave}
      action={CODES.leaveAction}
      cancel={CODES.stay}
      onConfirm={async () => proceed()}
    >
      {CODES.leaveText}
    </Confirm>
  );
}

function TypedBack({ codes, onFinished }: BackupCodesProps) {
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = bare(String(new FormData(event.currentTarget).get("backupCode") ?? ""));
    if (codes.some((code) => bare(code) === typed)) onFinished();
    else {
      flushSync(() => setWrong(true));
      refocus(field.current);
    }
  }
  return (
    <form className="backup-codes-proof" noValidate onSubmit={onSubmit}>
      <Field
        ref={field}
        label="Type one of the codes to show that you have them"
        name="backupCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={wrong ? "This is not one of the codes above" : undefined}
      />
      <p className="soft">This does not use up the code.</p>
      <Button type="submit" className="button-wide">
        Finish
      </Button>
    </form>
  );
}

const bare = (code: string): string => code.toUpperCase().replace(/[\s-]/g, "");

function save(file: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: file });
  link.click();
  URL.revokeObjectURL(url);
}

const CODES = {
  list: "Backup codes",
  leave: "Leave without the backup codes?",
  leaveText: "They are shown only now. You can make new ones later, under Security.",
  leaveAction: "Leave",
  stay: "Stay",
  file: (brand: string, username: string) =>
    `${brand}-backup-codes-${username}.txt`.toLowerCase().replace(/[^a-z0-9.-]+/g, "-"),
} as const;
