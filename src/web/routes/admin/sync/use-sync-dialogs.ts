import { useNavigate, useSearch } from "@tanstack/react-router";
import { syncDialogs } from "./list-search-params.ts";

type Open = ReturnType<typeof syncDialogs.parse>;

/** Which dialog of the screen the URL has open, and functions that open another one or close it. */
export function useSyncDialogs() {
  const navigate = useNavigate();
  const { failure, changes, kind } = syncDialogs.parse(useSearch({ strict: false }));
  const go = (next: Open, replace = false) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, ...CLOSED, ...next }),
      state: (before) => before,
      resetScroll: false,
      replace,
    });
  return { failure, changes, kind, show: go, close: () => go(CLOSED, true) } as const;
}

const CLOSED: Open = { failure: undefined, changes: undefined, kind: undefined };
