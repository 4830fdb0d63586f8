import { PASSWORD_MIN, resetInput } from "../../../../modules/accounts/schema.ts";
import { LinkPage } from "../../../kit/sign-in/link-page.tsx";
import { NewPasswordForm } from "../../../kit/sign-in/new-password-form.tsx";
import { trpc } from "../../../lib/api.tsx";
import { RESET, SIGN_IN_PAGE } from "./content.ts";

/** Replaces a forgotten staff password. */
export function ResetPage() {
  const reset = trpc.admin.recovery.resetPassword.useMutation();
  const done = { title: RESET.done, text: RESET.doneText, next: RESET.signIn, href: SIGN_IN_PAGE.href };
  return (
    <LinkPage title={RESET.title} done={done}>
      {({ token, onDone }) => (
        <NewPasswordForm
          words={RESET}
          password={resetInput.shape.newPassword}
          min={PASSWORD_MIN}
          isStaff
          send={(newPassword) => reset.mutateAsync({ token: token.current, newPassword })}
          onDone={onDone}
          another={{ href: "/admin/forgot", label: RESET.newLink }}
        />
      )}
    </LinkPage>
  );
}
