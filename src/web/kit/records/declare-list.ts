import type { QueryFunction, SkipToken } from "@tanstack/react-query";
import type { getQueryKey } from "@trpc/react-query";
import type { trpc } from "../../lib/api.tsx";
import type { Column } from "../table/table.tsx";
import type { Filters, FilterValues, ListInput, ListParams } from "./list-params.ts";

type Utils = ReturnType<typeof trpc.useUtils>;
type TrpcQueryKey = ReturnType<typeof getQueryKey>;

export interface Page<Row> {
  readonly items: readonly Row[];
  /** All that match, over all pages. */
  readonly total: number;
  /** Whether there are more, which were not counted. */
  readonly totalIsMore?: boolean | undefined;
  /** Opaque; null on the last page. */
  readonly next: string | null;
}

interface RowsQuery<Row> {
  readonly queryKey: TrpcQueryKey;
  /** A list that is never long enough to page comes as an array. */
  readonly queryFn?: QueryFunction<Page<Row> | readonly Row[], TrpcQueryKey> | SkipToken;
}

export interface ListWords {
  readonly title: string;
  /** For screen readers only. */
  readonly caption: string;
  /** Names the pager. */
  readonly pages?: string;
  /** Shown above the list. */
  readonly note?: string;
  readonly failed: string;
  readonly empty: string;
  readonly emptyText: string;
  /** Shown where a filter is set and nothing matches it. */
  readonly noMatch?: string;
  readonly noMatchText?: string;
}

/** How the actions of a row look; the screen defines them. */
export interface RowActions<Row> {
  /** `menu`: behind one button; `pinned`: at the corner of a card; `buttons`: a column with a visible head. */
  readonly look: "menu" | "pinned" | "buttons";
  /** Tells rows apart in the labels of their actions: `Edit Zaytoun`. */
  readonly nameOf: (row: Row) => string;
}

export interface ExportOf<F extends Filters> {
  /** The REST path; the file has the rows that the filters let through. */
  readonly path: string;
  readonly file: string;
  /** Where the path calls a filter by another name than the URL of the screen. */
  readonly query?: (values: FilterValues<F>) => Readonly<Record<string, unknown>>;
}

export interface List<Row, F extends Filters, Sort extends string> {
  readonly params: ListParams<F, Sort>;
  readonly words: ListWords;
  readonly pageSize: number;
  readonly query: (utils: Utils, input: ListInput<F, Sort>) => RowsQuery<Row>;
  /** Reloaded on each visit, because it changes all the time. */
  readonly alwaysFresh?: true;
  readonly columns: readonly Column<Row, Sort>[];
  readonly rowActions?: RowActions<Row>;
  readonly export?: ExportOf<F>;
  readonly skeletonRows?: number;
}

/** Declares one list of the back office. Returns its argument, with inferred types. */
export const declareList = <Row extends { readonly id: string }, F extends Filters, Sort extends string>(
  list: List<Row, F, Sort>,
): List<Row, F, Sort> => list;
