import { PASSWORD_MIN, resetInput } from "../../../../modules/accounts/schema.ts";
import { NewPasswordPage } from "../../../kit/sign-in/new-password-form.tsx";
import { trpc } from "../../../lib/api.tsx";
import { RESET, SIGN_IN_PAGE } from "./content.ts";

/** Replaces a forgotten staff password. */
export function ResetPage() {
  const reset = trpc.admin.recovery.resetPassword.useMutation();
  return (
    <NewPasswordPage
      words={RESET}
      password={resetInput.shape.newPassword}
      min={PASSWORD_MIN}
      isStaff
      send={(token, newPassword) => reset.mutateAsync({ token, newPassword })}
      signIn={{ href: SIGN_IN_PAGE.href, label: RESET.signIn }}
      another={{ href: "/admin/forgot", label: RESET.newLink }}
    />
  );
}
