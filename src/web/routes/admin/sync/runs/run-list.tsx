import type { RunStatus, RunSummary } from "../../../../../modules/sync/schema.ts";
import { formatDateTime } from "../../../../../shared/format.ts";
import { Badge } from "../../../../kit/page/badge.tsx";
import { declareList } from "../../../../kit/records/declare-list.ts";
import { DateTime } from "../../../../kit/table/cells.tsx";
import { HISTORY } from "../content.ts";
import { formatDuration } from "../format-duration.ts";
import { runParams } from "../list-search-params.ts";

const TONES = {
  running: "info",
  succeeded: "good",
  partial: "warning",
  failed: "bad",
  cancelled: "plain",
  interrupted: "bad",
  skipped: "plain",
} as const satisfies Record<RunStatus, string>;

/** Every sync run, newest first. */
export const runList = declareList({
  params: runParams,
  pageSize: 10,
  alwaysFresh: true,
  query: (utils, input) => utils.sync.runs.queryOptions(input),
  skeletonRows: 3,
  words: {
    title: "Runs",
    caption: "Runs of the sync, newest first",
    pages: "Pages of the runs",
    failed: "The runs could not be loaded",
    empty: "No run yet",
    emptyText: "Press Sync Now, or wait for the schedule.",
  },
  rowActions: { look: "pinned", nameOf: ({ startedAt }) => formatDateTime(startedAt) },
  columns: [
    { head: "Started", look: "main", cell: ({ startedAt }) => <DateTime at={startedAt} /> },
    { head: "By", cell: (run) => <StartedBy run={run} /> },
    {
      head: "Status",
      cell: ({ status }) => <Badge tone={TONES[status]}>{HISTORY.status[status]}</Badge>,
    },
    { head: "Synced", cell: ({ synced }) => synced.toLocaleString("en-US") },
    { head: "Errors", cell: ({ errors }) => errors.toLocaleString("en-US") },
    {
      head: "Took",
      cell: ({ startedAt, finishedAt }) =>
        finishedAt ? formatDuration(finishedAt.getTime() - startedAt.getTime()) : "–",
    },
  ],
});

function StartedBy({ run }: { readonly run: RunSummary }) {
  const { startedBy, trigger, kind, dryRun, full, undo } = run;
  return (
    <>
      {startedBy} <span className="table-sub">{HISTORY.trigger[trigger]}</span>
      {kind === "undo" && <Badge tone="info">undo</Badge>}
      {undo === "done" && <Badge tone="warning">undone</Badge>}
      {undo === "begun" && <Badge tone="warning">partly undone</Badge>}
      {dryRun && <Badge tone="info">dry run</Badge>} {full && <Badge>all places</Badge>}
    </>
  );
}
