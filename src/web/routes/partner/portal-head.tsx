import { useNavigate } from "@tanstack/react-router";
import { LOG_OUT } from "../../blocks/log-out/content.ts";
import { LogOut } from "../../blocks/log-out/log-out.tsx";
import { Wordmark } from "../../blocks/wordmark/wordmark.tsx";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast/toast.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { AccountMenu } from "./account/account-menu.tsx";
import { PORTAL } from "./content.ts";
import { usePartner, useSessionChange } from "./session.ts";

export function PortalBar() {
  return (
    <header className="portal-bar">
      <div className="wrap">
        <Wordmark />
        <AccountMenu />
        <PartnerLogOut />
      </div>
    </header>
  );
}

/** The business name and account menu. A verified partner has no star: that is the mark of a halal tier. */
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

function PartnerLogOut() {
  const logout = trpc.partner.session.logout.useMutation();
  const { end } = useSessionChange();
  const navigate = useNavigate();
  return (
    <LogOut
      send={() => logout.mutateAsync()}
      onLoggedOut={async () => {
        // Without search params: the next sign-in must not return to what was open.
        await navigate({ to: "/partner", search: {}, replace: true });
        end(null);
        toast({ title: LOG_OUT.done });
      }}
    />
  );
}
