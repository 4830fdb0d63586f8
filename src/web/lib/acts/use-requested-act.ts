import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Act } from "./acts.ts";

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
