import { useState } from "react";
import { useRequestedAct } from "../../lib/acts.ts";
import { toastError } from "../../lib/toast.ts";
import { Button } from "../controls/button.tsx";

interface LogOutProps {
  readonly send: () => Promise<unknown>;
  /** Leaves the screen; runs only once the server has ended the session. */
  readonly onLoggedOut: () => unknown;
}

/** The button that ends the session, the same for staff, partner managers and partners. */
export function LogOut({ send, onLoggedOut }: LogOutProps) {
  const [leaving, setLeaving] = useState(false);
  async function logOut(): Promise<void> {
    setLeaving(true);
    try {
      await send();
      await onLoggedOut();
    } catch (error) {
      setLeaving(false);
      toastError("Logout failed", error, "Please try again.");
    }
  }
  useRequestedAct("logOut", () => void logOut());
  return (
    <Button look="quiet" className="button-small" disabled={leaving} onClick={logOut}>
      Logout
    </Button>
  );
}
