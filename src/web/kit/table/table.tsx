import type { ReactNode } from "react";

type Direction = "ascending" | "descending";

/** One order of a list, and its direction in the column that shows it. */
export interface Order<Sort extends string> {
  readonly sort: Sort;
  readonly direction: Direction;
}

export interface Column<Row, Sort extends string = never> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Clicks on the head cycle through these and then back to the default order. */
  readonly orders?: readonly Order<Sort>[];
  /**
   * `main` names the row, `wide` keeps an address on one line, `short` never breaks, `actions` has no visible head, `select`
   * none at all.
   */
  readonly look?: "main" | "wide" | "short" | "actions" | "select";
  /** Stays where the list is narrow. */
  readonly brief?: true;
  /** In the head of the boxes that select rows: the one for all of them. */
  readonly all?: ReactNode;
}

interface TableProps<Row, Sort extends string> {
  /** For screen readers only. */
  readonly caption: string;
  readonly columns: readonly Column<Row, Sort>[];
  readonly rows: readonly Row[];
  readonly sort?: Sort | undefined;
  readonly onSort?: ((sort: Sort | undefined) => void) | undefined;
  /** The rows are those of the previous query until the next ones are loaded. */
  readonly busy?: boolean;
  /** Ids of rows that are no longer in the list but stay until it is shown anew. */
  readonly gone?: readonly string[] | undefined;
  /** A row is one line, and two where the table is narrow: then only the columns that stay there are shown. */
  readonly oneLine?: boolean;
  /** The lines are closer. */
  readonly isCompact?: boolean;
  /** It has few columns: one line is enough on half a screen too. */
  readonly isShort?: boolean;
  /** Ids of the rows that are selected. */
  readonly selected?: ReadonlySet<string> | undefined;
}

/** A table whose rows become cards on narrow screens; each cell then shows the head of its column. */
export function Table<Row extends { readonly id: string }, Sort extends string = never>(
  props: TableProps<Row, Sort>,
) {
  const { caption, columns, rows, busy = false, oneLine = false } = props;
  return (
    <div className="table-frame busy" aria-busy={busy}>
      <table
        className="table"
        data-lines={oneLine ? "one" : undefined}
        data-compact={props.isCompact || undefined}
        data-short={props.isShort || undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.head} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              data-row={row.id}
              tabIndex={-1}
              data-gone={props.gone?.includes(row.id) || undefined}
              data-selected={props.selected?.has(row.id) || undefined}
            >
              {columns.map((column) => (
                <Cell key={column.head} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps<Row, Sort extends string> {
  readonly column: Column<Row, Sort>;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort | undefined) => void) | undefined;
}

function Head<Row, Sort extends string>({ column, sort, onSort }: HeadProps<Row, Sort>) {
  const { head, orders, look } = column;
  if (look === "select") return <td data-look={look}>{column.all}</td>; // each check box names itself
  if (look === "actions") {
    return (
      <th scope="col" data-look={look}>
        <span className="visually-hidden">{head}</span>
      </th>
    );
  }
  if (!orders || !onSort)
    return (
      <th scope="col" data-look={look}>
        {head}
      </th>
    );
  const at = orders.findIndex((order) => order.sort === sort);
  return (
    <th scope="col" data-look={look} aria-sort={orders[at]?.direction ?? "none"}>
      <button type="button" className="table-sort" onClick={() => onSort(orders[at + 1]?.sort)}>
        {head}
        <svg viewBox="0 0 10 14" aria-hidden="true" focusable="false">
          <path className="table-sort-up" d="M1 5.5 5 1l4 4.5" />
          <path className="table-sort-down" d="M1 8.5 5 13l4-4.5" />
        </svg>
      </button>
    </th>
  );
}

interface CellProps<Row, Sort extends string> {
  readonly column: Column<Row, Sort>;
  readonly row: Row;
}

function Cell<Row, Sort extends string>({ column: { head, cell, look, brief }, row }: CellProps<Row, Sort>) {
  const content = cell(row);
  if (look === "main") {
    return (
      <th scope="row" data-look={look}>
        {content}
      </th>
    );
  }
  return (
    <td data-head={head} data-look={look} data-brief={brief}>
      <div className="table-cell">{content}</div>
    </td>
  );
}
