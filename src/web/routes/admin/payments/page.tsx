import { useRef, useState } from "react";
import type { z } from "zod";
import type { PaymentStatus, Pledge, showOutput } from "../../../../modules/payments/schema.ts";
import { formatDateTime, formatDay, number } from "../../../../shared/format.ts";
import { formatDollars } from "../../../../shared/money.ts";
import { Badge } from "../../../kit/page/badge.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { Facts } from "../../../kit/page/facts.tsx";
import { MailLink } from "../../../kit/page/mail-link.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { UserText } from "../../../kit/page/user-text.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { OpenRecord } from "../../../kit/records/open-record.tsx";
import { RecordPanel } from "../../../kit/records/record-panel.tsx";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { DateTime, Day, None } from "../../../kit/table/cells.tsx";
import { Count, CountNote, Counts } from "../../../kit/table/count.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toastOutcome } from "../../../lib/toast.ts";
import { GATEWAYS, PAYMENT_STATUS_NAMES, PLEDGE_METHOD_NAMES, RECEIVE } from "./content.ts";
import { paymentParams, pledgeParams } from "./list-search-params.ts";
import { ReceiveDialog } from "./receive-dialog.tsx";

export function GiftsPage() {
  return (
    <StaffFrame title="Gifts">
      <div className="stack">
        <Totals />
        <ResourceList list={paymentList} scope="payments" panel={(id) => <GiftPanel key={id} id={id} />} />
        <Pledges />
      </div>
    </StaffFrame>
  );
}

function Pledges() {
  const [open, setOpen] = useState<Pledge | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <ResourceList
        list={pledgeList}
        scope="pledges"
        headingRef={heading}
        rowActions={(pledge) => {
          if (pledge.receivedAt) return [];
          const label = `${RECEIVE.title}: ${pledge.reference}`;
          return [{ name: RECEIVE.title, label, onSelect: () => setOpen(pledge) }];
        }}
      />
      <ReceiveDialog
        pledge={open}
        onClose={() => setOpen(null)}
        onReceived={() => heading.current?.focus()}
      />
    </>
  );
}

/** Gifts promised by Venmo or Zelle while the card gateway was away, newest first. */
const pledgeList = declareList({
  params: pledgeParams,
  pageSize: 25,
  alwaysFresh: true,
  query: (utils, input) => utils.admin.payments.pledges.queryOptions(input),
  skeletonRows: 3,
  words: {
    title: "Pledges by Venmo or Zelle",
    caption: "Pledges by Venmo or Zelle",
    note: "Made while the card gateway was away. Compare the reference with the transfers that arrive.",
    pages: "Pages of the pledges",
    failed: "The pledges could not be loaded",
    empty: "No pledge yet",
    emptyText:
      "When the card gateway is away, the support page offers Venmo and Zelle and notes the gift here.",
    noMatch: "No pledge matches",
    noMatchText: "Try part of the reference, the name or the email.",
  },
  rowActions: { look: "buttons", nameOf: ({ reference }) => reference },
  columns: [
    { head: "Reference", look: "main", cell: (pledge) => <Reference {...pledge} /> },
    { head: "Giver", look: "wide", cell: (pledge) => <Giver {...pledge} /> },
    { head: "Amount", cell: ({ amount }) => formatDollars(amount) },
    { head: "Pledged", cell: ({ createdAt }) => <Day at={createdAt} /> },
    { head: "Arrived", cell: (pledge) => <Arrived pledge={pledge} /> },
  ],
});

function Arrived({ pledge: { receivedAt, receivedBy, method } }: { readonly pledge: Pledge }) {
  if (!receivedAt) return <Badge tone="warning">Waiting</Badge>;
  return (
    <>
      {method ? PLEDGE_METHOD_NAMES[method] : ""}, {formatDay(receivedAt)}
      {receivedBy && <span className="table-sub">noted by {receivedBy}</span>}
    </>
  );
}

const TONES = {
  pending: "warning",
  succeeded: "good",
  failed: "bad",
  refunded: "info",
} as const satisfies Record<PaymentStatus, string>;

/** Gifts by card, newest first. */
const paymentList = declareList({
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

/** Totals received, refunded and pledged; sandbox payments are separate. */
function Totals() {
  const totals = trpc.admin.payments.totals.useQuery(undefined, { staleTime: 0 });
  return (
    <section className="list-card" aria-label="Totals">
      <Loaded query={totals} failed="The totals could not be loaded" rows={3}>
        {({ succeeded, refunded, pending, failed, pledgesWaiting, pledgesReceived, sandbox }) => (
          <>
            <Counts>
              <Total label="Received by card" amount={succeeded.amount} note={giftsOf(succeeded.count)}>
                {`${number.format(pending.count)} pending, ${number.format(failed.count)} failed`}
              </Total>
              <Total label="Refunded" amount={refunded.amount} note={giftsOf(refunded.count)} />
              <Total
                label="Pledges waiting"
                amount={pledgesWaiting.amount}
                note={pledgesOf(pledgesWaiting.count)}
              />
              <Total
                label="Pledges received"
                amount={pledgesReceived.amount}
                note={pledgesOf(pledgesReceived.count)}
              />
            </Counts>
            {sandbox.count > 0 && (
              <p className="totals-sandbox">
                {TOTALS.sandbox(formatDollars(sandbox.amount), number.format(sandbox.count))}
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

const giftsOf = (count: number): string => TOTALS.gifts(number.format(count));
const pledgesOf = (count: number): string => TOTALS.pledges(number.format(count));

interface TotalProps {
  readonly label: string;
  readonly amount: number;
  readonly note: string;
  readonly children?: string;
}

const Total = ({ label, amount, note, children }: TotalProps) => (
  <Count label={label} value={formatDollars(amount)}>
    <CountNote>{note}</CountNote>
    {children && <CountNote>{children}</CountNote>}
  </Count>
);

/** One gift by card: its facts, and what the gateway reported about it. */
function GiftPanel({ id }: { readonly id: string }) {
  const gift = trpc.admin.payments.show.useQuery({ id }, { staleTime: 0 });
  const send = trpc.admin.payments.sendReceipt.useMutation();
  const sendAgain = () =>
    toastOutcome(send.mutateAsync({ id }), {
      done: { title: "Receipt sent again" },
      failed: "Failed to send the receipt",
    });
  return (
    <RecordPanel
      id={id}
      noun="gift"
      query={gift}
      nameOf={({ reference }) => reference}
      actions={({ status }) =>
        status === "succeeded" && (
          <Button
            look="quiet"
            className="button-tiny"
            aria-disabled={send.isPending}
            onClick={() => !send.isPending && void sendAgain()}
          >
            Send receipt again
          </Button>
        )
      }
    >
      {(data) => (
        <>
          <Facts facts={factsOf(data)} />
          <section>
            <h3>Reported by the gateway</h3>
            {data.events.length === 0 ? (
              <p className="soft">The gateway has reported nothing yet.</p>
            ) : (
              <Facts facts={data.events.map(({ type, receivedAt }) => [type, formatDateTime(receivedAt)])} />
            )}
          </section>
        </>
      )}
    </RecordPanel>
  );
}

const factsOf = (gift: z.output<typeof showOutput>) =>
  [
    ["Giver", gift.customerName],
    ["Email", gift.customerEmail && <MailLink key="email" address={gift.customerEmail} />],
    ["Amount", formatDollars(gift.amount)],
    ["Tier", gift.tier],
    ["Status", PAYMENT_STATUS_NAMES[gift.status]],
    ["Gateway", GATEWAYS[gift.gateway]],
    ["Card", gift.cardLast4 && GIFT.ending(gift.cardBrand ?? "card", gift.cardLast4)],
    ["Begun", formatDateTime(gift.createdAt)],
  ] as const;

interface GiverProps {
  readonly customerName: string;
  readonly customerEmail: string;
}

const Giver = ({ customerName, customerEmail }: GiverProps) => (
  <>
    {customerName ? <UserText text={customerName} /> : <None text="No name given" />}
    {customerEmail && <MailLink address={customerEmail} className="table-sub" />}
  </>
);

interface ReferenceProps {
  readonly reference: string;
  readonly tier: string | null;
  /** The id of the payment that it opens. */
  readonly opens?: string;
}

/** The reference and the tier of a gift or pledge. */
const Reference = ({ reference, tier, opens }: ReferenceProps) => (
  <>
    {opens === undefined ? reference : <OpenRecord screen="/admin/payments" id={opens} name={reference} />}
    {tier && <span className="table-sub">{tier}</span>}
  </>
);

const TOTALS = {
  gifts: (count: string) => `${count} ${count === "1" ? "gift" : "gifts"}`,
  pledges: (count: string) => `${count} ${count === "1" ? "pledge" : "pledges"}`,
  sandbox: (amount: string, count: string) =>
    `The sandbox took ${amount} in ${count} ${count === "1" ? "payment" : "payments"}: this is not real money and is not counted above.`,
} as const;

const GIFT = {
  ending: (brand: string, last4: string) => `${brand} ending in ${last4}`,
} as const;
