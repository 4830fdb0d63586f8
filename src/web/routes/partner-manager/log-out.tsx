import { useState } from "react";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button/button.tsx";
import { SIGN_IN } from "./content.ts";

/** Ends the session and reloads the page, so that nothing of it stays. */
export function LogOut() {
  const logout = trpc.partnerManager.session.logout.useMutation();
  const [leaving, setLeaving] = useState(false);
  async function leave(): Promise<void> {
    setLeaving(true);
    try {
      await logout.mutateAsync();
      window.location.reload();
    } catch {
      setLeaving(false);
      toast({ title: SIGN_IN.logOutFailed, variant: "destructive" });
    }
  }
  return (
    <Button look="quiet" className="button-small" disabled={leaving} onClick={leave}>
      {SIGN_IN.logOut}
    </Button>
  );
}
