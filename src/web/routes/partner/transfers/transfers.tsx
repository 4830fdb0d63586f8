import { CLOSING_REASONS } from "../../../../shared/places/ownership.ts";
import { formatDay, formatDueDay } from "../../../lib/format/format-date.ts";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import { OWN } from "../own/content.ts";
import { StatusBadge } from "../review-progress.tsx";
import { TRANSFERS } from "./content.ts";
import { IncomingActions } from "./incoming-actions.tsx";
import { OutgoingActions } from "./outgoing-actions.tsx";
import { type Transfer, useTransfers } from "./use-transfers.ts";

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
