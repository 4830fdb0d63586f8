import { useEffect } from "react";
import { isFirstPage, type PagePosition, type Step } from "../list/paging.ts";

interface Rows {
  readonly items: readonly unknown[];
  readonly total: number;
}

interface List {
  readonly search: PagePosition;
  readonly step: (to: Step, replace?: boolean) => void;
}

/** Goes to the first page if the current one is now empty but the list is not. */
export function useFullPage(rows: Rows | undefined, { search, step }: List): void {
  const isGone = !isFirstPage(search) && rows !== undefined && rows.items.length === 0 && rows.total > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `step` is a new function on every render
  useEffect(() => {
    if (isGone) step({ position: {}, trail: [] }, true);
  }, [isGone]);
}
