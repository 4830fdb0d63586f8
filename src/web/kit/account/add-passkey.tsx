import { useRef, useState } from "react";
import { deviceName } from "../../../shared/people/accounts.ts";
import { knowsPasskeys } from "../../lib/credentials/passkeys.ts";
import { Button } from "../page/button.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { type PasskeyCalls, passkeyActions } from "./passkey-actions.ts";
import { ADD } from "./passkeys-content.ts";

interface AddPasskeyProps {
  readonly calls: PasskeyCalls;
  readonly look?: "primary" | "quiet";
}

/** The button that adds a passkey, named after this device unless the user names it. */
export function AddPasskey({ calls, look = "primary" }: AddPasskeyProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!knowsPasskeys())
    return (
      <p className="soft">
        This browser cannot use passkeys. They need an up-to-date browser and a secure connection.
      </p>
    );
  return (
    <>
      <Button ref={button} look={look} onClick={() => setOpen(true)}>
        Add a passkey
      </Button>
      {open && (
        <NameDialog
          words={ADD}
          name={deviceName(navigator.userAgent)}
          send={passkeyActions(calls).add}
          onClose={() => setOpen(false)}
          focusAfter={() => button.current}
        />
      )}
    </>
  );
}
