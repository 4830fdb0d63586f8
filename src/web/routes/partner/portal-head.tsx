import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Wordmark } from "../../blocks/wordmark/wordmark.tsx";
import { trpc } from "../../lib/api.tsx";
import { messageOf } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { AccountMenu } from "./account/account-menu.tsx";
import { PORTAL } from "./content.ts";
import { usePartner, useSessionChange } from "./session.ts";

export function PortalBar() {
  const { leaving, logOut } = useLogOut();
  return (
    <header className="portal-bar">
      <div className="wrap">
        <Wordmark />
        <AccountMenu />
        <Button look="quiet" className="button-small" disabled={leaving} onClick={logOut}>
          {PORTAL.logOut}
        </Button>
      </div>
    </header>
  );
}

/** Whose portal it is. A verified partner wears no star: that is the mark of a halal tier. */
export function BusinessLine() {
  const { businessName, isVerified } = usePartner();
  return (
    <header className="portal-head">
      <h1>{PORTAL.title}</h1>
      <p className="portal-business">
        <bdi>{businessName}</bdi> {isVerified && <Badge tone="info">{PORTAL.verified}</Badge>}
      </p>
    </header>
  );
}

function useLogOut() {
  const logout = trpc.partner.session.logout.useMutation();
  const { end } = useSessionChange();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  async function logOut(): Promise<void> {
    setLeaving(true);
    try {
      await logout.mutateAsync();
      // Else the sign-in would lead back to what was open.
      await navigate({ to: "/partner", search: {}, replace: true });
      end(null);
      toast({ title: PORTAL.loggedOut });
    } catch (error) {
      setLeaving(false);
      const description = messageOf(error) ?? PORTAL.tryAgainText;
      toast({ title: PORTAL.logOutFailed, description, variant: "destructive" });
    }
  }
  return { leaving, logOut } as const;
}
