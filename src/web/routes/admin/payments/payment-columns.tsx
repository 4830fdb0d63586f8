import type { Payment, PaymentStatus } from "../../../../modules/payments/schema.ts";
import { formatDateTime } from "../../../lib/format-date.ts";
import { formatDollars } from "../../../lib/format-dollars.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import type { Column } from "../../../ui/table/table.tsx";
import { GIFTS } from "./content.ts";
import { Giver } from "./giver.tsx";

const TONES = {
  pending: "warning",
  succeeded: "good",
  failed: "bad",
  refunded: "info",
} as const satisfies Record<PaymentStatus, string>;

const { columns } = GIFTS;

export const paymentColumns: readonly Column<Payment>[] = [
  {
    head: columns.reference,
    look: "main",
    cell: ({ reference, tier }) => (
      <>
        {reference}
        {tier && <span className="table-sub">{tier}</span>}
      </>
    ),
  },
  { head: columns.giver, look: "wide", cell: (payment) => <Giver {...payment} /> },
  { head: columns.amount, cell: ({ amount }) => formatDollars(amount) },
  {
    head: columns.status,
    cell: ({ status, gateway }) => (
      <>
        <Badge tone={TONES[status]}>{GIFTS.statuses[status]}</Badge>
        {gateway === "sandbox" && <span className="table-sub">{GIFTS.gateways.sandbox}</span>}
      </>
    ),
  },
  {
    head: columns.card,
    cell: ({ cardBrand, cardLast4 }) =>
      cardLast4 ? (
        GIFTS.card(cardBrand ?? "card", cardLast4)
      ) : (
        <span className="table-none">{GIFTS.none}</span>
      ),
  },
  {
    head: columns.created,
    cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>,
  },
];
