import type { PaymentStatus } from "../../../../modules/payments/schema.ts";
import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { formatDollars } from "../../../lib/format/format-dollars.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { DateTime, None } from "../../../ui/table/cells.tsx";
import { GATEWAYS, PAYMENT_STATUS_NAMES } from "./content.ts";
import { Giver } from "./giver.tsx";
import { paymentParams } from "./list-search-params.ts";
import { Reference } from "./reference.tsx";

const TONES = {
  pending: "warning",
  succeeded: "good",
  failed: "bad",
  refunded: "info",
} as const satisfies Record<PaymentStatus, string>;

/** Gifts by card, newest first. */
export const paymentList = declareList({
  params: paymentParams,
  pageSize: 25,
  alwaysFresh: true,
  query: (utils, input) => utils.admin.payments.list.queryOptions(input),
  words: {
    title: "Payments",
    caption: "Payments by card",
    pages: "Pages of the payments",
    failed: "The payments could not be loaded",
    empty: "No payment yet",
    emptyText: "Gifts by card appear here as soon as someone begins one on the support page.",
    noMatch: "No payment matches",
    noMatchText: "Try part of the reference, the name or the email.",
  },
  export: { path: "/api/admin/payments/export", file: "payments.csv" },
  columns: [
    { head: "Reference", look: "main", cell: (payment) => <Reference {...payment} opens={payment.id} /> },
    { head: "Giver", look: "wide", cell: (payment) => <Giver {...payment} /> },
    { head: "Amount", brief: true, cell: ({ amount }) => formatDollars(amount) },
    {
      head: "Status",
      brief: true,
      cell: ({ status, gateway }) => (
        <>
          <Badge tone={TONES[status]}>{PAYMENT_STATUS_NAMES[status]}</Badge>
          {gateway === "sandbox" && <span className="table-sub">{GATEWAYS.sandbox}</span>}
        </>
      ),
    },
    {
      head: "Card",
      cell: ({ cardBrand, cardLast4 }) =>
        cardLast4 ? `${cardBrand ?? "card"} ending in ${cardLast4}` : <None />,
    },
    { head: "Begun", cell: ({ createdAt }) => <DateTime at={createdAt} /> },
  ],
});
