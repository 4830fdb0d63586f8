import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import type { RunStatus, RunSummary } from "../../../../modules/sync/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { formatDateTime } from "../../../lib/format-date.ts";
import { waysOn } from "../../../lib/paging.ts";
import { useFullPage } from "../../../lib/use-full-page.ts";
import { useListSearchParams } from "../../../lib/use-search-params.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { Pager } from "../../../ui/pager/pager.tsx";
import { EmptyState } from "../../../ui/states/states.tsx";
import { type Column, Table } from "../../../ui/table/table.tsx";
import { HISTORY } from "./content.ts";
import { formatDuration } from "./format-duration.ts";
import { pagedPlace } from "./list-search-params.ts";
import { RunBars } from "./run-bars.tsx";
import { RunDialog } from "./run-dialog.tsx";

const PAGE_SIZE = 10;

/** Every run, who started it and what it came to. */
export function History() {
  const { place, trail, step } = useListSearchParams(pagedPlace, "runs");
  const runs = trpc.admin.sync.runs.useQuery(
    { cursor: place.cursor, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  useFullPage(runs.data, { place, step });
  const [shown, setShown] = useState<RunSummary | null>(null);
  return (
    <ListCard title={HISTORY.title}>
      <Loaded query={runs} failed={HISTORY.failed} rows={3}>
        {({ items, total, next }) => {
          if (items.length === 0) return <EmptyState title={HISTORY.empty}>{HISTORY.emptyText}</EmptyState>;
          const ways = waysOn(place, trail, { count: items.length, total, next }, PAGE_SIZE, false);
          return (
            <>
              <RunBars runs={items} />
              <Table
                caption={HISTORY.caption}
                columns={columnsOf(setShown)}
                rows={items}
                busy={runs.isPlaceholderData}
              />
              <Pager label={HISTORY.pages} total={total} ways={ways} onStep={step} />
            </>
          );
        }}
      </Loaded>
      {shown && <RunDialog run={shown} onClose={() => setShown(null)} />}
    </ListCard>
  );
}

const TONES = {
  running: "info",
  succeeded: "good",
  partial: "warning",
  failed: "bad",
  cancelled: "plain",
  interrupted: "bad",
  skipped: "plain",
} as const satisfies Record<RunStatus, string>;

function columnsOf(show: (run: RunSummary) => void): readonly Column<RunSummary>[] {
  const { columns } = HISTORY;
  return [
    {
      head: columns.started,
      look: "main",
      cell: ({ startedAt }) => <time dateTime={startedAt.toISOString()}>{formatDateTime(startedAt)}</time>,
    },
    {
      head: columns.by,
      cell: ({ startedBy, trigger, dryRun, full }) => (
        <>
          {startedBy} <span className="table-sub">{HISTORY.trigger[trigger]}</span>
          {dryRun && <Badge tone="info">{HISTORY.dry}</Badge>} {full && <Badge>{HISTORY.full}</Badge>}
        </>
      ),
    },
    {
      head: columns.status,
      cell: ({ status }) => <Badge tone={TONES[status]}>{HISTORY.status[status]}</Badge>,
    },
    { head: columns.synced, cell: ({ synced }) => synced.toLocaleString("en-US") },
    { head: columns.errors, cell: ({ errors }) => errors.toLocaleString("en-US") },
    {
      head: columns.took,
      cell: ({ startedAt, finishedAt }) =>
        finishedAt ? formatDuration(finishedAt.getTime() - startedAt.getTime()) : "–",
    },
    {
      head: columns.actions,
      look: "actions",
      cell: (run) => (
        <Button
          look="quiet"
          className="button-tiny"
          aria-label={HISTORY.showOf(formatDateTime(run.startedAt))}
          onClick={() => show(run)}
        >
          {HISTORY.show}
        </Button>
      ),
    },
  ];
}
