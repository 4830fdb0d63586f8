import { RESET } from "../../../../copy/en/links.ts";
import { PASSWORD_MIN, resetInput } from "../../../../modules/partners/schema.ts";
import { LinkPage } from "../../../kit/sign-in/link-page.tsx";
import { NewPasswordForm } from "../../../kit/sign-in/new-password-form.tsx";
import { trpc } from "../../../lib/api.tsx";

/** Replaces a forgotten password. */
export function ResetPage() {
  const reset = trpc.partner.password.reset.useMutation();
  const done = { title: RESET.done, text: RESET.doneText, next: RESET.signIn, href: "/partner/auth" };
  return (
    <LinkPage title={RESET.title} done={done}>
      {({ token, onDone }) => (
        <NewPasswordForm
          words={RESET}
          password={resetInput.shape.newPassword}
          min={PASSWORD_MIN}
          send={(newPassword) => reset.mutateAsync({ token: token.current, newPassword })}
          onDone={onDone}
          another={{ href: "/partner/auth?tab=forgot", label: RESET.newLink }}
        />
      )}
    </LinkPage>
  );
}
