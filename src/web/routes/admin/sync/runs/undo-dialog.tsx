import { useEffect } from "react";
import type { RunSummary, UndoResult } from "../../../../../modules/sync/schema.ts";
import { formatDateTime } from "../../../../../shared/format.ts";
import { Confirm, Consequences } from "../../../../kit/dialog/confirm.tsx";
import { Alert } from "../../../../kit/page/alert.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { messageOf } from "../../../../lib/errors.ts";
import { toast } from "../../../../lib/toast.ts";
import { UNDO } from "../content.ts";
import { toastFailure } from "../use-sync.ts";

interface UndoDialogProps {
  readonly run: RunSummary;
  readonly onClose: () => void;
}

/** Asks whether to undo a run, with what that would touch and leave now. */
export function UndoDialog({ run, onClose }: UndoDialogProps) {
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
      toastFailure(UNDO.action, "The run could not be undone", failure);
    } finally {
      await utils.sync.invalidate();
    }
  }

  return (
    <Confirm
      open
      onClose={onClose}
      title={`Undo the run of ${formatDateTime(run.startedAt)}?`}
      action={UNDO.action}
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
        {forecast ? UNDO.question(forecast) : "Comparing the rows of this run with the main database..."}
      </p>
      <p>
        The places stay here. They wait among those that failed until someone retries or edits them, so that
        the schedule does not send the same again.
      </p>
    </Confirm>
  );
}

function Left({ forecast: { left, details } }: { readonly forecast: UndoResult }) {
  const kept = details.filter(({ status }) => status === "left");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="sync-details sync-undo-left" aria-label={UNDO.left(left)} tabIndex={0}>
      <Consequences
        title={UNDO.left(left)}
        list={kept.map(({ name, message }) => `${name}: ${message ?? ""}`)}
      />
      {left > kept.length && <p className="soft">{UNDO.cut(kept.length, left)}</p>}
    </section>
  );
}
