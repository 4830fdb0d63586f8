import { useState } from "react";
import type { Broadcast } from "../../../../../modules/waitlist/broadcasts/schema.ts";
import { number } from "../../../../../shared/format.ts";
import { Confirm } from "../../../../kit/dialog/confirm.tsx";
import { Button } from "../../../../kit/page/button.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { useBusy } from "../../../../lib/hooks/use-busy.ts";
import { toastOutcome } from "../../../../lib/toast/toast-outcome.ts";
import { BROADCASTS, WATCH } from "../content.ts";

interface ControlsProps {
  readonly broadcast: Broadcast;
  /** The pressed button may be gone. */
  readonly focusAfter: () => HTMLElement | null;
}

/** Pauses, resumes and ends a broadcast. */
export function Controls({ broadcast: { id, state, left }, focusAfter }: ControlsProps) {
  const utils = trpc.useUtils();
  const pause = trpc.admin.broadcasts.pause.useMutation();
  const resume = trpc.admin.broadcasts.resume.useMutation();
  const cancel = trpc.admin.broadcasts.cancel.useMutation();
  const [busy, run] = useBusy();
  const [asks, setAsks] = useState(false);
  if (state === "draft" || state === "sent" || state === "cancelled") return null;
  async function change(call: Promise<unknown>, title: string): Promise<void> {
    await toastOutcome(call, { done: { title }, failed: WATCH.changeFailed });
    await utils.admin.broadcasts.invalidate();
  }
  const isPaused = state === "paused";
  return (
    <>
      <Button
        className="button-tiny"
        look={isPaused ? "primary" : "quiet"}
        aria-disabled={busy}
        onClick={() =>
          void run(() =>
            isPaused
              ? change(resume.mutateAsync({ id }), WATCH.resumed)
              : change(pause.mutateAsync({ id }), WATCH.paused),
          )
        }
      >
        {isPaused ? WATCH.resume : WATCH.pause}
      </Button>
      <Button className="button-tiny button-destructive" look="quiet" onClick={() => setAsks(true)}>
        {WATCH.cancel}
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={WATCH.cancelTitle}
        action={WATCH.cancel}
        acting={WATCH.cancelling}
        cancel={WATCH.keep}
        focusAfter={focusAfter}
        onConfirm={async () => {
          await change(cancel.mutateAsync({ id }), WATCH.cancelled);
          setAsks(false);
        }}
      >
        <p>{WATCH.cancelText(BROADCASTS.people(number.format(left)))}</p>
      </Confirm>
    </>
  );
}
