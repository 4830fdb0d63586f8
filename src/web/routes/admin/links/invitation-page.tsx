import { useState } from "react";
import { acceptInput, PASSWORD_MIN } from "../../../../modules/accounts/schema.ts";
import { LinkPage } from "../../../kit/sign-in/link-page.tsx";
import { NewPasswordForm } from "../../../kit/sign-in/new-password-form.tsx";
import { trpc } from "../../../lib/api.tsx";
import { INVITATION, RESET, SIGN_IN_PAGE } from "./content.ts";

/** Where an invited person chooses the first password. */
export function InvitationPage() {
  const accept = trpc.admin.recovery.acceptInvitation.useMutation();
  const [username, setUsername] = useState("");
  const done = {
    title: INVITATION.done,
    text: INVITATION.doneText(username),
    next: RESET.signIn,
    href: SIGN_IN_PAGE.href,
  };
  return (
    <LinkPage title={INVITATION.title} done={done}>
      {({ token, onDone }) => (
        <NewPasswordForm
          words={INVITATION}
          password={acceptInput.shape.password}
          min={PASSWORD_MIN}
          isStaff
          send={async (password) => {
            const accepted = await accept.mutateAsync({ token: token.current, password });
            setUsername(accepted.username);
          }}
          onDone={onDone}
          another={SIGN_IN_PAGE}
        />
      )}
    </LinkPage>
  );
}
