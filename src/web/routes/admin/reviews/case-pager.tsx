import { Pager } from "../../../kit/table/pager.tsx";
import { pageSteps, type useListSearchParams } from "../../../lib/list.ts";
import type { ReviewSearchParams } from "./search-params.ts";

export type ListState = ReturnType<typeof useListSearchParams<ReviewSearchParams>>;

interface CasePagerProps {
  readonly label: string;
  /** How many cases the page shows, how many there are in all, and the cursor of the next page. */
  readonly page: { readonly count: number; readonly total: number; readonly next: string | null };
  readonly pageSize: number;
  readonly listState: ListState;
  readonly busy: boolean;
}

/** The steps to other pages of a list of cases. */
export const CasePager = ({ label, page, pageSize, listState, busy }: CasePagerProps) => (
  <Pager
    label={label}
    total={page.total}
    steps={pageSteps(listState.search, listState.trail, page, pageSize, false)}
    onStep={listState.step}
    busy={busy}
  />
);
