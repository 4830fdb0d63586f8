import { useEffect } from "react";
import type { PagePlace, Step } from "./paging.ts";

interface Rows {
  readonly items: readonly unknown[];
  readonly total: number;
}

interface List {
  readonly place: PagePlace;
  readonly step: (to: Step, replace?: boolean) => void;
}

/** Leads back to the first page where the one that is open has lost its last row and the list has not. */
export function useFullPage(rows: Rows | undefined, { place, step }: List): void {
  const isPast = place.cursor !== undefined || place.end === true;
  const isGone = isPast && rows !== undefined && rows.items.length === 0 && rows.total > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is another function each time, and taken once
  useEffect(() => {
    if (isGone) step({ place: {}, trail: [] }, true);
  }, [isGone]);
}
