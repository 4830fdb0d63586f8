import { linesOf } from "../../../shared/commands/act-commands.ts";
import { useBusy } from "../../lib/hooks/use-busy.ts";
import { toast } from "../../lib/toast/toast.ts";
import { toastError } from "../../lib/toast/toast-error.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { CopyLines } from "../copy-command/copy-lines.tsx";
import type { BulkAct } from "./bulk.ts";
import { BULK } from "./content.ts";
import { Failures } from "./failures.tsx";
import { useRestoreAct } from "./use-restore-act.ts";
import { type Progress, useRun } from "./use-run.ts";

interface BulkDialogProps {
  /** Null while it is closed. */
  readonly act: BulkAct | null;
  readonly count: number;
  readonly nouns: readonly [one: string, many: string];
  /** Rejects if the records have changed since they were counted. */
  readonly ids: () => Promise<readonly string[]>;
  readonly onClose: () => void;
  /** Called after each act, finished or not. */
  readonly onEnd: () => Promise<unknown>;
  readonly focusAfter: () => HTMLElement | null;
}

/** Asks with the count, shows the progress, and names what failed. */
export function BulkDialog({ act, count, nouns, ids, onClose, onEnd, focusAfter }: BulkDialogProps) {
  const [busy, start] = useBusy();
  const { progress, run, stop, reset } = useRun();
  const restoreAct = useRestoreAct();
  const what = (n: number) => BULK.count(n, ...nouns);
  function close(): void {
    stop();
    reset();
    onClose();
  }
  async function confirm({ send, done, failed, undoable, undoOf }: BulkAct): Promise<void> {
    const actId = crypto.randomUUID();
    try {
      const end = await run(await ids(), (part) => send(part, actId));
      const undo = undoable ? () => restoreAct(actId) : undoOf?.(actId);
      if (end.done > 0) toast({ title: done(what(end.done)), ...(undo && { onUndo: () => void undo() }) });
      if (end.error !== undefined) toastError(failed, end.error);
      await onEnd();
      if (end.failed.length === 0) close();
    } catch (error) {
      toastError(failed, error);
      await onEnd();
      close();
    }
  }
  const ended = progress !== null && !busy;
  return (
    <Dialog
      open={act !== null}
      onOpenChange={(next) => !next && close()}
      size="small"
      title={act?.name ?? ""}
      description={act?.question(what(count)) ?? ""}
      focusAfter={focusAfter}
    >
      {progress && <Going progress={progress} />}
      {ended && <Failures failed={progress.failed} />}
      <div className="dialog-actions">
        {act && !progress && (
          <div className="dialog-aside">
            <CopyLines lines={async () => linesOf(act.command(await ids()))} />
          </div>
        )}
        <Button look="quiet" onClick={busy ? stop : close}>
          {busy ? BULK.stop : ended ? BULK.close : BULK.cancel}
        </Button>
        {act && !ended && (
          <Button
            look={act.destructive ? "danger" : "primary"}
            aria-disabled={busy}
            onClick={() => void start(() => confirm(act))}
          >
            {busy ? act.acting : act.name}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Going({ progress: { done, failed, total } }: { readonly progress: Progress }) {
  const seen = done + failed.length;
  return (
    <p className="bulk-progress">
      <progress value={seen} max={Math.max(total, 1)} aria-label={BULK.progress} />
      <span>{BULK.of(seen, total)}</span>
    </p>
  );
}
