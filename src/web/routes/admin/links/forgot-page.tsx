import { useState } from "react";
import { forgotInput, MISSING_IN_FORGOT } from "../../../../modules/accounts/schema.ts";
import { Button, ButtonLink } from "../../../kit/controls/button.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { Alert, EmailWaits } from "../../../kit/page/alert.tsx";
import { LinkFrame } from "../../../kit/sign-in/link-page.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { SIGN_IN_PAGE } from "./content.ts";

/** Asks for the link that replaces a forgotten staff password. */
export function ForgotPage() {
  const [isSent, setSent] = useState(false);
  if (!isSent) return <ForgotForm onSent={() => setSent(true)} />;
  return (
    <LinkFrame title="Look into your mailbox">
      <p role="status">
        If there is such an account, a link is on its way to its address. It works once and for 30 minutes.
        Another one can be sent after 10 minutes.
      </p>
      <EmailWaits />
      <ButtonLink href={SIGN_IN_PAGE.href} className="button-wide">
        Back to sign in
      </ButtonLink>
    </LinkFrame>
  );
}

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
        <p className="soft">Enter your username or email address, and we email you a link.</p>
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
        <ButtonLink href={SIGN_IN_PAGE.href} look="text">
          Back to sign in
        </ButtonLink>
      </form>
    </LinkFrame>
  );
}
