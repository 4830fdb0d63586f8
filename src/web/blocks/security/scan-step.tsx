import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { trpc } from "../../lib/api.tsx";
import { refusalOf } from "../../lib/refusal.ts";
import { Button } from "../../ui/button/button.tsx";
import { Field } from "../../ui/field/field.tsx";
import { MFA, WIZARD } from "./content.ts";
import { CopyButton } from "./copy-button.tsx";
import { refocus } from "./refocus.ts";

export interface Pending {
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

export function ScanStep({ pending, ...callbacks }: ScanStepProps) {
  const { code, setCode, error, field, sending, onSubmit } = useVerify(pending.secret, callbacks);
  return (
    <form className="dialog-form" aria-label={WIZARD.steps[1]} noValidate onSubmit={onSubmit}>
      <p>{WIZARD.scan}</p>
      <div className="scan-step">
        <img src={pending.qrCodeUrl} alt={WIZARD.qr} width="188" height="188" />
        <div>
          <p>{WIZARD.typed}</p>
          <code>{inFours(pending.secret)}</code>
          <CopyButton text={pending.secret} what="the secret" />
        </div>
      </div>
      <Field
        ref={field}
        label={WIZARD.code}
        name="token"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(digitsOf(event.currentTarget.value))}
        error={error ?? undefined}
      />
      <Button type="submit" className="button-wide" disabled={code.length < DIGITS || sending}>
        {sending ? WIZARD.verifying : WIZARD.verify}
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
