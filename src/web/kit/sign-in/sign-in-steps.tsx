import { type InputHTMLAttributes, type ReactNode, type Ref, useState, useSyncExternalStore } from "react";
import { PASSKEY, SIGN_IN } from "../../../copy/en/sign-in.ts";
import type { RequestOptions, SignedResponse } from "../../../shared/people/passkeys.ts";
import { client } from "../../lib/client.ts";
import { requiredTexts } from "../../lib/form.ts";
import { knowsPasskeys, PasskeyDismissed, signWithPasskey } from "../../lib/session/passkeys.ts";
import { removeErrorToast } from "../../lib/toast.ts";
import { useBusy } from "../../lib/use-busy.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../controls/button.tsx";
import { Field, PasswordField } from "../form/field.tsx";
import type { CodeStep } from "./code-step.tsx";
import { type Credentials, type Identifier, type Login, readCredentials } from "./login.ts";

type StepWords = Readonly<Record<"title" | "username" | "password" | "submit" | "sending", string>>;

interface SignInStepsProps {
  readonly words: StepWords;
  /** Above the fields of the first step. */
  readonly children?: ReactNode;
  /** Below the button of the first step. */
  readonly footer?: ReactNode;
  /** Whose session ended, in a dialog. */
  readonly again?: string | undefined;
  readonly login: Login;
  readonly loginWithPasskey: (response: SignedResponse) => Promise<unknown>;
  readonly onSignedIn: () => Promise<void>;
  readonly onInvalid: (sentence: string) => void;
  readonly onFailed: (error: unknown) => void;
  /** The code was refused; the form already shows it. */
  readonly onCodeRefused?: ((error: unknown) => void) | undefined;
}

interface SecondStep {
  readonly credentials: Credentials;
  readonly Step: typeof CodeStep;
}

/** Username and password, then a code if the account has MFA. */
export function SignInSteps({ words, children, again, login, onSignedIn, ...props }: SignInStepsProps) {
  const [second, setSecond] = useState<SecondStep | null>(null);
  async function send(credentials: Credentials): Promise<void> {
    const answer = await login(credentials);
    if (!("requiresMfa" in answer)) return onSignedIn();
    const { CodeStep: Step } = await loadCodeStep();
    setSecond({ credentials, Step });
  }
  if (second)
    return (
      <second.Step
        credentials={second.credentials}
        login={login}
        heading={again === undefined ? "h1" : "h3"}
        onBack={() => setSecond(null)}
        onSignedIn={onSignedIn}
        onFailed={props.onCodeRefused}
      />
    );
  return (
    <>
      <CredentialsForm
        words={{ ...words, identifier: words.username, missing: SIGN_IN.missing, unreached: SIGN_IN.failed }}
        identifier="username"
        inDialog={again !== undefined}
        known={again}
        send={send}
        onInvalid={props.onInvalid}
        onFailed={props.onFailed}
        footer={props.footer}
      >
        {children}
      </CredentialsForm>
      <PasskeyButton
        start={() => client.admin.passkeys.startSignIn.mutate()}
        send={async (response) => {
          await props.loginWithPasskey(response);
          await onSignedIn();
        }}
        onFailed={props.onFailed}
      />
    </>
  );
}

/** Loaded on its own, because the first step is needed sooner and by everyone. */
export const loadCodeStep = () => import("./code-step.tsx");

const KEYBOARD: Readonly<
  Record<Identifier, Pick<InputHTMLAttributes<HTMLInputElement>, "type" | "inputMode">>
> = {
  username: {},
  email: { type: "email", inputMode: "email" },
};

type Words = Readonly<
  Record<"title" | "identifier" | "password" | "submit" | "sending" | "missing" | "unreached", string>
>;

interface CredentialsFormProps {
  readonly words: Words;
  readonly identifier: Identifier;
  /** Above the fields. */
  readonly children?: ReactNode;
  /** Below the button. */
  readonly footer?: ReactNode;
  readonly className?: string;
  /** Fills the first field. */
  readonly known?: string | undefined;
  readonly inDialog?: boolean;
  readonly passwordRef?: Ref<HTMLInputElement> | undefined;
  readonly send: (given: Credentials) => Promise<void>;
  /** A field is empty; nothing was sent. */
  readonly onInvalid: (sentence: string) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Username or email address, and password. */
export function CredentialsForm({ words, identifier, known, inDialog, ...props }: CredentialsFormProps) {
  const { fields, sending, onSubmit } = useCredentials(identifier, words, props);
  return (
    <form
      className={props.className ?? "sign-in-form"}
      method="post"
      data-unreached={words.unreached}
      aria-label={words.title}
      noValidate
      onSubmit={onSubmit}
    >
      {props.children}
      <Field
        label={words.identifier}
        name={identifier}
        {...KEYBOARD[identifier]}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={known}
        error={fields[identifier]}
      />
      <PasswordField
        ref={props.passwordRef}
        label={words.password}
        name="password"
        autoComplete="current-password"
        data-autofocus={inDialog || undefined}
        required
        error={fields.password}
      />
      <Button type="submit" className="button-wide" pending={words.sending} disabled={sending}>
        {sending ? words.sending : words.submit}
      </Button>
      {props.footer}
    </form>
  );
}

type Handlers = Pick<CredentialsFormProps, "send" | "onInvalid" | "onFailed">;

function useCredentials(identifier: Identifier, words: Words, { send, onInvalid, onFailed }: Handlers) {
  return useSubmit({
    schema: requiredTexts({ [identifier]: words.identifier, password: words.password }),
    missing: words.missing,
    read: (data) => {
      const { username, password } = readCredentials(data, identifier);
      return { [identifier]: username, password };
    },
    send: ({ [identifier]: username = "", password = "" }) => send({ username, password }),
    onInvalid,
    onDone: () => undefined,
    onFailed: (_message, error) => onFailed(error),
  });
}

interface PasskeyButtonProps {
  readonly start: () => Promise<RequestOptions>;
  readonly send: (response: SignedResponse) => Promise<void>;
  readonly onFailed: (error: unknown) => void;
  readonly look?: "quiet" | "primary";
}

/** Signs in with a passkey. It is not shown where the browser knows none. */
export function PasskeyButton({ start, send, onFailed, look = "quiet" }: PasskeyButtonProps) {
  const offered = useSyncExternalStore(never, knowsPasskeys, () => true);
  const [busy, run] = useBusy();
  async function sign(): Promise<void> {
    removeErrorToast();
    try {
      await send(await signWithPasskey(await start()));
    } catch (error) {
      if (!(error instanceof PasskeyDismissed)) onFailed(error);
    }
  }
  if (!offered) return null;
  return (
    <Button
      look={look}
      className="button-wide sign-in-passkey"
      aria-disabled={busy}
      onClick={() => void run(sign)}
    >
      {busy ? PASSKEY.waiting : PASSKEY.use}
    </Button>
  );
}

const never = () => () => undefined;

/** Not a route link: the sign-in is sent without the app. */
export const ForgotLink = () => (
  <a className="sign-in-forgot" href="/admin/forgot">
    {SIGN_IN.forgot}
  </a>
);
