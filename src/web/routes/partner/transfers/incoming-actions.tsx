import { useRef, useState } from "react";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus-from.ts";
import { useBusy } from "../../../lib/hooks/use-busy.ts";
import { toastOutcome } from "../../../lib/toast/toast-outcome.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Confirm } from "../../../ui/confirm/confirm.tsx";
import { Consequences } from "../../../ui/consequences/consequences.tsx";
import { tabElement } from "../tab-element.ts";
import { ACCEPT, REFUSE } from "./content.ts";
import type { Transfer } from "./use-transfers.ts";

/** The owner hands the place over, or leaves the decision to our team. */
export function IncomingActions({ transfer }: { readonly transfer: Transfer }) {
  const { id, poiName, partnerName, refusedAt } = transfer;
  const answer = trpc.partner.ownership.answer.useMutation();
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState(false);
  const [busy, run] = useBusy();
  const acceptButton = useRef<HTMLButtonElement>(null);
  async function accept(): Promise<void> {
    const done = { title: ACCEPT.done(poiName) };
    const change = answer.mutateAsync({ id, accept: true });
    const isDone = await toastOutcome(change, { done, failed: ACCEPT.failed });
    setAsks(false);
    await Promise.all([utils.partner.ownership.invalidate(), utils.partner.pois.invalidate()]);
    if (isDone) focusFrom(acceptButton.current, tabElement("pois"));
  }
  async function refuse(pressed: Element): Promise<void> {
    const done = { title: REFUSE.done, description: REFUSE.doneText };
    const change = answer.mutateAsync({ id, accept: false });
    const isDone = await toastOutcome(change, { done, failed: REFUSE.failed });
    await utils.partner.ownership.transfers.invalidate();
    if (isDone) focusFrom(pressed, acceptButton.current);
  }
  return (
    <div className="place-card-actions">
      <Button
        className="button-small"
        ref={acceptButton}
        aria-label={ACCEPT.of(poiName)}
        onClick={() => setAsks(true)}
      >
        {ACCEPT.open}
      </Button>
      {refusedAt === null && (
        <Button
          look="quiet"
          className="button-small"
          aria-disabled={busy}
          aria-label={REFUSE.of(poiName)}
          onClick={({ currentTarget }) => void run(() => refuse(currentTarget))}
        >
          {REFUSE.open}
        </Button>
      )}
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={ACCEPT.title}
        action={ACCEPT.action}
        acting={ACCEPT.acting}
        cancel={ACCEPT.cancel}
        onConfirm={accept}
      >
        <p>{ACCEPT.lead(poiName, partnerName)}</p>
        <Consequences title={ACCEPT.lost} list={ACCEPT.lostList} />
      </Confirm>
    </div>
  );
}
