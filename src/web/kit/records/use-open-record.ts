import { useNavigate, useSearch } from "@tanstack/react-router";
import { openRecordOf } from "./record-panel-search-params.ts";

/** The id of the record that is open next to the list, and a function that closes it. */
export function useOpenRecord() {
  const open = openRecordOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const close = () =>
    navigate({
      to: ".",
      search: withRecord(undefined) as never,
      resetScroll: false,
      state: (before) => before,
    });
  return { open, close } as const;
}

/** The route validates its search params, so any object is safe here. */
export const withRecord = (id: string | undefined) => (before: object) => ({ ...before, open: id });
