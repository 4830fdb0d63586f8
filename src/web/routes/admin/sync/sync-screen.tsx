import { useRef, useState } from "react";
import type { RunSummary, SyncStats } from "../../../../modules/sync/schema.ts";
import { formatDateTime } from "../../../../shared/format.ts";
import { Alert } from "../../../kit/page/alert.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { ListCard } from "../../../kit/page/list-card.tsx";
import { Loaded } from "../../../kit/page/loaded.tsx";
import { Menu } from "../../../kit/page/menu.tsx";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { useRequestedAct } from "../../../lib/acts/use-requested-act.ts";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus-from.ts";
import { useNow } from "../../../lib/hooks/use-now.ts";
import { EXPLAIN, HEALTH, HISTORY, RESULT, SYNC, UNDO } from "./content.ts";
import { Counters } from "./counters.tsx";
import { DECIDE } from "./decisions/content.ts";
import { decisionList } from "./decisions/decision-list.tsx";
import { useDecide } from "./decisions/use-decide.ts";
import { Failures } from "./failures.tsx";
import { formatDuration } from "./format-duration.ts";
import { healthOf, percentOf } from "./health.ts";
import { Progress } from "./progress.tsx";
import { LastResult } from "./runs/last-result.tsx";
import { RunDialog } from "./runs/run-dialog.tsx";
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
          {isRunning ? SYNC.running : SYNC.run}
        </Button>
        <Button look="quiet" onClick={() => void stats.refetch()}>
          {SYNC.refresh}
        </Button>
        <Menu
          label={SYNC.more}
          face={SYNC.more}
          items={[
            { name: SYNC.dryRun, onSelect: () => void run({ dryRun: true }) },
            { name: SYNC.full, onSelect: () => void run({ full: true }) },
          ]}
        />
        {stats.data && (
          <p className="soft">
            {stats.data.nextRun ? SYNC.nextRun(formatDateTime(stats.data.nextRun)) : SYNC.noSchedule}
          </p>
        )}
      </div>
      {refused !== null && <Alert>{refused}</Alert>}
      {running && <Progress running={running} />}
      <Loaded query={stats} failed={SYNC.failed} rows={3}>
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
    <section className="sync-explain" aria-label={EXPLAIN.title}>
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
  const found = trpc.admin.sync.run.useQuery({ id: runId }, { staleTime: 0 });
  return (
    <Loaded query={found} failed={RESULT.unavailable} rows={2}>
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
  const some = trpc.admin.sync.decisions.useQuery({ limit: 1 }, { staleTime: 0 });
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
                name: DECIDE.takeBack,
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
    <ListCard title={HEALTH.title}>
      <dl className="sync-health">
        <div>
          <dt>{HEALTH.status}</dt>
          <dd>
            <Badge tone={tone}>{label}</Badge>
          </dd>
        </div>
        <div>
          <dt>{HEALTH.rate}</dt>
          <dd>{rate === null ? HEALTH.none : percentOf(rate)}</dd>
        </div>
        <div>
          <dt>{HEALTH.last}</dt>
          <dd>{stats?.lastSyncTime ? formatDateTime(stats.lastSyncTime) : HEALTH.never}</dd>
        </div>
        <div>
          <dt>{HEALTH.average}</dt>
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
      aria-label={HISTORY.bars}
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
