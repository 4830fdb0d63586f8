import { useEffect, useState } from "react";
import type { RunStatus, RunSummary, SyncStats, UndoResult } from "../../../../modules/sync/schema.ts";
import { seconds } from "../../../../shared/duration.ts";
import { formatDateTime, formatTime, number } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Confirm, Consequences } from "../../../kit/dialog/confirm.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { DateTime } from "../../../kit/table/cells.tsx";
import { trpc } from "../../../lib/api.tsx";
import { messageOf } from "../../../lib/errors.ts";
import { toast, toastError } from "../../../lib/toast.ts";
import { runParams } from "./list-search-params.ts";
import { countOf } from "./stats.ts";

type Running = NonNullable<SyncStats["running"]>;

/** The progress, speed and remaining time of the current run, however it was started. */
export function Progress({ running }: { readonly running: Running }) {
  const { kind, startedBy, dryRun, total, done, cancelling } = running;
  const isUndo = kind === "undo";
  return (
    <ListCard
      title={isUndo ? "Undo of a run" : "Run in progress"}
      actions={<Cancel cancelling={cancelling} />}
    >
      <div className="sync-progress">
        <progress className="progress" aria-label="Run in progress" max={Math.max(1, total)} value={done} />
        <p role="status">{paceOf(running).join(" · ")}</p>
        <p>{countsOf(running)}</p>
        <p className="soft">
          {`Started by ${startedBy}`} {dryRun && <Badge tone="info">Dry run: nothing is kept</Badge>}
        </p>
      </div>
    </ListCard>
  );
}

function paceOf({ kind, total, done, rowsPerSecond, secondsLeft }: Running): readonly string[] {
  return [
    `${number.format(done)} of ${number.format(total)} ${kind === "undo" ? "rows" : "places"}`,
    ...(rowsPerSecond === null ? [] : [`${number.format(Math.round(rowsPerSecond))} a second`]),
    ...(secondsLeft === null
      ? []
      : [
          secondsLeft < 90
            ? `about ${Math.max(1, Math.round(secondsLeft))} s left`
            : `about ${Math.round(secondsLeft / 60)} min left`,
          `ends about ${formatTime(new Date(Date.now() + seconds(secondsLeft)))}`,
        ]),
  ];
}

function countsOf({ kind, total, done, synced, errors, written }: Running): string {
  const waiting = `${number.format(Math.max(0, total - done))} to go`;
  return kind === "undo"
    ? `${number.format(written)} put back, ${number.format(errors)} left as changed, ${waiting}`
    : `${number.format(synced)} matched, ${number.format(written)} written, ${number.format(errors)} failed, ${waiting}`;
}

function Cancel({ cancelling }: { readonly cancelling: boolean }) {
  const cancel = trpc.sync.cancel.useMutation();
  const utils = trpc.useUtils();
  const ending = cancelling || cancel.isPending;
  async function end(): Promise<void> {
    try {
      await cancel.mutateAsync();
      toast({ title: "The run will stop after the current batch" });
    } catch (error) {
      toastError("The run could not be stopped", error);
    } finally {
      await utils.sync.stats.invalidate();
    }
  }
  return (
    <Button look="quiet" className="button-tiny" disabled={ending} onClick={() => void end()}>
      {ending ? "Stopping..." : "Cancel run"}
    </Button>
  );
}

const STATUSES = {
  running: { name: "Running", tone: "info" },
  succeeded: { name: "Succeeded", tone: "good" },
  partial: { name: "Partly done", tone: "warning" },
  failed: { name: "Failed", tone: "bad" },
  cancelled: { name: "Canceled", tone: "plain" },
  interrupted: { name: "Interrupted", tone: "bad" },
  skipped: { name: "Skipped", tone: "plain" },
} as const satisfies Record<RunStatus, { readonly name: string; readonly tone: string }>;

const TRIGGERS = {
  person: "in the browser",
  schedule: "by the schedule",
  cli: "on the command line",
} as const;

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
  nameOf: ({ startedAt }) => formatDateTime(startedAt),
  columns: [
    { head: "Started", look: "main", cell: ({ startedAt }) => <DateTime at={startedAt} /> },
    { head: "By", cell: (run) => <StartedBy run={run} /> },
    {
      head: "Status",
      brief: true,
      cell: ({ status }) => <Badge tone={STATUSES[status].tone}>{STATUSES[status].name}</Badge>,
    },
    { head: "Synced", brief: true, cell: ({ synced }) => number.format(synced) },
    { head: "Errors", cell: ({ errors }) => number.format(errors) },
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
      {startedBy} <span className="table-sub">{TRIGGERS[trigger]}</span>{" "}
      {kind === "undo" && <Badge tone="info">undo</Badge>}{" "}
      {undo === "done" && <Badge tone="warning">undone</Badge>}
      {undo === "begun" && <Badge tone="warning">partly undone</Badge>}{" "}
      {dryRun && <Badge tone="info">dry run</Badge>} {full && <Badge>all places</Badge>}
    </>
  );
}

interface UndoDialogProps {
  readonly run: RunSummary;
  readonly onClose: () => void;
}

/** Asks whether to undo a run, with what that would touch and leave now. */
function UndoDialog({ run, onClose }: UndoDialogProps) {
  const { mutate: look, data: forecast, error } = trpc.sync.undo.useMutation();
  const undo = trpc.sync.undo.useMutation();
  const utils = trpc.useUtils();
  useEffect(() => look({ id: run.id, dryRun: true }), [look, run.id]);

  async function confirm(): Promise<void> {
    const undoing = undo.mutateAsync({ id: run.id });
    void utils.sync.stats.invalidate(); // shows the progress
    try {
      const { success, message } = await undoing;
      toast({ title: "Undo Complete", description: message, ...(!success && { variant: "destructive" }) });
      onClose();
    } catch (failure) {
      toastError("The run could not be undone", failure);
    } finally {
      await utils.sync.invalidate();
    }
  }

  return (
    <Confirm
      open
      onClose={onClose}
      title={`Undo the run of ${formatDateTime(run.startedAt)}?`}
      action="Undo run"
      acting="Undoing..."
      onConfirm={confirm}
      extra={
        <>
          {forecast && forecast.left > 0 && <Left forecast={forecast} />}
          {error && <Alert>{messageOf(error) ?? "Could not find out what an undo would change."}</Alert>}
        </>
      }
    >
      <p role="status">
        {forecast ? forecastText(forecast) : "Comparing the rows of this run with the main database..."}
      </p>
      <p>
        The places stay here. They wait among those that failed until someone retries or edits them, so that
        the schedule does not send the same again.
      </p>
    </Confirm>
  );
}

function forecastText({ restored, removed, left }: UndoResult): string {
  if (restored + removed === 0)
    return left === 0
      ? "There is nothing left to undo: no row of this run would change."
      : "In the main database no row would change.";
  const parts = [
    restored > 0 &&
      `${countOf(restored, "row")} would get ${restored === 1 ? "its" : "their"} earlier values back`,
    removed > 0 && `${countOf(removed, "row")} that the run added would be deleted`,
  ];
  return `In the main database ${parts.filter(Boolean).join(", and ")}.`;
}

function Left({ forecast: { left, details } }: { readonly forecast: UndoResult }) {
  const title = `${countOf(left, "row")} changed after the run ${left === 1 ? "is" : "are"} left`;
  const kept = details.filter(({ status }) => status === "left");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="sync-details sync-undo-left" aria-label={title} tabIndex={0}>
      <Consequences title={title} list={kept.map(({ name, message }) => `${name}: ${message ?? ""}`)} />
      {left > kept.length && (
        <p className="soft">{`${number.format(kept.length)} of ${number.format(left)} shown`}</p>
      )}
    </section>
  );
}

/** Formats a duration for display: `84 ms`, `2.4 s`, `3 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${Math.floor(seconds * 10) / 10} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/** Every run, to look at and to undo. */
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
            name: "Show",
            onSelect: () => setOpen(run),
          },
          ...(run.canUndo && run.undo !== "done"
            ? [
                {
                  name: "Undo",
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

const HIGH = 40;
const STEP = 14;
const BAR = 10;
const LEAST = 1.5; // a run without places is visible too

/** Runs as small bars, oldest first, with errors stacked on synced places. */
function RunBars({ runs }: { readonly runs: readonly RunSummary[] }) {
  const shown = runs.filter(({ dryRun, status }) => !dryRun && status !== "running").toReversed();
  const max = Math.max(1, ...shown.map(({ synced, errors }) => synced + errors));
  if (shown.length < 2) return null;
  return (
    <svg
      className="sync-runs"
      viewBox={`0 0 ${shown.length * STEP} ${HIGH}`}
      role="img"
      aria-label="Places synced and failed, a bar a run, oldest first"
    >
      {shown.map(({ id, startedAt, synced, errors }, index) => {
        const failed = (errors / max) * HIGH;
        const high = Math.max(LEAST, ((synced + errors) / max) * HIGH);
        return (
          <g key={id} transform={`translate(${index * STEP} 0)`}>
            <title>{`${formatDateTime(startedAt)}: ${number.format(synced)} synced, ${number.format(errors)} failed`}</title>
            <rect data-tone="synced" y={HIGH - high} width={BAR} height={high} />
            <rect data-tone="errors" y={HIGH - high} width={BAR} height={failed} />
          </g>
        );
      })}
    </svg>
  );
}

interface RunDialogProps {
  readonly run: RunSummary;
  readonly onClose: () => void;
}

/** One run and the places that failed in it. */
function RunDialog({ run, onClose }: RunDialogProps) {
  const found = trpc.sync.run.useQuery({ id: run.id }, { staleTime: 0 });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Run of ${formatDateTime(run.startedAt)}`}
      description={run.message ?? STATUSES[run.status].name}
    >
      <Loaded query={found} failed="The runs could not be loaded" rows={3}>
        {({ failures }) =>
          failures.length === 0 ? (
            <p className="soft">No place failed in this run.</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            <section className="sync-details sync-run-details" aria-label="Places that failed" tabIndex={0}>
              <ul>
                {failures.map(({ placeId, name, message }) => (
                  <li key={placeId}>
                    <span>
                      <strong>{name}</strong> <span className="soft">{message}</span>
                    </span>
                  </li>
                ))}
              </ul>
              {run.errors > failures.length && (
                <p className="soft">{`${number.format(failures.length)} of ${number.format(run.errors)} shown`}</p>
              )}
            </section>
          )
        }
      </Loaded>
    </Dialog>
  );
}
