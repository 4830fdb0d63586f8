import type { SyncStats } from "../../../../modules/sync/schema.ts";
import { seconds } from "../../../../shared/duration.ts";
import { formatTime } from "../../../../shared/format.ts";
import { Badge } from "../../../kit/page/badge.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toast } from "../../../lib/toast.ts";
import { PROGRESS } from "./content.ts";
import { toastFailure } from "./use-sync.ts";

type Running = NonNullable<SyncStats["running"]>;

/** The progress, speed and remaining time of the current run, however it was started. */
export function Progress({ running }: { readonly running: Running }) {
  const { kind, startedBy, dryRun, total, done, cancelling } = running;
  const isUndo = kind === "undo";
  return (
    <ListCard title={isUndo ? "Undo of a run" : PROGRESS.title} actions={<Cancel cancelling={cancelling} />}>
      <div className="sync-progress">
        <progress aria-label={PROGRESS.title} max={Math.max(1, total)} value={done} />
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
    kind === "undo" ? PROGRESS.rows(done, total) : PROGRESS.done(done, total),
    ...(rowsPerSecond === null ? [] : [PROGRESS.speed(rowsPerSecond)]),
    ...(secondsLeft === null
      ? []
      : [
          secondsLeft < 90
            ? `about ${Math.max(1, Math.round(secondsLeft))} s left`
            : `about ${Math.round(secondsLeft / 60)} min left`,
          PROGRESS.ends(formatTime(new Date(Date.now() + seconds(secondsLeft)))),
        ]),
  ];
}

function countsOf({ kind, total, done, synced, errors, written }: Running): string {
  const waiting = Math.max(0, total - done);
  return kind === "undo"
    ? PROGRESS.undone(written, errors, waiting)
    : PROGRESS.counts(synced, written, errors, waiting);
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
      toastFailure(PROGRESS.cancel, "The run could not be stopped", error);
    } finally {
      await utils.sync.stats.invalidate();
    }
  }
  return (
    <Button look="quiet" className="button-tiny" disabled={ending} onClick={() => void end()}>
      {ending ? "Stopping..." : PROGRESS.cancel}
    </Button>
  );
}
