import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { focusFrom } from "../../../lib/focus.ts";

/** Opens a case (`claim:id` or `request:id`) or, without a key, closes it; the list keeps its scroll position. */
export function useOpenCase() {
  const navigate = useNavigate();
  return (key: string | undefined, replace = false) =>
    navigate({
      to: ".",
      search: withCase(key),
      replace,
      resetScroll: false,
      state: (before) => before,
    });
}

/** What closes the open case. Its row gets the focus of the case, also if the browser's Back closed it. */
export function useLeaveCase(list: RefObject<HTMLElement | null>, key: string | undefined): () => void {
  const openCase = useOpenCase();
  const before = useRef(key);
  useEffect(() => {
    const closed = key === undefined && before.current;
    before.current = key;
    if (closed)
      focusFrom(null, list.current?.querySelector<HTMLElement>(`[data-case="${CSS.escape(closed)}"]`));
  }, [key, list]);
  return () => void openCase(undefined);
}

/** The case that is open; the rest of the URL stays. */
export const withCase = (key: string | undefined) => (before: object) => ({ ...before, case: key });
