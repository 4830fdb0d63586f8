import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { trpc } from "../../lib/api.tsx";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Wordmark } from "../wordmark.tsx";
import { STAFF } from "./content.ts";
import { RAIL, START } from "./rail-items.ts";
import { ROLE_NAMES } from "./roles.ts";
import { useSessionChange } from "./use-session.ts";
import { useStaff } from "./use-staff.ts";

/** Beside every staff screen; on a phone its links stand along the bottom. */
export function Rail() {
  const { role, username } = useStaff();
  const { leaving, logOut } = useLogOut();
  return (
    <header className="rail">
      <Wordmark />
      <nav className="rail-nav" aria-label={STAFF.nav}>
        {RAIL.filter((item) => item.roles.includes(role)).map((item) => (
          <Link
            key={item.href}
            className="rail-link"
            to={item.href}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d={item.icon} />
            </svg>
            {item.label}
          </Link>
        ))}
      </nav>
      <div className="rail-account">
        <p>
          <strong>{username}</strong>
          <span>{ROLE_NAMES[role]}</span>
        </p>
        <Button look="quiet" className="button-small" disabled={leaving} onClick={logOut}>
          {STAFF.logOut}
        </Button>
      </div>
    </header>
  );
}

function useLogOut() {
  const logout = trpc.admin.session.logout.useMutation();
  const { end } = useSessionChange();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  async function logOut(): Promise<void> {
    setLeaving(true);
    try {
      await logout.mutateAsync();
      await navigate({ to: START });
      end(null);
      toast({ title: STAFF.loggedOut });
    } catch {
      setLeaving(false);
      toast({ title: STAFF.logOutFailed, variant: "destructive" });
    }
  }
  return { leaving, logOut } as const;
}
