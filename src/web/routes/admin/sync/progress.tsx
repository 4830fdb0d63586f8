import type { SyncStats } from "../../../../modules/sync/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { toast } from "../../../lib/toast/toast.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { PROGRESS } from "./content.ts";
import { toastFailure } from "./use-sync.ts";

type Running = NonNullable<SyncStats["running"]>;

/** The progress, speed and remaining time of the current run, however it was started. */
export function Progress({ running }: { readonly running: Running }) {
  const { startedBy, dryRun, total, done, rowsPerSecond, secondsLeft, cancelling } = running;
  const facts = [
    PROGRESS.done(done, total),
    ...(rowsPerSecond === null ? [] : [PROGRESS.speed(rowsPerSecond)]),
    ...(secondsLeft === null ? [] : [PROGRESS.left(secondsLeft)]),
  ];
  return (
    <ListCard title={PROGRESS.title} actions={<Cancel cancelling={cancelling} />}>
      <div className="sync-progress">
        <progress aria-label={PROGRESS.title} max={Math.max(1, total)} value={done} />
        <p role="status">{facts.join(" · ")}</p>
        <p className="soft">
          {PROGRESS.startedBy(startedBy)} {dryRun && <Badge tone="info">{PROGRESS.dry}</Badge>}
        </p>
      </div>
    </ListCard>
  );
}

function Cancel({ cancelling }: { readonly cancelling: boolean }) {
  const cancel = trpc.admin.sync.cancel.useMutation();
  const utils = trpc.useUtils();
  const ending = cancelling || cancel.isPending;
  async function end(): Promise<void> {
    try {
      await cancel.mutateAsync();
      toast({ title: PROGRESS.cancelled });
    } catch (error) {
      toastFailure(PROGRESS.cancel, PROGRESS.cancelFailed, error);
    } finally {
      await utils.admin.sync.stats.invalidate();
    }
  }
  return (
    <Button look="quiet" className="button-tiny" disabled={ending} onClick={() => void end()}>
      {ending ? PROGRESS.cancelling : PROGRESS.cancel}
    </Button>
  );
}
