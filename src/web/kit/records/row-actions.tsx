import { Menu } from "../controls/menu.tsx";
import { None } from "../table/cells.tsx";
import type { Column } from "../table/table.tsx";
import type { RecordAct } from "./declare-list.ts";

/** The last column of a list whose rows have actions: a menu; a row without actions has an empty cell. */
export const actionsColumn = <Row,>(
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
