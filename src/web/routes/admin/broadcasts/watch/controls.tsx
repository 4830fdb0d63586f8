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
    await toastOutcome(call, { done: { title }, failed: "The broadcast was not changed" });
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
              ? change(resume.mutateAsync({ id }), "The broadcast has resumed")
              : change(pause.mutateAsync({ id }), "The broadcast is paused"),
          )
        }
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button className="button-tiny button-destructive" look="quiet" onClick={() => setAsks(true)}>
        {WATCH.cancel}
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title="Cancel the rest of this broadcast?"
        action={WATCH.cancel}
        acting="Cancelling..."
        cancel="Keep sending"
        focusAfter={focusAfter}
        onConfirm={async () => {
          await change(cancel.mutateAsync({ id }), "The rest is cancelled");
          setAsks(false);
        }}
      >
        <p>{`${BROADCASTS.people(number.format(left))} will not get it. This cannot be undone.`}</p>
      </Confirm>
    </>
  );
}
