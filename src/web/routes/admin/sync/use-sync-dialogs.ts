import { useNavigate, useSearch } from "@tanstack/react-router";

/** The id of the place that failed whose dialog the URL has open, and functions that open another one or close it. */
export function useFailure() {
  const navigate = useNavigate();
  const { failure } = useSearch({ strict: false });
  const go = (next: string | undefined, replace = false) =>
    void navigate({
      to: ".",
      search: (before) => ({ ...before, failure: next }),
      state: (before) => before,
      resetScroll: false,
      replace,
    });
  return { failure, show: (id: string) => go(id), close: () => go(undefined, true) } as const;
}
