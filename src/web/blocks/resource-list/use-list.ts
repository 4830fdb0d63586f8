import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.tsx";
import { useFullPage } from "../../lib/hooks/use-full-page.ts";
import { type PagePosition, pageSteps } from "../../lib/list/paging.ts";
import { useListSearchParams } from "../../lib/list/use-search-params.ts";
import { HOLDS, useHeld } from "../../lib/live/held.ts";
import type { List, Page } from "./declare-list.ts";
import type { Filters, ListSearch } from "./list-params.ts";

/** One page of a list, its position in the list, and the search params that it was loaded with. */
export function useList<Row, F extends Filters, Sort extends string>(
  { params, query, alwaysFresh }: List<Row, F, Sort>,
  pageSize: number,
  scope: string | undefined,
) {
  const state = useListSearchParams<ListSearch<F, Sort>>(params.schema, scope);
  const { search, trail } = state;
  const loading = query(trpc.useUtils(), params.inputOf(search, pageSize));
  const rows = useQuery({
    ...loading,
    meta: HOLDS,
    placeholderData: keepPreviousData,
    ...(alwaysFresh && { staleTime: 0 }),
  });
  const { held, show } = useHeld(loading.queryKey, rows.dataUpdatedAt);
  const page = rows.data && pageOf(rows.data, search);
  useFullPage(page, state);
  const steps =
    page &&
    pageSteps(search, trail, { ...page, count: page.items.length }, pageSize, params.isReversible(search));
  return { ...state, rows: { ...rows, data: page }, steps, held, show, queryKey: loading.queryKey } as const;
}

/** From its end a list is read backwards; the rows are put back in order for display. */
function pageOf<Row>(data: Page<Row> | readonly Row[], { end }: PagePosition): Page<Row> {
  if (!("items" in data)) return { items: data, total: data.length, next: null };
  return end ? { ...data, items: data.items.toReversed() } : data;
}
