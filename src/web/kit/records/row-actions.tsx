import { Button } from "../page/button.tsx";
import { Menu } from "../page/menu.tsx";
import { None } from "../table/cells.tsx";
import type { Column } from "../table/table.tsx";
import type { RowActions } from "./declare-list.ts";

export interface RowAction {
  readonly name: string;
  /** For screen readers, instead of the action's and the row's names; begins with the action's name. */
  readonly label?: string;
  readonly onSelect: () => void;
  /** Deletes or removes something. */
  readonly destructive?: boolean;
}

interface ActionsOf<Row> extends RowActions<Row> {
  readonly actionsOf: (row: Row) => readonly RowAction[];
}

/** The last column of a list whose rows can be changed; a row without actions has an empty cell. */
export const actionsColumn = <Row,>({ look, nameOf, actionsOf }: ActionsOf<Row>): Column<Row> => ({
  head: "Actions",
  ...(look !== "buttons" && { look: "actions" }),
  cell: (row) => {
    const actions = actionsOf(row);
    if (actions.length === 0) return <None text="" />;
    const name = nameOf(row);
    return look === "menu" ? (
      <Menu label={`Actions for ${name}`} items={actions} />
    ) : (
      <RowButtons actions={actions} rowName={name} />
    );
  },
});

interface RowButtonsProps {
  readonly actions: readonly RowAction[];
  readonly rowName: string;
}

const RowButtons = ({ actions, rowName }: RowButtonsProps) => (
  <div className="table-actions">
    {actions.map(({ name, label = `${name} ${rowName}`, onSelect, destructive }) => (
      <Button
        key={name}
        look="quiet"
        className={destructive ? "button-tiny button-destructive" : "button-tiny"}
        aria-label={label}
        onClick={onSelect}
      >
        {name}
      </Button>
    ))}
  </div>
);
