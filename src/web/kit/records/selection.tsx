import { useRef, useState } from "react";
import type { Column } from "../table/table.tsx";

/** The first column of a list whose rows can be selected. */
export const selectColumn = <Row extends { readonly id: string }>(
  selection: Selection,
  nameOf: (row: Row) => string,
  shown: readonly Row[],
): Column<Row> => ({
  head: "Select",
  look: "select",
  brief: true,
  all: <SelectPage selection={selection} rows={shown} />,
  cell: (row) =>
    row.id !== selection.except && (
      <label className="checkbox bulk-check">
        <input
          type="checkbox"
          checked={selection.all || selection.ids.has(row.id)}
          onChange={({ nativeEvent }) =>
            isShifted(nativeEvent)
              ? selection.extendTo(
                  row.id,
                  shown.map(({ id }) => id),
                )
              : selection.toggle(row.id)
          }
        />
        <span className="visually-hidden">{`Select ${nameOf(row)}`}</span>
      </label>
    ),
});

interface SelectPageProps {
  readonly selection: Selection;
  readonly rows: readonly { readonly id: string }[];
  /** Its words are in sight. */
  readonly isWorded?: boolean;
}

/** Selects all rows that are shown. */
export function SelectPage({ selection, rows, isWorded = false }: SelectPageProps) {
  const shown = rows.map(({ id }) => id).filter((id) => id !== selection.except);
  const every = shown.length > 0 && shown.every((id) => selection.ids.has(id));
  return (
    <label className={isWorded ? "checkbox bulk-page" : "checkbox bulk-check"}>
      <input
        type="checkbox"
        checked={every}
        onChange={() => (every ? selection.remove(shown) : selection.add(shown))}
      />
      <span className={isWorded ? undefined : "visually-hidden"}>Select page</span>
    </label>
  );
}

/** A change of a check box is a click. */
const isShifted = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

/** The selected rows, over pages; empty again once the filters change. The row `except` is never among them. */
export function useSelection(filters: string, except?: string) {
  const [state, setState] = useState<State>(nothing(filters));
  const { ids, all, left } = state.filters === filters ? state : nothing(filters);
  const last = useRef<string>(undefined);
  const among = (next: Iterable<string>) => new Set([...next].filter((id) => id !== except));
  const set = (next: readonly string[]) => setState({ filters, ids: among(next), all: false, left: 0 });
  return {
    except,
    ids,
    /** Whether all that match are selected, those on other pages too. */
    all,
    /** How many of all that match are not selected: 1 if the row `except` is among them. */
    left,
    toggle: (id: string) => {
      last.current = id;
      set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]);
    },
    /** Selects the rows from the one that was toggled last to this one. */
    extendTo: (id: string, shown: readonly string[]) => {
      const ends = [shown.indexOf(last.current ?? id), shown.indexOf(id)].filter((at) => at !== -1);
      last.current = id;
      set([...ids, ...shown.slice(Math.min(...ends), Math.max(...ends) + 1)]);
    },
    add: (more: readonly string[]) => set([...ids, ...more]),
    remove: (fewer: readonly string[]) => set([...ids].filter((each) => !fewer.includes(each))),
    selectAll: (shown: readonly string[], left: number) =>
      setState({ filters, ids: among([...ids, ...shown]), all: true, left }),
    clear: () => setState(nothing(filters)),
  } as const;
}

interface State {
  readonly filters: string;
  readonly ids: ReadonlySet<string>;
  readonly all: boolean;
  readonly left: number;
}

const nothing = (filters: string): State => ({ filters, ids: new Set(), all: false, left: 0 });

export type Selection = ReturnType<typeof useSelection>;
