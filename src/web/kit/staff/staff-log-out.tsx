import { useNavigate } from "@tanstack/react-router";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast/toast.ts";
import { LogOut } from "./log-out.tsx";
import { LOG_OUT } from "./log-out-content.ts";
import { useSessionChange } from "./use-session.ts";

export function StaffLogOut() {
  const logout = trpc.admin.session.logout.useMutation();
  const { end } = useSessionChange();
  const navigate = useNavigate();
  return (
    <LogOut
      send={() => logout.mutateAsync()}
      onLoggedOut={async () => {
        await navigate({ to: "/admin" });
        end(null);
        toast({ title: LOG_OUT.done });
      }}
    />
  );
}
