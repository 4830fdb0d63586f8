import { useState } from "react";
import { acceptInput, PASSWORD_MIN } from "../../../../modules/accounts/schema.ts";
import { NewPasswordPage } from "../../../kit/sign-in/new-password-form.tsx";
import { trpc } from "../../../lib/api.tsx";
import { INVITATION, RESET, SIGN_IN_PAGE } from "./content.ts";

/** Where an invited person chooses the first password. */
export function InvitationPage() {
  const accept = trpc.admin.recovery.acceptInvitation.useMutation();
  const [username, setUsername] = useState("");
  return (
    <NewPasswordPage
      words={{ ...INVITATION, doneText: INVITATION.doneText(username) }}
      password={acceptInput.shape.password}
      min={PASSWORD_MIN}
      isStaff
      send={async (token, password) => setUsername((await accept.mutateAsync({ token, password })).username)}
      signIn={{ href: SIGN_IN_PAGE.href, label: RESET.signIn }}
      another={SIGN_IN_PAGE}
    />
  );
}
