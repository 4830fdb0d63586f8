import { Button } from "../controls/button.tsx";
import { Menu } from "../controls/menu.tsx";
import { None } from "../table/cells.tsx";
import type { Column } from "../table/table.tsx";
import type { RecordAct, RowActions } from "./declare-list.ts";

interface ActionsOf<Row> extends RowActions<Row> {
  readonly actionsOf: (row: Row) => readonly RecordAct[];
}

/** The last column of a list whose rows can be changed; a row without actions has an empty cell. */
export const actionsColumn = <Row,>({ look, nameOf, actionsOf }: ActionsOf<Row>): Column<Row> => ({
  head: "Actions",
  ...(look !== "buttons" && { look: "actions" }),
  cell: (row) => {
    const actions = actionsOf(row).filter(({ on }) => on !== "panel");
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
  readonly actions: readonly RecordAct[];
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
