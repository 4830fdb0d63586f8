import { useState } from "react";
import type { RunSummary } from "../../../../../modules/sync/schema.ts";
import { ResourceList } from "../../../../blocks/resource-list/resource-list.tsx";
import { formatDateTime } from "../../../../lib/format/format-date.ts";
import { HISTORY, UNDO } from "../content.ts";
import { RunBars } from "./run-bars.tsx";
import { RunDialog } from "./run-dialog.tsx";
import { runList } from "./run-list.tsx";
import { UndoDialog } from "./undo-dialog.tsx";

export function History() {
  const [open, setOpen] = useState<RunSummary | null>(null);
  const [undoing, setUndoing] = useState<RunSummary | null>(null);
  return (
    <>
      <ResourceList
        list={runList}
        scope="runs"
        rowActions={(run) => [
          {
            name: HISTORY.show,
            label: HISTORY.showOf(formatDateTime(run.startedAt)),
            onSelect: () => setOpen(run),
          },
          ...(run.canUndo && run.undo !== "done"
            ? [
                {
                  name: UNDO.undo,
                  label: UNDO.undoOf(formatDateTime(run.startedAt)),
                  onSelect: () => setUndoing(run),
                },
              ]
            : []),
        ]}
      >
        {(runs) => <RunBars runs={runs} />}
      </ResourceList>
      {open && <RunDialog run={open} onClose={() => setOpen(null)} />}
      {undoing && <UndoDialog run={undoing} onClose={() => setUndoing(null)} />}
    </>
  );
}
