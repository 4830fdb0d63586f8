import { useState } from "react";
import { z } from "zod";
import { changePasswordInput, PASSWORD_MIN } from "../../../modules/accounts/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { refusalOf } from "../../lib/errors.ts";
import { textOf } from "../../lib/form.ts";
import { toast } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../controls/button.tsx";
import { Field, PasswordField, PasswordOwner } from "../form/field.tsx";
import { NewPasswordField } from "../form/new-password-field.tsx";
import { Alert } from "../page/alert.tsx";
import { useStaff } from "../staff/use-staff.ts";

/** Changes the signed-in user's password. `onChanged` is called once it is. */
export function PasswordForm({ onChanged }: { readonly onChanged?: () => void }) {
  const { username } = useStaff();
  const { wrong, codeDue, fields, sending, onSubmit } = usePasswordChange(onChanged);
  return (
    <form className="password-form" aria-label="Password" noValidate onSubmit={onSubmit}>
      {wrong && <Alert>{wrong}</Alert>}
      <PasswordOwner username={username} />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        required
        error={fields.currentPassword}
      />
      <NewPasswordField
        label="New password"
        name="newPassword"
        required
        error={fields.newPassword}
        min={PASSWORD_MIN}
        hint="8 to 128 characters, and not a common one. Three or four random words make a good password."
        namesOf={() => ({ username })}
      />
      <PasswordField
        label="Confirm new password"
        name="confirm"
        autoComplete="new-password"
        required
        error={fields.confirm}
      />
      {codeDue && (
        <Field
          label="MFA code or backup code"
          name="mfaToken"
          autoComplete="one-time-code"
          error={fields.mfaToken}
        />
      )}
      <Button type="submit" disabled={sending}>
        {sending ? "Changing..." : "Change password"}
      </Button>
    </form>
  );
}

const schema = changePasswordInput
  .extend({ confirm: z.string() })
  .refine(({ newPassword, confirm }) => newPassword === confirm, {
    path: ["confirm"],
    error: "The two new passwords differ",
  });

/** Only the server knows whether the last code is too old, so the field appears when the server requires it. */
const WANTS_CODE = "Invalid MFA code";

function usePasswordChange(onChanged?: () => void) {
  const utils = trpc.useUtils();
  const change = trpc.admin.session.changePassword.useMutation();
  const [wrong, setWrong] = useState<string | null>(null);
  const [codeDue, setCodeDue] = useState(false);
  const refused = (error: unknown) => {
    const sentence = refusalOf(error)?.sentence;
    if (sentence !== WANTS_CODE) return;
    if (!codeDue) setWrong("Please enter your MFA code");
    setCodeDue(true);
  };
  const form = useSubmit({
    schema,
    missing: "Please fill in all required fields",
    read: (data) => ({
      ...textsOf(data),
      ...(codeDue && { mfaToken: textOf(data, "mfaToken").trim() }),
    }),
    send: ({ confirm: _, ...input }) => {
      setWrong(null);
      const sent = change.mutateAsync(input).catch((error: unknown) => {
        refused(error);
        throw error;
      });
      return sent.finally(() => change.reset()); // else it keeps both passwords
    },
    onInvalid: () => setWrong(null),
    onDone: (form) => {
      form.reset();
      setCodeDue(false);
      toast({ title: "Password changed" });
      void utils.admin.session.list.invalidate();
      onChanged?.();
    },
    onFailed: (message) =>
      setWrong((shown) => shown ?? message ?? "Failed to change the password. Please try again."),
  });
  return { wrong, codeDue, ...form } as const;
}

const textsOf = (data: FormData) => ({
  currentPassword: textOf(data, "currentPassword"),
  newPassword: textOf(data, "newPassword"),
  confirm: textOf(data, "confirm"),
});
