import { CopyCommand } from "../../../blocks/copy-command/copy-command.tsx";
import { useRequestedAct } from "../../../lib/acts/use-requested-act.ts";
import { formatDateTime } from "../../../lib/format/format-date.ts";
import { Alert } from "../../../ui/alert/alert.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { Menu } from "../../../ui/menu/menu.tsx";
import { ChangesDialog } from "./changes/changes-dialog.tsx";
import { SYNC } from "./content.ts";
import { Counters } from "./counters.tsx";
import { Decisions } from "./decisions/decisions.tsx";
import { Explain } from "./explain.tsx";
import { Failures } from "./failures.tsx";
import { HealthCard } from "./health-card.tsx";
import { Progress } from "./progress.tsx";
import { History } from "./runs/history.tsx";
import { LastResult } from "./runs/last-result.tsx";
import { StoredResult } from "./runs/stored-result.tsx";
import { useRun, useStats } from "./use-sync.ts";
import { useSyncDialogs } from "./use-sync-dialogs.ts";

/** The state of the sync, the current run and past failures. */
export function SyncScreen() {
  const stats = useStats();
  const { run, result, busy, refused } = useRun();
  useRequestedAct("startSync", () => void run());
  const running = stats.data?.running ?? null;
  const { changes, show } = useSyncDialogs();
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
        <Button look="quiet" onClick={() => show({ changes: "next" })}>
          {SYNC.changes}
        </Button>
        <Menu
          label={SYNC.more}
          face={SYNC.more}
          items={[
            { name: SYNC.dryRun, onSelect: () => void run({ dryRun: true }) },
            { name: SYNC.changesAll, onSelect: () => show({ changes: "all" }) },
            { name: SYNC.full, onSelect: () => void run({ full: true }) },
          ]}
        />
        <CopyCommand path="admin.sync.trigger" input={{}} />
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
      {changes !== undefined && (
        <ChangesDialog
          all={changes === "all"}
          canRun={!isRunning}
          onRun={() => void run(changes === "all" ? { full: true } : {})}
        />
      )}
    </div>
  );
}
