import { useState } from "react";
import {
  acceptInput,
  forgotInput,
  MISSING_IN_FORGOT,
  PASSWORD_MIN,
  resetInput,
} from "../../../modules/accounts/schema.ts";
import { Button, ButtonLink } from "../../kit/controls/button.tsx";
import { Field } from "../../kit/form/field.tsx";
import { Alert, NoEmailNote } from "../../kit/page/alert.tsx";
import { ActLinkPage, LinkFrame } from "../../kit/sign-in/link-page.tsx";
import { NewPasswordPage } from "../../kit/sign-in/new-password-form.tsx";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { textOf } from "../../lib/form.ts";
import { useSubmit } from "../../lib/use-submit.ts";

const SIGN_IN = { href: "/admin", label: "Go to the sign-in" } as const;

/** Asks for the link that replaces a forgotten staff password. */
export function ForgotPage() {
  const { sendsEmail } = useBrand();
  const [isSent, setSent] = useState(false);
  if (!isSent) return <ForgotForm onSent={() => setSent(true)} />;
  return (
    <LinkFrame title={sendsEmail ? "Check your inbox" : "Forgot your password?"}>
      <div role="status">
        <NoEmailNote insteadOf={<p>{SENT}</p>} />
      </div>
      <ButtonLink href={SIGN_IN.href} className="button-wide">
        Back to sign in
      </ButtonLink>
    </LinkFrame>
  );
}

const SENT =
  "If there is such an account, a link is on its way to its address. It works once and for 30 minutes. Another one can be sent after 10 minutes.";

function ForgotForm({ onSent }: { readonly onSent: () => void }) {
  const forgot = trpc.admin.recovery.forgotPassword.useMutation();
  const { fields, sending, limited, onSubmit } = useSubmit({
    schema: forgotInput,
    missing: MISSING_IN_FORGOT,
    read: (data) => ({ username: textOf(data, "username").trim() }),
    send: (input) => forgot.mutateAsync(input),
    onDone: onSent,
    failed: ["The link was not sent", "Please try again."],
  });
  return (
    <LinkFrame title="Forgot your password?">
      <form
        className="sign-in-form"
        method="post"
        aria-label="Forgot your password?"
        noValidate
        onSubmit={onSubmit}
      >
        <p className="soft">Enter your username or email address, and we will send you a link.</p>
        <Field
          label="Username or email"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={fields.username}
        />
        {limited && <Alert>{limited}</Alert>}
        <Button type="submit" className="button-wide" disabled={sending}>
          {sending ? "Sending..." : "Send the link"}
        </Button>
        <ButtonLink href={SIGN_IN.href} look="text">
          Back to sign in
        </ButtonLink>
      </form>
    </LinkFrame>
  );
}

/** Replaces a forgotten staff password. */
export function ResetPage() {
  const reset = trpc.admin.recovery.resetPassword.useMutation();
  return (
    <NewPasswordPage
      {...NEW_PASSWORD}
      words={{
        title: "Choose a new password",
        text: "All devices are signed out, and you sign in with the new password.",
        rule: RULE,
        label: "New password",
        submit: "Set the new password",
        done: "Your password is changed",
        doneText: "Please sign in with it. All devices were signed out.",
      }}
      password={resetInput.shape.newPassword}
      send={(token, newPassword) => reset.mutateAsync({ token, newPassword })}
      another={{ href: "/admin/forgot", label: "Ask for a new link" }}
    />
  );
}

/** Where an invited person chooses the first password. */
export function InvitationPage() {
  const accept = trpc.admin.recovery.acceptInvitation.useMutation();
  const [username, setUsername] = useState("");
  return (
    <NewPasswordPage
      {...NEW_PASSWORD}
      words={{
        title: "Welcome to the team",
        text: "Choose a password for your account.",
        rule: RULE,
        label: "Password",
        submit: "Set the password",
        done: "Your account is ready",
        doneText: `Your username is ${username}. You can sign in now.`,
      }}
      password={acceptInput.shape.password}
      send={async (token, password) => setUsername((await accept.mutateAsync({ token, password })).username)}
      another={SIGN_IN}
    />
  );
}

const RULE = "8 to 128 characters, and not a common one. Three or four random words make a good password.";

const NEW_PASSWORD = {
  min: PASSWORD_MIN,
  isStaff: true,
  signIn: { href: SIGN_IN.href, label: "Sign in" },
} as const;

/** Locks a staff account with the link of a notice. */
export function LockPage() {
  const { mutateAsync } = trpc.admin.recovery.lock.useMutation();
  return <ActLinkPage words={LOCK} nextHref="/admin/forgot" home={SIGN_IN} send={mutateAsync} />;
}

const LOCK = {
  title: "Lock your account",
  text: "All devices are signed out, and passkeys and tokens are removed. No one can sign in until the password is reset by a link to your email address or by a super admin.",
  act: "Lock my account",
  acting: "Locking...",
  done: "Your account is locked",
  doneText: "Ask for a link to choose a new password, and tell a super admin what happened.",
  next: "Choose a new password",
} as const;
