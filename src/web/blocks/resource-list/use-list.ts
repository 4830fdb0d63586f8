import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.tsx";
import { type PagePosition, pageSteps } from "../../lib/paging.ts";
import { useFullPage } from "../../lib/use-full-page.ts";
import { useListSearchParams } from "../../lib/use-search-params.ts";
import type { List, Page } from "./declare-list.ts";
import type { Filters, ListSearch } from "./list-params.ts";

/** One page of a list, where it is in the whole, and the state in the URL that it was read with. */
export function useList<Row, F extends Filters, Sort extends string>(
  { params, query, alwaysFresh }: List<Row, F, Sort>,
  pageSize: number,
  scope: string | undefined,
) {
  const search = useListSearchParams<ListSearch<F, Sort>>(params.schema, scope);
  const { place, trail } = search;
  const rows = useQuery({
    ...query(trpc.useUtils(), params.inputOf(place, pageSize)),
    placeholderData: keepPreviousData,
    ...(alwaysFresh && { staleTime: 0 }),
  });
  const page = rows.data && pageOf(rows.data, place);
  useFullPage(page, search);
  const steps =
    page &&
    pageSteps(place, trail, { ...page, count: page.items.length }, pageSize, params.isReversible(place));
  return { ...search, rows: { ...rows, data: page }, steps } as const;
}

/** From the end a list is read backwards; it is shown in its own order all the same. */
function pageOf<Row>(data: Page<Row> | readonly Row[], { end }: PagePosition): Page<Row> {
  if (!("items" in data)) return { items: data, total: data.length, next: null };
  return end ? { ...data, items: data.items.toReversed() } : data;
}
