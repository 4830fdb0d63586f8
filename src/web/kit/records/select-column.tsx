import type { Column } from "../table/table.tsx";
import { BULK } from "./bulk-content.ts";
import type { Selection } from "./use-selection.ts";

/** The first column of a list whose rows can be selected. */
export const selectColumn = <Row extends { readonly id: string }>(
  { ids, all, toggle, extendTo }: Selection,
  nameOf: (row: Row) => string,
  shown: readonly Row[],
): Column<Row> => ({
  head: BULK.head,
  look: "select",
  brief: true,
  cell: (row) => (
    <label className="checkbox bulk-check">
      <input
        type="checkbox"
        checked={all || ids.has(row.id)}
        onChange={({ nativeEvent }) =>
          isShifted(nativeEvent)
            ? extendTo(
                row.id,
                shown.map(({ id }) => id),
              )
            : toggle(row.id)
        }
      />
      <span className="visually-hidden">{BULK.row(nameOf(row))}</span>
    </label>
  ),
});

/** A change of a check box is a click. */
const isShifted = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;
