import { useState } from "react";
import { Button } from "../../ui/button/button.tsx";

interface LogOutProps {
  readonly label: string;
  readonly send: () => Promise<unknown>;
  /** Leaves the screen; runs only once the server has ended the session. */
  readonly onLoggedOut: () => unknown;
  readonly onFailed: (error: unknown) => void;
}

export function LogOut({ label, send, onLoggedOut, onFailed }: LogOutProps) {
  const [leaving, setLeaving] = useState(false);
  async function logOut(): Promise<void> {
    setLeaving(true);
    try {
      await send();
      await onLoggedOut();
    } catch (error) {
      setLeaving(false);
      onFailed(error);
    }
  }
  return (
    <Button look="quiet" className="button-small" disabled={leaving} onClick={logOut}>
      {label}
    </Button>
  );
}
