import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** What can be begun from anywhere in the back office: the screen that does it, and its name. */
export const ACTS = {
  addInquiry: { to: "/admin/inquiries", label: "Add inquiry" },
  importSignups: { to: "/admin/waitlist", label: "Import signups" },
  importPlaces: { to: "/admin/places", label: "Import places" },
  addPartner: { to: "/partner-manager", label: "Add partner" },
  addIssuer: { to: "/admin/issuers", label: "Add issuer" },
  startSync: { to: "/admin/sync", label: "Start a sync" },
  inviteUser: { to: "/admin/users", label: "Invite a user" },
  addUser: { to: "/admin/users", label: "Add Admin User" },
  logOut: { to: ".", label: "Logout" },
} as const;

export type Act = keyof typeof ACTS;

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What the screen is to begin with, once. */
    readonly act?: Act | undefined;
  }
}

/** Begins an act that was chosen on another screen, or in the command palette. Reloading does not begin it again. */
export function useRequestedAct(act: Act, begin: () => void): void {
  const isRequested = useRouterState({ select: ({ location }) => location.state.act === act });
  const navigate = useNavigate();
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    if (!isRequested) return;
    const done = navigate({
      to: ".",
      search: (before) => before,
      state: (before) => ({ ...before, act: undefined }),
      replace: true,
      resetScroll: false,
    });
    void done.then(() => latest.current());
  }, [isRequested, navigate]);
}
