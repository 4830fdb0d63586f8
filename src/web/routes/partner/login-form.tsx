import { type MouseEvent, useEffect, useRef } from "react";
import { AUTH } from "../../../copy/en/sign-in.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { Alert } from "../../kit/page/alert.tsx";
import { type Credentials, LOGINS, signInMessage } from "../../kit/sign-in/login.ts";
import { CredentialsForm, PasskeyButton } from "../../kit/sign-in/sign-in-steps.tsx";
import { useBrand } from "../../lib/brand.ts";
import { client } from "../../lib/client.ts";
import { refusalOf } from "../../lib/errors.ts";
import type { Enter } from "../../lib/session/account-kind.ts";
import { toastError } from "../../lib/toast.ts";
import type { Partner } from "./partner-account.ts";

interface LoginFormProps {
  readonly why: string | null;
  /** The email address that was just registered. */
  readonly registered: string | null;
  /** Fills the field for the address. */
  readonly known: string;
  readonly inDialog?: boolean;
  /** Where a forgotten password is replaced. */
  readonly forgot?: { readonly href: string; readonly onSelect: () => void };
  readonly enter: Enter<Partner>;
  readonly onSignedIn?: (partner: Partner) => void;
}

export function LoginForm({
  why,
  registered,
  known,
  inDialog = false,
  forgot,
  enter,
  onSignedIn,
}: LoginFormProps) {
  const { sendsEmail } = useBrand();
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (registered) password.current?.focus();
  }, [registered]);
  async function send(given: Credentials): Promise<void> {
    await LOGINS.partner.send(given);
    await entered();
  }
  async function entered(): Promise<void> {
    const partner = await enter();
    if (!partner) throw new NotKept();
    onSignedIn?.(partner);
  }
  return (
    <>
      <CredentialsForm
        words={WORDS}
        identifier="email"
        className="partner-auth-form"
        known={known}
        inDialog={inDialog}
        passwordRef={password}
        footer={forgot && <ForgotLink {...forgot} />}
        send={send}
        onInvalid={(sentence) => toastError(sentence)}
        onFailed={toastFailure}
      >
        {registered ? (
          <Alert tone="info">{AUTH.registeredText(registered, sendsEmail)}</Alert>
        ) : (
          !inDialog && <p className="soft">{why ?? AUTH.lead}</p>
        )}
      </CredentialsForm>
      <PasskeyButton
        start={() => client.partner.passkeys.startSignIn.mutate()}
        send={async (response) => {
          await client.partner.passkeys.signIn.mutate({ response });
          await entered();
        }}
        onFailed={toastFailure}
      />
    </>
  );
}

function ForgotLink({ href, onSelect }: NonNullable<LoginFormProps["forgot"]>) {
  function onClick(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return; // opens elsewhere
    event.preventDefault();
    onSelect();
  }
  return (
    <ButtonLink look="text" href={href} onClick={onClick}>
      {AUTH.forgot}
    </ButtonLink>
  );
}

const WORDS = {
  title: AUTH.login,
  identifier: AUTH.email,
  password: AUTH.password,
  submit: AUTH.login,
  sending: AUTH.loggingIn,
  missing: AUTH.missing,
  unreached: AUTH.unreached,
};

/** The browser did not keep the session's cookie. */
class NotKept extends Error {}

const toastFailure = (error: unknown) => toastError(AUTH.loginFailed, messageFor(error));

/** The server's message with its status, and the wait after too many attempts. */
function messageFor(error: unknown): string {
  if (error instanceof NotKept) return AUTH.notKept;
  const status = refusalOf(error)?.status;
  const sentence = signInMessage(error, AUTH.tryAgain, AUTH.tryAgain);
  return status === undefined ? sentence : `${status}: ${sentence}`;
}
