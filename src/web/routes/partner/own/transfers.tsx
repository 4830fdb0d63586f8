import { useRef } from "react";
import { CLOSING_REASONS, TRANSFER_WHY } from "../../../../copy/en/decisions.ts";
import { NOT_YOURS } from "../../../../copy/en/my-place.ts";
import { OWN } from "../../../../copy/en/partner.ts";
import { ACCEPT, REFUSE, TRANSFERS, WITHDRAW_TRANSFER } from "../../../../copy/en/partner-places.ts";
import { formatDay, formatDueDay } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { ConfirmSubject, Consequences } from "../../../kit/dialog/confirm.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toastOutcome } from "../../../lib/toast.ts";
import { useBusy } from "../../../lib/use-busy.ts";
import { StatusBadge } from "../review-progress.tsx";
import { useRights } from "../session.tsx";
import { type Transfer, useTransfers } from "./own-data.ts";
import { Arrival, QuestionButton } from "./own-list.tsx";

/** The transfers that wait for the partner's answer, and its own; nothing is shown while there is none. */
export function Transfers() {
  const transfers = useTransfers();
  if (transfers.length === 0) return null;
  return (
    <section className="own-list" aria-labelledby="transfers-title">
      <header className="own-list-head">
        <h2 id="transfers-title">{TRANSFERS.title}</h2>
      </header>
      <ul className="own-list-cards">
        {transfers.map((transfer) => (
          <Arrival key={transfer.id} id={transfer.id}>
            <TransferCard transfer={transfer} />
          </Arrival>
        ))}
      </ul>
    </section>
  );
}

function TransferCard({ transfer }: { readonly transfer: Transfer }) {
  const { poiName, partnerName, direction, status, submittedAt, notes, why, explanation } = transfer;
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
      {why && (
        <p className="own-list-notes">
          <strong>{TRANSFER_WHY[why]}:</strong> <bdi dir="auto">{explanation}</bdi>
        </p>
      )}
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
  if (transfer.status !== "pending") return TRANSFERS.outcome[transfer.status];
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
  const { manages } = useRights();
  if (!manages) return null;
  return (
    <div className="place-card-actions">
      <QuestionButton
        look="quiet"
        aria-label={WITHDRAW_TRANSFER.of(poiName)}
        words={WITHDRAW_TRANSFER}
        done={WITHDRAW_TRANSFER.done}
        send={() => answer.mutateAsync({ id, withdraw: true })}
        reload={() => utils.partner.ownership.transfers.invalidate()}
        tab="pois"
      >
        <ConfirmSubject name={poiName} detail={WITHDRAW_TRANSFER.text} />
      </QuestionButton>
    </div>
  );
}

/** The owner hands the place over, or leaves the decision to our team. */
function IncomingActions({ transfer }: { readonly transfer: Transfer }) {
  const { id, poiName, partnerName, refusedAt } = transfer;
  const answer = trpc.partner.ownership.answer.useMutation();
  const utils = trpc.useUtils();
  const [busy, run] = useBusy();
  const acceptButton = useRef<HTMLButtonElement>(null);
  const { owns } = useRights();
  if (!owns) return <p className="soft">{NOT_YOURS.answer}</p>;
  async function refuse(pressed: Element): Promise<void> {
    const done = { title: REFUSE.done, description: REFUSE.doneText };
    const change = answer.mutateAsync({ id, accept: false });
    const isDone = await toastOutcome(change, { done, failed: REFUSE.failed });
    await utils.partner.ownership.transfers.invalidate();
    if (isDone) focusFrom(pressed, acceptButton.current);
  }
  return (
    <div className="place-card-actions">
      <QuestionButton
        look="quiet"
        buttonRef={acceptButton}
        aria-label={ACCEPT.of(poiName)}
        words={ACCEPT}
        done={ACCEPT.done(poiName)}
        send={() => answer.mutateAsync({ id, accept: true })}
        reload={() => Promise.all([utils.partner.ownership.invalidate(), utils.partner.pois.invalidate()])}
        tab="pois"
      >
        <p>{ACCEPT.lead(poiName, partnerName)}</p>
        <Consequences title={ACCEPT.lost} list={ACCEPT.lostList} />
      </QuestionButton>
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
    </div>
  );
}
