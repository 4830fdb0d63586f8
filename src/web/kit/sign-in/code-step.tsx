import { PinInput } from "@ark-ui/react/pin-input";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { SIGN_IN } from "../../../copy/en/sign-in.ts";
import { Button } from "../controls/button.tsx";
import { Field } from "../form/field.tsx";
import { Alert } from "../page/alert.tsx";
import { type Credentials, type Login, signInMessage } from "./login.ts";

interface CodeStepProps {
  readonly credentials: Credentials;
  readonly login: Login;
  readonly onBack: () => void;
  readonly onSignedIn: () => Promise<void>;
  /** Below the title of a dialog it is `h3`. */
  readonly heading?: "h1" | "h3";
  /** The call failed; the error is already shown above the code. */
  readonly onFailed?: ((error: unknown) => void) | undefined;
}

export function CodeStep({ onBack, heading: Heading = "h1", ...given }: CodeStepProps) {
  const [kind, setKind] = useState<"app" | "backup">("app");
  const { wrong, sending, submit, ...field } = useCode(given, kind);
  const { code, setCode } = field;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(code);
  };
  const turn = () => {
    setCode("");
    setKind(kind === "app" ? "backup" : "app");
  };
  function back(form: HTMLFormElement | null): void {
    const card = form?.parentElement;
    flushSync(onBack);
    card?.querySelector("input")?.focus(); // the button that had the focus is gone
  }
  return (
    <form className="sign-in-form" noValidate onSubmit={onSubmit}>
      <div>
        <Heading>{SIGN_IN.codeTitle}</Heading>
        <p className="soft">{kind === "app" ? SIGN_IN.codeLead : SIGN_IN.backupLead}</p>
      </div>
      {wrong && <Alert>{wrong}</Alert>}
      {kind === "app" ? (
        <Pin
          label={SIGN_IN.code}
          name="mfaToken"
          value={code}
          onChange={setCode}
          onComplete={(digits) => void submit(digits)}
          invalid={wrong !== null}
          disabled={sending}
          firstRef={field.first}
        />
      ) : (
        <BackupCodeField key="backup" {...field} />
      )}
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? SIGN_IN.verifying : SIGN_IN.verify}
      </Button>
      <div className="sign-in-options">
        <Button look="text" onClick={turn}>
          {kind === "app" ? SIGN_IN.useBackup : SIGN_IN.useApp}
        </Button>
        <Button look="text" onClick={(event) => back(event.currentTarget.form)}>
          {SIGN_IN.back}
        </Button>
      </div>
    </form>
  );
}

type BackupCodeProps = Pick<ReturnType<typeof useCode>, "code" | "setCode" | "first">;

const BackupCodeField = ({ code, setCode, first }: BackupCodeProps) => (
  <Field
    ref={first}
    label={SIGN_IN.backupCode}
    name="backupCode"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    value={code}
    onChange={(event) => setCode(event.currentTarget.value)}
  />
);

/** One attempt at a time; after a wrong code the field is cleared and focused. */
function useCode(given: Omit<CodeStepProps, "onBack" | "heading">, kind: "app" | "backup") {
  const { credentials, login, onSignedIn, onFailed } = given;
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const first = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other field and the next attempt start with the focus
  useEffect(() => {
    if (!sending) first.current?.focus();
  }, [kind, sending, wrong]);

  async function send(mfaToken: string): Promise<void> {
    try {
      const answer = await login({ ...credentials, mfaToken });
      if ("requiresMfa" in answer) setWrong(SIGN_IN.wrongCode);
      else await onSignedIn();
    } catch (error) {
      setWrong(signInMessage(error, SIGN_IN.wrongCode, SIGN_IN.codeFailed));
      setCode("");
      onFailed?.(error);
    }
  }

  async function submit(given: string): Promise<void> {
    if (busy.current) return;
    const mfaToken = given.trim();
    if (mfaToken === "" || (kind === "app" && mfaToken.length < DIGITS)) return setWrong(SIGN_IN.noCode);
    busy.current = true;
    setSending(true);
    setWrong(null);
    await send(mfaToken);
    setSending(false);
    busy.current = false;
  }

  return { code, setCode, wrong, sending, submit, first } as const;
}

const DIGITS = 6;
const POSITIONS = Array.from({ length: DIGITS }, (_, position) => position);

interface PinProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly onComplete: (digits: string) => void;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  /** The first box. */
  readonly firstRef?: RefObject<HTMLInputElement | null>;
}

/** Six digits in one box each: typed, pasted or autofilled. */
function Pin({ label, name, value, onChange, onComplete, invalid, disabled, firstRef }: PinProps) {
  return (
    <PinInput.Root
      className="pin"
      otp
      type="numeric"
      placeholder=""
      count={DIGITS}
      name={name}
      value={POSITIONS.map((position) => value[position] ?? "")}
      onValueChange={(change) => onChange(change.valueAsString)}
      onValueComplete={(change) => onComplete(change.valueAsString)}
      sanitizeValue={(pasted) => pasted.replace(/\D/g, "")}
      invalid={invalid === true}
      disabled={disabled === true}
      translations={{ inputLabel: (index, length) => `${label}, digit ${index + 1} of ${length}` }}
    >
      <PinInput.Label className="pin-label">{label}</PinInput.Label>
      <PinInput.Control className="pin-control">
        {POSITIONS.map((position) => (
          <PinInput.Input
            className="pin-input"
            key={position}
            index={position}
            ref={position === 0 ? firstRef : undefined}
          />
        ))}
      </PinInput.Control>
      <PinInput.HiddenInput />
    </PinInput.Root>
  );
}
