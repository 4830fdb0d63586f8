import { use, useState } from "react";
import { z } from "zod";
import { REAUTHENTICATE } from "../../../copy/en/sign-in.ts";
import type { RequestOptions, SignedResponse } from "../../../shared/people/passkeys.ts";
import { isSignedOut, needsReauthentication } from "../../lib/errors.ts";
import { textOf } from "../../lib/form.ts";
import { RecoveryContext } from "../../lib/session/recovery.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { Field, PasswordField, PasswordOwner } from "../form/field.tsx";
import { Alert } from "../page/alert.tsx";
import { signInMessage } from "./login.ts";
import { PasskeyButton } from "./sign-in-steps.tsx";

interface Proof {
  readonly password?: string;
  readonly token?: string;
  readonly passkey?: SignedResponse;
}

interface ReauthenticateDialogProps {
  /** Whose password it is, for password managers. */
  readonly username: string;
  readonly mfaEnabled?: boolean;
  readonly startPasskey: () => Promise<RequestOptions>;
  readonly send: (proof: Proof) => Promise<unknown>;
  /** Whether the user proved who they are, so that the calls that wait may go on. */
  readonly onDone: (goOn: boolean) => void;
}

/** Asks for the password and, with MFA on, a code; or for a passkey. It cannot be closed while they are sent. */
export function ReauthenticateDialog(props: ReauthenticateDialogProps) {
  const { username, mfaEnabled = false, startPasskey, onDone } = props;
  const [needsCode, setNeedsCode] = useState(mfaEnabled);
  const { wrong, fields, sending, onSubmit, sendPasskey, showFailure } = useProofForm(
    needsCode,
    setNeedsCode,
    props,
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone(false)}
      held={sending}
      keepsText // the code is quickly typed again
      size="small"
      title={REAUTHENTICATE.title}
      description={REAUTHENTICATE.lead}
    >
      <form className="dialog-form" aria-label={REAUTHENTICATE.title} noValidate onSubmit={onSubmit}>
        {wrong && <Alert>{wrong}</Alert>}
        <PasswordOwner username={username} />
        <PasswordField
          label={REAUTHENTICATE.password}
          name="password"
          autoComplete="current-password"
          required
          error={fields.password}
        />
        {needsCode && (
          <Field
            label={REAUTHENTICATE.code}
            name="token"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            required
            error={fields.token}
          />
        )}
        <Button type="submit" className="button-wide" disabled={sending}>
          {sending ? REAUTHENTICATE.sending : REAUTHENTICATE.submit}
        </Button>
      </form>
      <PasskeyButton start={startPasskey} send={sendPasskey} onFailed={showFailure} />
    </Dialog>
  );
}

function useProofForm(
  needsCode: boolean,
  setNeedsCode: (needs: boolean) => void,
  { send, onDone }: ReauthenticateDialogProps,
) {
  const recovery = use(RecoveryContext);
  const [wrong, setWrong] = useState<string | null>(null);

  const showFailure = (error: unknown) =>
    setWrong(signInMessage(error, REAUTHENTICATE.wrong, REAUTHENTICATE.failed));

  async function failed(error: unknown): Promise<void> {
    // the session may have ended while the dialog was open; signing in again proves as much
    if (isSignedOut(error) && (await recovery.current?.signIn(true))) return;
    if (needsReauthentication(error)) setNeedsCode(true);
    showFailure(error);
    throw error;
  }

  const form = useSubmit({
    schema: needsCode ? withCode : withoutCode,
    missing: REAUTHENTICATE.noPassword,
    read: (data) => ({ password: textOf(data, "password"), token: textOf(data, "token").trim() }),
    send: async ({ password, token }) => {
      setWrong(null);
      await send({ password, ...(token !== "" && { token }) }).catch(failed);
    },
    onInvalid: () => undefined,
    onDone: () => onDone(true),
  });
  async function sendPasskey(passkey: SignedResponse): Promise<void> {
    setWrong(null);
    await send({ passkey }).catch(failed);
    onDone(true);
  }
  return { wrong, sendPasskey, showFailure, ...form } as const;
}

const password = z.string().min(1, REAUTHENTICATE.noPassword);
const withoutCode = z.object({ password, token: z.string() });
const withCode = z.object({ password, token: z.string().min(1, REAUTHENTICATE.noCode) });
