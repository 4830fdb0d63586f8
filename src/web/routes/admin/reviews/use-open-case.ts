import { useNavigate } from "@tanstack/react-router";

/** Opens a case (`claim:id`, `request:id`), or closes it with none; the list stays where it is. */
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

/** The route parses its search itself, so an object of any form is safe to hand over. */
export const withCase = (key: string | undefined) => (before: object) => ({ ...before, case: key });
