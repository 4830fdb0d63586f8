import { use, useState } from "react";
import { z } from "zod";
import { client } from "../../lib/connection/client.ts";
import { textOf } from "../../lib/form/form-text.ts";
import { isSignedOut, needsReauthentication } from "../../lib/refusal.ts";
import { RecoveryContext } from "../../lib/session/recovery.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Alert } from "../../ui/alert/alert.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Field } from "../../ui/field/field.tsx";
import { PasswordField, PasswordOwner } from "../../ui/field/password-field.tsx";
import { useStaff } from "../staff/use-staff.ts";
import { REAUTHENTICATE } from "./content.ts";
import { signInMessage } from "./sign-in-message.ts";

interface ReauthenticateDialogProps {
  /** Whether the user proved who they are, so that the calls that wait may go on. */
  readonly onDone: (goOn: boolean) => void;
}

/** Asks for the password and, with MFA on, a code. It cannot be closed while they are sent. */
export function ReauthenticateDialog({ onDone }: ReauthenticateDialogProps) {
  const { username, mfaEnabled } = useStaff();
  const [needsCode, setNeedsCode] = useState(mfaEnabled);
  const { wrong, fields, sending, onSubmit } = useProofForm(needsCode, setNeedsCode, onDone);
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
    </Dialog>
  );
}

function useProofForm(
  needsCode: boolean,
  setNeedsCode: (needs: boolean) => void,
  onDone: ReauthenticateDialogProps["onDone"],
) {
  const recovery = use(RecoveryContext);
  const [wrong, setWrong] = useState<string | null>(null);

  async function failed(error: unknown): Promise<void> {
    // the session may have ended while the dialog was open; signing in again proves as much
    if (isSignedOut(error) && (await recovery.current?.signIn(true))) return;
    if (needsReauthentication(error)) setNeedsCode(true);
    setWrong(signInMessage(error, REAUTHENTICATE.wrong, REAUTHENTICATE.failed));
    throw error;
  }

  const form = useSubmit({
    schema: needsCode ? withCode : withoutCode,
    missing: REAUTHENTICATE.noPassword,
    read: (data) => ({ password: textOf(data, "password"), token: textOf(data, "token").trim() }),
    send: async ({ password, token }) => {
      setWrong(null);
      await client.admin.session.reauthenticate
        .mutate({ password, ...(token !== "" && { token }) })
        .catch(failed);
    },
    onInvalid: () => undefined,
    onDone: () => onDone(true),
    onFailed: () => undefined,
  });
  return { wrong, ...form } as const;
}

const password = z.string().min(1, REAUTHENTICATE.noPassword);
const withoutCode = z.object({ password, token: z.string() });
const withCode = z.object({ password, token: z.string().min(1, REAUTHENTICATE.noCode) });
