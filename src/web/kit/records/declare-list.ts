import type { QueryFunction, SkipToken } from "@tanstack/react-query";
import type { getQueryKey } from "@trpc/react-query";
import type { ReactNode } from "react";
import type { NoteSubject } from "../../../modules/backoffice/notes/schema.ts";
import type { ViewList } from "../../../modules/backoffice/views/schema.ts";
import type { BulkResult } from "../../../shared/bulk.ts";
import { STAY_IN_TRASH, STAYS_IN_TRASH } from "../../../shared/trash.ts";
import type { Column } from "../table/table.tsx";
import type { Fact } from "../text/facts.tsx";
import type { Filters, FilterValues, ListInput, ListParams } from "./list-params.ts";
import type { Client, Refresh, Utils } from "./use-act.ts";

/**
 * A screen with an admin list is data:
 *
 * 1. `lists.ts`: `listParams`; its filters are fields of the input of the list procedure.
 * 2. `back-office-screens.ts`: an entry with `search: params.schema`, `withOpenRecord(…)` if rows open a panel, or
 *    `scopedParams(…)` for several lists on one screen.
 * 3. `page.tsx`: `declareList`, shown by `ResourceList`. Panel and bulk actions are plain objects, forms are `declareForm`
 *    with `AddRecord` or `EditRecord`, and a change of one record goes through `useAct`.
 *
 * The shortest example is `routes/admin/issuers/page.tsx`; one with a panel and bulk actions `routes/admin/waitlist/page.tsx`.
 */

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

interface Query<Data> {
  readonly queryKey: TrpcQueryKey;
  readonly queryFn?: QueryFunction<Data, TrpcQueryKey> | SkipToken;
}

export interface ListWords {
  readonly title: string;
  /** The screen has this title already: the list says it to screen readers only. */
  readonly isScreen?: true;
  /** For screen readers only; the title if it is not given. */
  readonly caption?: string;
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
  /** 25 if it is not given. */
  readonly pageSize?: number;
  /** A list that is never long enough to page comes as an array. */
  readonly query: (utils: Utils, input: ListInput<F, Sort>) => Query<Page<Row> | readonly Row[]>;
  /** Reloaded on each visit, because it changes all the time. */
  readonly alwaysFresh?: true;
  readonly columns: readonly Column<Row, Sort>[];
  /** Names a row where its words are not in sight: `Actions for Zaytoun`. Needed where rows have actions. */
  readonly nameOf?: (row: Row) => string;
  readonly export?: ExportOf<F>;
  readonly skeletonRows?: number;
  /** The name under which views of the list are saved. */
  readonly views?: ViewList;
  /** What one would add up by hand, of all that the filters let through: below the rows. */
  readonly sums?: (values: FilterValues<F>) => ReactNode;
  /** The rows are sentences: they take as many lines as they need. */
  readonly wraps?: true;
}

/** Declares one list of the back office. Returns its argument, with inferred types. */
export const declareList = <Row extends { readonly id: string }, F extends Filters, Sort extends string>(
  list: List<Row, F, Sort>,
): List<Row, F, Sort> => list;

/** Something that can be done with a record. */
export interface RecordAct {
  readonly name: string;
  /** On its button in the panel until the promise of `onSelect` settles. */
  readonly acting?: string;
  readonly onSelect: () => unknown;
  /** Deletes or removes something. */
  readonly destructive?: boolean;
  /** Without it, both the row and the panel offer it. */
  readonly on?: "row" | "panel";
}

/** One record next to its list. */
export interface Panel<Data> {
  /** What the record is: `inquiry`. */
  readonly noun: string;
  readonly query: (utils: Utils, id: string) => Query<Data>;
  readonly nameOf: (data: Data) => string;
  readonly facts?: (data: Data) => readonly Fact[];
  /** Next to the buttons of the acts. */
  readonly links?: (data: Data) => ReactNode;
  /** Below the facts. */
  readonly more?: (data: Data) => ReactNode;
  /** What staff note about it. */
  readonly notes?: NoteSubject;
}

/** Something that can be done to all selected records. */
export interface BulkAct {
  readonly name: string;
  /** While it runs. */
  readonly acting: string;
  /** Deletes or removes something. */
  readonly destructive?: true;
  /** `what` is the count with the noun. */
  readonly question: (what: string) => string;
  readonly done: (what: string) => string;
  readonly failed: string;
  /** At most `BULK_MAX` ids; `act` is the same in each call for one selection. */
  readonly send: (client: Client, ids: string[], act: string) => Promise<BulkResult>;
  /** The records go to the trash. */
  readonly undoable?: true;
  /** Undoes what this act did where the trash cannot; null if nothing was changed. */
  readonly undoOf?: (actId: string) => (() => Promise<unknown>) | null;
}

/** What a list offers for selected rows. */
export interface Bulk<Values> {
  readonly one: string;
  readonly many: string;
  /** The id of the row that none of the acts may change, and that is therefore not selected: the user's own account. */
  readonly except?: string | undefined;
  /** The ids of all that match. Rejects if they are not as many as `count`. */
  readonly select: (
    client: Client,
    values: Values & { readonly count: number },
  ) => Promise<{ readonly ids: readonly string[] }>;
  readonly acts: readonly BulkAct[];
  /** Exports what is selected: by its ids, which are few, or by the filters. */
  readonly export?: { readonly path: string; readonly file: string; readonly idsMax: number };
  /** Reloads what the acts change. */
  readonly refresh: Refresh;
}

export type BulkOf<Params extends { readonly filters: Filters }> = Bulk<FilterValues<Params["filters"]>>;

/** Deletes what is selected; it can be restored from the trash. */
export const deleteSelected = (many: string, send: BulkAct["send"], effect = ""): BulkAct => ({
  name: "Delete",
  acting: "Deleting...",
  destructive: true,
  undoable: true,
  question: (what) => `Delete ${what}? ${effect}${what.startsWith("1 ") ? STAYS_IN_TRASH : STAY_IN_TRASH}`,
  done: (what) => `${what} deleted`,
  failed: `Failed to delete the ${many}`,
  send,
});
