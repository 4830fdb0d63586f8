import {
  hashKey,
  type Query,
  type QueryClient,
  type QueryKey,
  skipToken,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";

/** The `meta` of a list's query: newer rows wait until the user asks for them. */
export const HOLDS = { holds: true } as const;

/** The `meta` of a query that no one waits for. */
export const UNSEEN = { unseen: true } as const;
export const isWaitedFor = ({ meta }: Pick<Query, "meta">): boolean => meta?.unseen !== true;

interface Row {
  readonly id: string;
}
interface PageOfRows {
  readonly items: readonly Row[];
  readonly total: number;
}
type Rows = PageOfRows | readonly Row[];

/** Newer rows of a list that is shown. */
export interface Held {
  readonly newer: Rows;
  readonly added: number;
  readonly gone: readonly string[];
  /** Of the rows that these are newer than; reloading the list makes them obsolete. */
  readonly over: number;
}

const heldKey = (hash: string): QueryKey => ["held", hash];

/** Reloads a list that is shown. Its rows get their newer values in place; rows that come or go are held. */
export async function refreshHeld(queries: QueryClient, query: Query): Promise<void> {
  const { queryKey, queryHash, options } = query;
  const { queryFn } = options;
  if (queryFn === undefined || queryFn === skipToken) return;
  // A query of its own, so that the rows that are shown stay as they are until both are compared.
  const newer = await queries.fetchQuery<Rows>({
    queryKey: ["newer", queryHash],
    queryFn: queryFn as () => Promise<Rows>, // the lists' own, which read their input from a closure
    staleTime: 0,
    gcTime: 0,
    meta: UNSEEN,
  });
  const shown = queries.getQueryData<Rows>(queryKey);
  if (shown === undefined) return;
  const { rows, added, gone, isCurrent } = mergeRows(rowsOf(shown), rowsOf(newer));
  queries.setQueryData<Rows>(queryKey, isCurrent ? newer : withRows(shown, newer, rows));
  const over = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  queries.setQueryData<Held | null>(heldKey(queryHash), isCurrent ? null : { newer, added, gone, over });
}

const isList = (rows: Rows): rows is readonly Row[] => Array.isArray(rows);
const rowsOf = (rows: Rows): readonly Row[] => (isList(rows) ? rows : rows.items);

/** The cursor of the next page stays that of the rows that are shown. */
const withRows = (shown: Rows, newer: Rows, rows: readonly Row[]): Rows =>
  isList(shown) || isList(newer) ? rows : { ...shown, total: newer.total, items: rows };

/** The newer rows of a list, if there are any, and how to show them. */
export function useHeld(queryKey: QueryKey, updatedAt: number) {
  const queries = useQueryClient();
  const { data } = useQuery<Held | null>({ queryKey: heldKey(hashKey(queryKey)), queryFn: skipToken });
  const held = data && data.over === updatedAt ? data : null;
  return {
    held,
    show: () => held && queries.setQueryData(queryKey, held.newer),
  } as const;
}

interface Identified {
  readonly id: string;
}

/** What is shown of newer rows until the user asks for them. */
interface Merged<Row> {
  /** Every row where it was, with its newer values. */
  readonly rows: readonly Row[];
  /** Rows that would have been inserted above others. */
  readonly added: number;
  /** Ids of rows that are no longer in the list. */
  readonly gone: readonly string[];
  /** Whether `rows` are all the newer ones, in their order. */
  readonly isCurrent: boolean;
}

/**
 * Puts newer values into the rows that are shown, without moving any. Rows that were pushed onto the next page by new ones
 * stay; rows that follow after the last one are appended.
 */
export function mergeRows<Row extends Identified>(shown: readonly Row[], newer: readonly Row[]): Merged<Row> {
  const byId = new Map(newer.map((row) => [row.id, row]));
  const before = new Set(shown.map(({ id }) => id));
  const rows = shown.map((row) => byId.get(row.id) ?? row);
  const isCurrent = rows.every((row, at) => row.id === newer[at]?.id);
  if (isCurrent) return { rows: newer, added: 0, gone: [], isCurrent };
  const added = newer.filter(({ id }) => !before.has(id)).length;
  const kept = rows.slice(0, rows.length - pushedOut(shown, byId, added));
  return {
    rows,
    added,
    gone: kept.filter(({ id }) => !byId.has(id)).map(({ id }) => id),
    isCurrent,
  };
}

/** How many rows at the end new ones pushed onto the next page. */
function pushedOut(shown: readonly Identified[], byId: ReadonlyMap<string, unknown>, added: number): number {
  const last = shown.findLastIndex(({ id }) => byId.has(id));
  return Math.min(added, shown.length - 1 - last);
}
