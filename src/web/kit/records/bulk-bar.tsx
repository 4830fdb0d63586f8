import { useRef, useState } from "react";
import { Button } from "../page/button.tsx";
import type { Bulk, BulkAct } from "./bulk.ts";
import { BULK } from "./bulk-content.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { Selection } from "./use-selection.ts";

interface BulkBarProps<Row, Values> {
  readonly bulk: Bulk<Row, Values>;
  readonly selection: Selection;
  readonly values: Values;
  readonly rows: readonly { readonly id: string }[];
  /** The server's count of all that match. */
  readonly total: number;
}

/** What can be done with the selected rows of a list; not there while none is selected. */
export function BulkBar<Row, Values>({ bulk, selection, values, rows, total }: BulkBarProps<Row, Values>) {
  /** The count that the question names stays, whatever others add or delete while it is open. */
  const [asked, setAsked] = useState<{ readonly act: BulkAct; readonly count: number } | null>(null);
  const dock = useRef<HTMLDivElement>(null);
  const { ids, all } = selection;
  const count = all ? total : ids.size;
  const heading = () => dock.current?.closest("section")?.querySelector<HTMLElement>("h2") ?? null;
  async function end(): Promise<void> {
    selection.clear();
    await bulk.refresh();
  }
  function clear(): void {
    heading()?.focus(); // the pressed button goes away
    selection.clear();
  }
  return (
    <div className="bulk-dock" ref={dock}>
      {count > 0 && (
        <fieldset className="bulk-bar" aria-label={BULK.bar}>
          <SelectPage selection={selection} rows={rows} />
          <span className="bulk-count" role="status">
            {BULK.selected(count)}
          </span>
          <Button look="text" onClick={clear}>
            {BULK.clear}
          </Button>
          {!all && total > ids.size && (
            <Button look="text" onClick={() => selection.selectAll(rows.map(({ id }) => id))}>
              {BULK.all(total)}
            </Button>
          )}
          <Acts acts={bulk.acts} onPick={(act) => setAsked({ act, count })} />
        </fieldset>
      )}
      <BulkDialog
        act={asked?.act ?? null}
        count={asked?.count ?? 0}
        nouns={[bulk.one, bulk.many]}
        ids={async () => (all && asked ? bulk.select(values, asked.count) : [...ids])}
        onClose={() => setAsked(null)}
        onEnd={end}
        focusAfter={heading}
      />
    </div>
  );
}

interface SelectPageProps {
  readonly selection: Selection;
  readonly rows: readonly { readonly id: string }[];
}

function SelectPage({ selection, rows }: SelectPageProps) {
  const shown = rows.map(({ id }) => id);
  const every = shown.every((id) => selection.ids.has(id));
  return (
    <label className="checkbox bulk-page">
      <input
        type="checkbox"
        checked={every}
        onChange={() => (every ? selection.remove(shown) : selection.add(shown))}
      />
      {BULK.page}
    </label>
  );
}

interface ActsProps {
  readonly acts: readonly BulkAct[];
  readonly onPick: (act: BulkAct) => void;
}

const Acts = ({ acts, onPick }: ActsProps) => (
  <span className="bulk-acts">
    {acts.map((act) => (
      <Button
        key={act.name}
        look="quiet"
        className={act.destructive ? "button-tiny button-destructive bulk-act" : "button-tiny bulk-act"}
        onClick={() => onPick(act)}
      >
        {act.name}
      </Button>
    ))}
  </span>
);
