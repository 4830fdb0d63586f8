import { useRef, useState } from "react";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus-from.ts";
import { toastOutcome } from "../../../lib/toast/toast-outcome.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Confirm, ConfirmSubject } from "../../../ui/confirm/confirm.tsx";
import { tabElement } from "../tab-element.ts";
import { WITHDRAW_TRANSFER } from "./content.ts";
import type { Transfer } from "./use-transfers.ts";

/** The partner who asked takes the question back. */
export function OutgoingActions({ transfer: { id, poiName } }: { readonly transfer: Transfer }) {
  const answer = trpc.partner.ownership.answer.useMutation();
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  async function withdraw(): Promise<void> {
    const isDone = await toastOutcome(answer.mutateAsync({ id, withdraw: true }), {
      done: { title: WITHDRAW_TRANSFER.done },
      failed: WITHDRAW_TRANSFER.failed,
    });
    setAsks(false);
    await utils.partner.ownership.transfers.invalidate();
    if (isDone) focusFrom(opener.current, tabElement("pois"));
  }
  return (
    <div className="place-card-actions">
      <Button
        look="quiet"
        className="button-small"
        ref={opener}
        aria-label={WITHDRAW_TRANSFER.of(poiName)}
        onClick={() => setAsks(true)}
      >
        {WITHDRAW_TRANSFER.open}
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={WITHDRAW_TRANSFER.title}
        action={WITHDRAW_TRANSFER.action}
        acting={WITHDRAW_TRANSFER.acting}
        cancel={WITHDRAW_TRANSFER.cancel}
        onConfirm={withdraw}
      >
        <ConfirmSubject name={poiName} detail={WITHDRAW_TRANSFER.text} />
      </Confirm>
    </div>
  );
}
