import { useNavigate } from "@tanstack/react-router";

/** Opens a case (`claim:id` or `request:id`) or, without a key, closes it; the list keeps its scroll position. */
export function useOpenCase() {
  const navigate = useNavigate();
  return (key: string | undefined, replace = false) =>
    navigate({
      to: ".",
      search: withCase(key) as never,
      replace,
      resetScroll: false,
      state: (before) => before,
    });
}

/** The route validates its search params, so any object is safe here. */
export const withCase = (key: string | undefined) => (before: object) => ({ ...before, case: key });
