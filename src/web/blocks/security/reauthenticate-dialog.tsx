import { useState } from "react";
import { z } from "zod";
import { textOf } from "../../lib/form-text.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Alert } from "../../ui/alert/alert.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Field } from "../../ui/field/field.tsx";
import { PasswordField, PasswordOwner } from "../../ui/field/password-field.tsx";
import { signInMessage } from "../sign-in/sign-in-message.ts";
import { useStaff } from "../staff/use-staff.ts";
import { PROOF } from "./content.ts";
import type { Asking, Proof } from "./use-reauthenticate.ts";

/** Asks for the password and, with MFA on, a code; then continues the interrupted action. */
export function ReauthenticateDialog({ asking }: { readonly asking: Asking | null }) {
  const [sending, setSending] = useState(false);
  const attempt = async (proof: Proof) => {
    setSending(true);
    await asking?.attempt(proof).finally(() => setSending(false));
  };
  return (
    <Dialog
      open={asking !== null}
      onOpenChange={(open) => !open && asking?.giveUp()}
      held={sending}
      size="small"
      title={PROOF.title}
      description={PROOF.lead}
    >
      {asking && <ProofForm attempt={attempt} />}
    </Dialog>
  );
}

function ProofForm({ attempt }: Pick<Asking, "attempt">) {
  const { username, mfaEnabled } = useStaff();
  const { wrong, fields, sending, onSubmit } = useProofForm(attempt, mfaEnabled);
  return (
    <form className="dialog-form" aria-label={PROOF.title} noValidate onSubmit={onSubmit}>
      {wrong && <Alert>{wrong}</Alert>}
      <PasswordOwner username={username} />
      <PasswordField
        label={PROOF.password}
        name="password"
        autoComplete="current-password"
        required
        error={fields.password}
      />
      {mfaEnabled && (
        <Field
          label={PROOF.code}
          name="token"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
          error={fields.token}
        />
      )}
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? PROOF.sending : PROOF.submit}
      </Button>
    </form>
  );
}

function useProofForm(attempt: Asking["attempt"], mfaEnabled: boolean) {
  const [wrong, setWrong] = useState<string | null>(null);
  const form = useSubmit({
    schema: mfaEnabled ? withCode : withoutCode,
    missing: PROOF.noPassword,
    read: (data) => ({
      password: textOf(data, "password"),
      token: textOf(data, "token").trim(),
    }),
    send: async ({ password, token }) => {
      setWrong(null);
      await attempt({ password, ...(token !== "" && { token }) }).catch((error: unknown) => {
        setWrong(signInMessage(error, PROOF.wrong, PROOF.failed));
        throw error;
      });
    },
    onInvalid: () => undefined,
    onDone: () => undefined,
    onFailed: () => undefined,
  });
  return { wrong, ...form } as const;
}

const password = z.string().min(1, PROOF.noPassword);
const withoutCode = z.object({ password, token: z.string() });
const withCode = z.object({ password, token: z.string().min(1, PROOF.noCode) });
