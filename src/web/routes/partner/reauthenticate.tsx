import { ReauthenticateDialog } from "../../blocks/sign-in/reauthenticate-dialog.tsx";
import { client } from "../../lib/connection/client.ts";
import { usePartner } from "./session.ts";

/** Asks for the password or a passkey before the calls that need it go on. */
export function Reauthenticate({ onDone }: { readonly onDone: (goOn: boolean) => void }) {
  const { email } = usePartner();
  return (
    <ReauthenticateDialog
      username={email}
      startPasskey={() => client.partner.passkeys.startSignIn.mutate()}
      send={(proof) => client.partner.session.reauthenticate.mutate(proof)}
      onDone={onDone}
    />
  );
}
