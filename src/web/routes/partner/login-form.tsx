import { useEffect, useRef } from "react";
import { loginInput } from "../../../modules/partners/schema.ts";
import { signInMessage } from "../../blocks/sign-in/sign-in-message.ts";
import { trpc } from "../../lib/api.tsx";
import { textOf } from "../../lib/form-text.ts";
import { refusalOf } from "../../lib/refusal.ts";
import { UNRECOVERED } from "../../lib/session/recovery.ts";
import { toast } from "../../lib/toast/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Alert } from "../../ui/alert/alert.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Field } from "../../ui/field/field.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { AUTH } from "./auth-content.ts";
import { type Partner, useSessionChange } from "./session.ts";

interface LoginFormProps {
  readonly why: string | null;
  /** The email address that was just registered. */
  readonly registered: string | null;
  /** The email address of a session that ended. */
  readonly again?: string;
  readonly onSignedIn?: (partner: Partner) => void;
}

export function LoginForm({ why, registered, again, onSignedIn }: LoginFormProps) {
  const { fields, sending, onSubmit } = useLogin(onSignedIn);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (registered) password.current?.focus();
  }, [registered]);
  return (
    <form
      className="partner-auth-form"
      method="post"
      data-unreached={AUTH.unreached}
      aria-label={AUTH.login}
      noValidate
      onSubmit={onSubmit}
    >
      {registered ? (
        <Alert tone="info">{AUTH.registeredText(registered)}</Alert>
      ) : (
        again === undefined && <p className="soft">{why ?? AUTH.lead}</p>
      )}
      <Field
        label={AUTH.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={registered ?? again ?? ""}
        error={fields.email}
      />
      <PasswordField
        ref={password}
        label={AUTH.password}
        name="password"
        autoComplete="current-password"
        data-autofocus={again !== undefined || undefined}
        required
        error={fields.password}
      />
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? AUTH.loggingIn : AUTH.login}
      </Button>
    </form>
  );
}

/** After a successful login, checks that the browser kept the session cookie, and continues. */
function useLogin(onSignedIn: LoginFormProps["onSignedIn"]) {
  const login = trpc.partner.session.login.useMutation({ trpc: UNRECOVERED });
  const { enter } = useSessionChange();
  const signedIn = useRef<Partner>(null);
  const failed = useRef<string>(AUTH.tryAgain);
  return useSubmit({
    schema: loginInput,
    missing: AUTH.missing,
    read: (data) => ({
      email: textOf(data, "email"),
      password: textOf(data, "password"),
    }),
    send: async (input) => {
      failed.current = AUTH.tryAgain;
      await login.mutateAsync(input).catch((error: unknown) => {
        failed.current = messageFor(error);
        throw error;
      });
      signedIn.current = (await enter()).who;
      if (signedIn.current) return;
      failed.current = AUTH.notKept;
      throw new Error(AUTH.notKept);
    },
    onInvalid: (sentence) => toast({ title: sentence, variant: "destructive" }),
    onDone: () => signedIn.current && onSignedIn?.(signedIn.current),
    onFailed: () => toast({ title: AUTH.loginFailed, description: failed.current, variant: "destructive" }),
  });
}

/** The server's message with its status, and the wait after too many attempts. */
function messageFor(error: unknown): string {
  const status = refusalOf(error)?.status;
  const sentence = signInMessage(error, AUTH.tryAgain, AUTH.tryAgain);
  return status === undefined ? sentence : `${status}: ${sentence}`;
}
