import { useNavigate } from "@tanstack/react-router";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast/toast.ts";
import { LogOut } from "../log-out/log-out.tsx";
import { STAFF } from "./content.ts";
import { useSessionChange } from "./use-session.ts";

export function StaffLogOut() {
  const logout = trpc.admin.session.logout.useMutation();
  const { end } = useSessionChange();
  const navigate = useNavigate();
  return (
    <LogOut
      label={STAFF.logOut}
      send={() => logout.mutateAsync()}
      onLoggedOut={async () => {
        await navigate({ to: "/admin" });
        end(null);
        toast({ title: STAFF.loggedOut });
      }}
      onFailed={() => toast({ title: STAFF.logOutFailed, variant: "destructive" })}
    />
  );
}
