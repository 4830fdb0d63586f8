import { useRef, useState } from "react";
import type { RunSummary, SyncStats } from "../../../../modules/sync/schema.ts";
import { formatDateTime } from "../../../../shared/format.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { Menu } from "../../../kit/page/menu.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { useRequestedAct } from "../../../lib/acts.ts";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { useNow } from "../../../lib/now.ts";
import { HEALTH, HISTORY, SYNC } from "./content.ts";
import { Counters } from "./counters.tsx";
import { decisionList } from "./decisions/decision-list.tsx";
import { useDecide } from "./decisions/use-decide.ts";
import { Failures } from "./failures.tsx";
import { formatDuration } from "./format-duration.ts";
import { healthOf, percentOf } from "./health.ts";
import { Progress } from "./progress.tsx";
import { LastResult } from "./runs/last-result.tsx";
import { runList } from "./runs/run-list.tsx";
import { UndoDialog } from "./runs/undo-dialog.tsx";
import { useRun, useStats } from "./use-sync.ts";

/** The state of the sync, the current run and past failures. */
export function SyncScreen() {
  const stats = useStats();
  const { run, result, busy, refused } = useRun();
  useRequestedAct("startSync", () => void run());
  const running = stats.data?.running ?? null;
  const isRunning = busy || running !== null;
  return (
    <div className="stack">
      <div className="sync-actions">
        <Button aria-disabled={isRunning} onClick={() => isRunning || void run()}>
          {isRunning ? "Syncing..." : "Sync Now"}
        </Button>
        <Button look="quiet" onClick={() => void stats.refetch()}>
          Refresh Stats
        </Button>
        <Menu
          label={SYNC.more}
          face={SYNC.more}
          items={[
            { name: "Dry run", onSelect: () => void run({ dryRun: true }) },
            { name: "Compare all places", onSelect: () => void run({ full: true }) },
          ]}
        />
        {stats.data && (
          <p className="soft">
            {stats.data.nextRun
              ? `The schedule starts the next run at ${formatDateTime(stats.data.nextRun)}.`
              : "No schedule is set: runs start here or from the command line."}
          </p>
        )}
      </div>
      {refused !== null && <Alert>{refused}</Alert>}
      {running && <Progress running={running} />}
      <Loaded query={stats} failed="The statistics could not be loaded" rows={3}>
        {(loaded) => <Counters stats={loaded} />}
      </Loaded>
      <Failures />
      <Decisions />
      {!stats.isPending && <HealthCard stats={stats.data} />}
      {result ? (
        <LastResult result={result} of={result.synced + result.errors} />
      ) : (
        stats.data?.lastRun && <StoredResult runId={stats.data.lastRun.id} />
      )}
      <History />
      <Explain />
    </div>
  );
}

/** Explains the sync to first-time users. */
function Explain() {
  return (
    <section className="sync-explain" aria-label="How it works">
      {EXPLAIN.cards.map(({ title, text }) => (
        <div key={title} className="card sync-explain-card">
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
}

/** The result of a run as the server has kept it, with the places that failed. */
function StoredResult({ runId }: { readonly runId: string }) {
  const found = trpc.sync.run.useQuery({ id: runId }, { staleTime: 0 });
  return (
    <Loaded query={found} failed="The last result could not be loaded" rows={2}>
      {({ status, message, synced, errors, failures }) => (
        <LastResult
          result={{
            success: status === "succeeded",
            message: message ?? "",
            synced,
            errors,
            details: failures.map(({ name, message: reason }) => ({
              name,
              status: "error",
              message: reason,
            })),
          }}
          of={errors}
        />
      )}
    </Loaded>
  );
}

/** The list of decisions, once there is one. */
function Decisions() {
  const some = trpc.sync.decisions.useQuery({ limit: 1 }, { staleTime: 0 });
  const { takeBack } = useDecide();
  const heading = useRef<HTMLHeadingElement>(null);
  async function takeBackRow(id: string): Promise<void> {
    const pressed = document.activeElement;
    await takeBack(id);
    focusFrom(pressed, heading.current); // the row is removed
  }
  if (!some.data || some.data.total === 0) return null;
  return (
    <ResourceList
      list={decisionList}
      scope="decisions"
      headingRef={heading}
      rowActions={({ id, state }) =>
        state === "synced"
          ? []
          : [
              {
                name: "Take back",
                onSelect: () => void takeBackRow(id),
              },
            ]
      }
    />
  );
}

/** The health label, the figures behind it and possible causes. */
function HealthCard({ stats }: { readonly stats: SyncStats | undefined }) {
  const now = useNow();
  const { label, tone, rate, reasons } = healthOf(stats, now);
  return (
    <ListCard title="Sync health">
      <dl className="sync-health">
        <div>
          <dt>Status</dt>
          <dd>
            <Badge tone={tone}>{label}</Badge>
          </dd>
        </div>
        <div>
          <dt>Success Rate</dt>
          <dd>{rate === null ? HEALTH.none : percentOf(rate)}</dd>
        </div>
        <div>
          <dt>Last Sync</dt>
          <dd>{stats?.lastSyncTime ? formatDateTime(stats.lastSyncTime) : "Never"}</dd>
        </div>
        <div>
          <dt>Avg Sync Time</dt>
          <dd>{stats?.avgSyncTime == null ? HEALTH.none : formatDuration(stats.avgSyncTime)}</dd>
        </div>
      </dl>
      <p className="sync-reason">{reasons.join(" ")}</p>
    </ListCard>
  );
}

function History() {
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
            label: `Show the run of ${formatDateTime(run.startedAt)}`,
            onSelect: () => setOpen(run),
          },
          ...(run.canUndo && run.undo !== "done"
            ? [
                {
                  name: "Undo",
                  label: `Undo the run of ${formatDateTime(run.startedAt)}`,
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
            <title>{HISTORY.barOf(formatDateTime(startedAt), synced, errors)}</title>
            <rect data-tone="synced" y={HIGH - high} width={BAR} height={high} />
            <rect data-tone="errors" y={HIGH - high} width={BAR} height={failed} />
          </g>
        );
      })}
    </svg>
  );
}

const EXPLAIN = {
  cards: [
    {
      title: "Matching",
      text: "Matching uses the maps-service place identifier first. Where a place has none, its coordinates are the fallback: the nearest place of the main database within 50 meters that has a similar name. A place without a match is added.",
    },
    {
      title: "What is written",
      text: "Owner, halal certificate, verification and the describing fields come from here. Visits and other analytics of the main database are never touched.",
    },
    {
      title: "When it fails",
      text: "A doubtful match is an error that names both places; nothing is guessed. A failed place is retried in the next run; after three failures it waits here until someone retries it.",
    },
  ],
} as const;

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
      description={run.message ?? HISTORY.status[run.status]}
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
                <p className="soft">{HISTORY.cut(failures.length, run.errors)}</p>
              )}
            </section>
          )
        }
      </Loaded>
    </Dialog>
  );
}
