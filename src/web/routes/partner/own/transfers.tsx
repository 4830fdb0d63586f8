import { useRef, useState } from "react";
import { CLOSING_REASONS } from "../../../../copy/en/decisions.ts";
import { OWN } from "../../../../copy/en/partner.ts";
import { ACCEPT, REFUSE, TRANSFERS, WITHDRAW_TRANSFER } from "../../../../copy/en/partner-places.ts";
import { formatDay, formatDueDay } from "../../../../shared/format.ts";
import { Confirm, ConfirmSubject, Consequences } from "../../../kit/dialog/confirm.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { UserText } from "../../../kit/page/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toastOutcome } from "../../../lib/toast.ts";
import { useBusy } from "../../../lib/use-busy.ts";
import { StatusBadge } from "../review-progress.tsx";
import { tabElement } from "../search-params.ts";
import { type Transfer, useTransfers } from "./own-data.ts";

/** The transfers that wait for the partner's answer, and its own; nothing is shown while there is none. */
export function Transfers() {
  const transfers = useTransfers();
  if (transfers.length === 0) return null;
  return (
    <section className="own-list" aria-labelledby="transfers-title">
      <header className="own-list-head">
        <h2 id="transfers-title">{TRANSFERS.title}</h2>
      </header>
      <ul className="own-list-cards" data-columns>
        {transfers.map((transfer) => (
          <li key={transfer.id}>
            <TransferCard transfer={transfer} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TransferCard({ transfer }: { readonly transfer: Transfer }) {
  const { poiName, partnerName, direction, status, submittedAt, notes } = transfer;
  const isIncoming = direction === "incoming";
  return (
    <article className="own-list-card">
      <div className="place-card-head">
        <h3>
          <UserText text={poiName} />
          <span className="own-list-number">
            {isIncoming ? TRANSFERS.asks(partnerName) : TRANSFERS.asked(formatDay(submittedAt))}
          </span>
        </h3>
        <StatusBadge status={status} />
      </div>
      <p>{isIncoming ? incomingSentence(transfer) : outgoingSentence(transfer)}</p>
      {notes && (
        <p className="own-list-notes">
          <strong>{OWN.notes}:</strong> <bdi>{notes}</bdi>
        </p>
      )}
      {status === "pending" &&
        (isIncoming ? <IncomingActions transfer={transfer} /> : <OutgoingActions transfer={transfer} />)}
    </article>
  );
}

/** When staff have promised a decision, or else the owner's own deadline. */
const dayOf = ({ dueBy, answerBy }: Transfer): string => formatDueDay(dueBy ?? answerBy);

function incomingSentence(transfer: Transfer): string {
  if (transfer.waitsFor === "owner") return TRANSFERS.toAnswer(dayOf(transfer));
  return (transfer.refusedAt ? TRANSFERS.youRefused : TRANSFERS.youAreLate)(dayOf(transfer));
}

function outgoingSentence(transfer: Transfer): string {
  if (transfer.reason) return CLOSING_REASONS[transfer.reason];
  if (transfer.status !== "pending") return TRANSFERS[transfer.status];
  if (transfer.waitsFor === "owner") return TRANSFERS.waitsForOwner(dayOf(transfer));
  return (transfer.refusedAt ? TRANSFERS.refused : TRANSFERS.late)(dayOf(transfer));
}

/** The partner who asked takes the question back. */
function OutgoingActions({ transfer: { id, poiName } }: { readonly transfer: Transfer }) {
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

/** The owner hands the place over, or leaves the decision to our team. */
function IncomingActions({ transfer }: { readonly transfer: Transfer }) {
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
