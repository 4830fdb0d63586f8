import { LogOut } from "../../blocks/log-out/log-out.tsx";
import { useSessionChange } from "../../blocks/staff/use-session.ts";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast/toast.ts";
import { SIGN_IN } from "./content.ts";

/** Reloads the page afterwards, so that nothing that was on it stays in memory. */
export function ManagerLogOut() {
  const logout = trpc.partnerManager.session.logout.useMutation();
  const { end } = useSessionChange();
  return (
    <LogOut
      label={SIGN_IN.logOut}
      send={() => logout.mutateAsync()}
      onLoggedOut={() => {
        end(null);
        window.location.reload();
      }}
      onFailed={() => toast({ title: SIGN_IN.logOutFailed, variant: "destructive" })}
    />
  );
}
