import { LogOut } from "../../blocks/log-out/log-out.tsx";
import { useSessionChange } from "../../blocks/staff/use-session.ts";
import { trpc } from "../../lib/api.tsx";

/** Reloads the page afterwards, so that nothing that was on it stays in memory. */
export function ManagerLogOut() {
  const logout = trpc.partnerManager.session.logout.useMutation();
  const { end } = useSessionChange();
  return (
    <LogOut
      send={() => logout.mutateAsync()}
      onLoggedOut={() => {
        end(null);
        window.location.reload();
      }}
    />
  );
}
