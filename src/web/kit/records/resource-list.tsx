import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type MouseEvent, type ReactNode, type Ref, type RefObject, useRef } from "react";
import { flushSync } from "react-dom";
import { trpc } from "../../lib/api.tsx";
import { focusFrom } from "../../lib/focus.ts";
import { type Held, HOLDS, useHeld } from "../../lib/held.ts";
import { type PagePosition, pageSteps, useFullPage, useListSearchParams } from "../../lib/list.ts";
import { Button } from "../controls/button.tsx";
import { Menu } from "../controls/menu.tsx";
import { ListCard } from "../page/card.tsx";
import { EmptyState, Loaded, NoMatch } from "../page/states.tsx";
import { None } from "../table/cells.tsx";
import { Pager } from "../table/pager.tsx";
import { type Column, Table } from "../table/table.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import type { Bulk, ExportOf, List, ListWords, Page, Panel, RecordAct } from "./declare-list.ts";
import { ExportLink } from "./export-link.tsx";
import type { Filters, FilterValues, ListSearch } from "./list-params.ts";
import { ListToolbar } from "./list-toolbar.tsx";
import { useOpenRecord } from "./open-record.tsx";
import { RecordPanel } from "./record-panel.tsx";
import { type Selection, selectColumn, useSelection } from "./selection.tsx";
import { useTableLook } from "./table-look.tsx";
import { useListKeys, useRowClicks } from "./use-list-keys.ts";

const PAGE_SIZE = 25;

interface ResourceListProps<Row, F extends Filters, Sort extends string, Data> {
  readonly list: List<Row, F, Sort>;
  /** The key of its state in the URL, where a screen shows another list too. */
  readonly scope?: string;
  readonly pageSize?: number;
  /** Where a dialog leaves the focus when the row that had it is gone. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  /** Next to the title; `total` is 0 until the rows have loaded. */
  readonly actions?: (total: number) => ReactNode;
  /** Another screen has all rows: this one shows the first, with the columns that matter most, and no search. */
  readonly brief?: boolean;
  readonly emptyAction?: ReactNode;
  readonly rowActions?: ((row: Row | Data) => readonly RecordAct[]) | undefined;
  /** The record that a row opens; the cell that names the row has an `OpenRecord`. */
  readonly panel?: Panel<Data> | undefined;
  /** What can be done with selected rows. */
  readonly bulk?: Bulk<FilterValues<F>> | undefined;
  /** Above the table. */
  readonly children?: (rows: readonly Row[]) => ReactNode;
}

/** A declared list: filtered, sorted and paged by the server, with its state in the URL. */
export function ResourceList<
  Row extends { readonly id: string },
  F extends Filters,
  Sort extends string,
  Data = never,
>({ panel, ...props }: ResourceListProps<Row, F, Sort, Data>) {
  const { open } = useOpenRecord();
  const list = useRef<HTMLDivElement>(null);
  useRowClicks(list, panel && open);
  const isOpen = panel !== undefined && open !== undefined;
  return (
    <div className="record-panel-split" data-record-open={isOpen || undefined} ref={list}>
      <Rows {...props} listRef={list} />
      {isOpen && <RecordPanel key={open} id={open} panel={panel} acts={props.rowActions} />}
    </div>
  );
}

interface RowsProps<Row, F extends Filters, Sort extends string>
  extends Omit<ResourceListProps<Row, F, Sort, never>, "panel"> {
  readonly listRef: RefObject<HTMLElement | null>;
}

function Rows<Row extends { readonly id: string }, F extends Filters, Sort extends string>({
  list,
  scope,
  pageSize = list.pageSize ?? PAGE_SIZE,
  ...props
}: RowsProps<Row, F, Sort>) {
  const { words, params } = list;
  const { brief = false } = props;
  const state = useList(list, pageSize, scope);
  const { search, rows, filter, clear } = state;
  const values = new Map<string, unknown>(Object.entries(params.valuesOf(search)));
  const bulk = brief ? undefined : props.bulk;
  const selection = useSelection(JSON.stringify(params.valuesOf(search)), bulk?.except);
  useListKeys(props.listRef, {
    open: useOpenRecord().open,
    edit: props.rowActions && ((id) => editOf(rows.data?.items, id, props.rowActions)?.onSelect()),
    selection: bulk && selection,
  });
  const look = useTableLook(words.title);
  const isScreen = !brief && words.isScreen;
  const actions = (
    <>
      {isScreen && <span className="toolbar-look">{look.menu(list.columns)}</span>}
      {list.export && <Export file={list.export} values={params.valuesOf(search)} />}
      {props.actions?.(rows.data?.total ?? 0)}
    </>
  );
  return (
    <ListCard title={words.title} hidesTitle={isScreen} headingRef={props.headingRef} actions={actions}>
      {!brief && (
        <ListToolbar
          {...params}
          sort={params.sortOf(search)}
          values={values}
          onChange={filter}
          views={list.views}
          actions={isScreen && actions}
        />
      )}
      {words.note && <p className="list-card-note">{words.note}</p>}
      <Loaded query={rows} failed={words.failed} rows={list.skeletonRows}>
        {(page) =>
          page.items.length === 0 ? (
            <NoRows
              {...{ words, values }}
              filters={params.filters}
              action={props.emptyAction}
              onClear={clear}
            />
          ) : (
            <PageOfRows {...{ ...props, list, bulk, state, page, selection, look }} />
          )
        }
      </Loaded>
    </ListCard>
  );
}

interface PageOfRowsProps<Row, F extends Filters, Sort extends string>
  extends Pick<RowsProps<Row, F, Sort>, "list" | "brief" | "rowActions" | "bulk" | "children"> {
  readonly state: ReturnType<typeof useList<Row, F, Sort>>;
  readonly page: Page<Row>;
  readonly selection: Selection;
  readonly look: ReturnType<typeof useTableLook>;
}

/** The rows of a page that has some, with what can be done with those that are selected. */
function PageOfRows<Row extends { readonly id: string }, F extends Filters, Sort extends string>({
  list,
  brief = false,
  bulk,
  state: { search, rows, steps, held, show, filter, step },
  page: { items, total, totalIsMore = false },
  selection,
  look,
  ...props
}: PageOfRowsProps<Row, F, Sort>) {
  const { words, params, nameOf } = list;
  const selected = selection.all ? new Set(items.map(({ id }) => id)) : selection.ids;
  return (
    <>
      {props.children?.(items)}
      <HeldRows held={held} onShow={show} />
      {bulk && <BulkBar {...{ bulk, selection, total }} values={params.valuesOf(search)} rows={items} />}
      <Table
        caption={words.caption ?? words.title}
        columns={[
          ...(bulk && nameOf ? [selectColumn<Row>(selection, nameOf, items)] : []),
          ...columnsOf(list, props.rowActions).filter(brief ? isBrief : look.isShown),
        ]}
        rows={items}
        gone={held?.gone}
        sort={params.sortOf(search)}
        onSort={brief ? undefined : (next) => filter({ sort: next })}
        busy={rows.isPlaceholderData}
        oneLine={!list.wraps}
        isCompact={look.isCompact}
        isShort={brief}
        selected={bulk && selected}
      />
      {!brief && words.pages && steps && (
        <Pager
          label={words.pages}
          total={total}
          isMore={totalIsMore}
          steps={steps}
          onStep={step}
          busy={rows.isPlaceholderData}
        >
          {list.sums?.(params.valuesOf(search))}
        </Pager>
      )}
    </>
  );
}

const isBrief = ({ look, brief }: Pick<Column<unknown>, "look" | "brief">): boolean =>
  brief === true || look === "main" || look === "actions";

/** The action of a row that is named Edit, if it has one. */
function editOf<Row extends { readonly id: string }>(
  rows: readonly Row[] | undefined,
  id: string,
  actionsOf: ((row: Row) => readonly RecordAct[]) | undefined,
): RecordAct | undefined {
  const row = rows?.find((each) => each.id === id);
  return row && actionsOf?.(row).find(({ name }) => name === "Edit");
}

interface ExportProps<F extends Filters> {
  readonly file: ExportOf<F>;
  readonly values: FilterValues<F>;
}

const Export = <F extends Filters>({ file: { path, file, query }, values }: ExportProps<F>) => (
  <ExportLink path={path} file={file} query={query?.(values) ?? values} />
);

function columnsOf<Row, F extends Filters, Sort extends string>(
  { columns, nameOf }: List<Row, F, Sort>,
  actionsOf: ((row: Row) => readonly RecordAct[]) | undefined,
): readonly Column<Row, Sort>[] {
  return nameOf && actionsOf ? [...columns, actionsColumn(nameOf, actionsOf)] : columns;
}

interface HeldRowsProps {
  readonly held: Held | null;
  readonly onShow: () => void;
}

/** Announces rows that are not shown yet. It floats over the list, so that nothing moves. */
function HeldRows({ held, onShow }: HeldRowsProps) {
  const above = useRef<HTMLDivElement>(null);
  function show({ currentTarget }: MouseEvent): void {
    flushSync(onShow);
    focusFrom(currentTarget, above.current);
  }
  return (
    <div className="held-rows" role="status" ref={above} tabIndex={-1}>
      {held && (
        <Button className="button-tiny held-rows-show" onClick={show}>
          {HELD.label(held)}
        </Button>
      )}
    </div>
  );
}

interface NoRowsProps {
  readonly words: ListWords;
  readonly filters: Filters;
  readonly values: ReadonlyMap<string, unknown>;
  /** What to do about a list that is empty without a filter. */
  readonly action: ReactNode;
  readonly onClear: () => void;
}

function NoRows({ words, filters, values, action, onClear }: NoRowsProps) {
  const filtered = [...values.values()].some((value) => value !== undefined && value !== "");
  if (!filtered || !words.noMatch) {
    return (
      <EmptyState title={words.empty} action={action}>
        {words.emptyText}
      </EmptyState>
    );
  }
  const { noMatch, noMatchText } = words;
  return (
    <NoMatch
      words={{ noMatch, ...(noMatchText && { noMatchText }), clear: clearLabel(filters) }}
      onClear={onClear}
    />
  );
}

function clearLabel(filters: Filters): string {
  const kinds = Object.values(filters).map(({ kind }) => kind);
  if (!kinds.includes("search")) return "Clear filters";
  return kinds.length > 1 ? "Clear search and filters" : "Clear search";
}

/** One page of a list, its position in the list, and the search params that it was loaded with. */
function useList<Row, F extends Filters, Sort extends string>(
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
  return { ...state, rows: { ...rows, data: page }, steps, held, show } as const;
}

/** From its end a list is read backwards; the rows are put back in order for display. */
function pageOf<Row>(data: Page<Row> | readonly Row[], { end }: PagePosition): Page<Row> {
  if (!("items" in data)) return { items: data, total: data.length, next: null };
  return end ? { ...data, items: data.items.toReversed() } : data;
}

const HELD = {
  label: ({ added, gone }: { readonly added: number; readonly gone: readonly unknown[] }) => {
    if (added === 0 && gone.length === 0) return "Show the new order";
    if (gone.length === 0) return `${added} new: show ${added === 1 ? "it" : "them"}`;
    if (added === 0) return `${gone.length} no longer here: update`;
    return `${added} new, ${gone.length} no longer here: update`;
  },
} as const;

/** The last column of a list whose rows have actions: a menu; a row without actions has an empty cell. */
const actionsColumn = <Row,>(
  nameOf: (row: Row) => string,
  actionsOf: (row: Row) => readonly RecordAct[],
): Column<Row> => ({
  head: "Actions",
  look: "actions",
  cell: (row) => {
    const items = actionsOf(row).filter(({ on }) => on !== "panel");
    return items.length === 0 ? (
      <None text="" />
    ) : (
      <Menu label={`Actions for ${nameOf(row)}`} items={items} />
    );
  },
});
