import { useRef, useState } from "react";
import type { z } from "zod";
import {
  type PaymentStatus,
  type Pledge,
  receiveInput,
  type showOutput,
} from "../../../modules/payments/schema.ts";
import { counted, formatDateTime, formatDay, number } from "../../../shared/format.ts";
import { formatDollars } from "../../../shared/money/money.ts";
import { Badge } from "../../kit/page/badge.tsx";
import { Loaded } from "../../kit/page/states.tsx";
import { declareList } from "../../kit/records/declare-list.ts";
import type { FilterValues } from "../../kit/records/list-params.ts";
import { GATEWAYS, PAYMENT_STATUS_NAMES, paymentParams, pledgeParams } from "../../kit/records/lists.ts";
import { OpenRecord } from "../../kit/records/open-record.tsx";
import { AddRecord, choice, declareForm } from "../../kit/records/record-form.tsx";
import { ResourceList } from "../../kit/records/resource-list.tsx";
import { useAct } from "../../kit/records/use-act.ts";
import { StaffFrame } from "../../kit/staff/frame.tsx";
import { Age, None } from "../../kit/table/cells.tsx";
import { Count, CountNote, Counts } from "../../kit/table/count.tsx";
import { MailLink } from "../../kit/text/address-links.tsx";
import { Facts } from "../../kit/text/facts.tsx";
import { UserText } from "../../kit/text/user-text.tsx";
import { trpc } from "../../lib/api.tsx";

export function GiftsPage() {
  return (
    <StaffFrame title="Gifts">
      <div className="stack">
        <Totals />
        <Payments />
        <Pledges />
      </div>
    </StaffFrame>
  );
}

function Payments() {
  const act = useAct(async () => {});
  const sendReceipt = (id: string) =>
    act(id, {
      send: (client) => client.admin.payments.sendReceipt.mutate({ id }),
      done: { title: "Receipt sent again" },
      failed: "Failed to send the receipt",
    });
  return (
    <ResourceList
      list={paymentList}
      scope="payments"
      rowActions={({ id, status }) =>
        status === "succeeded" ? [{ name: "Send receipt again", onSelect: () => sendReceipt(id) }] : []
      }
      panel={{
        noun: "gift",
        query: (utils, id) => utils.admin.payments.show.queryOptions({ id }),
        nameOf: ({ reference }) => reference,
        facts: factsOf,
        more: ({ events }) => (
          <section>
            <h3>Reported by the gateway</h3>
            {events.length === 0 ? (
              <p className="soft">The gateway has reported nothing yet.</p>
            ) : (
              <Facts facts={events.map(({ type, receivedAt }) => [type, formatDateTime(receivedAt)])} />
            )}
          </section>
        ),
      }}
    />
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
          return [{ name: RECEIVE.title, onSelect: () => setOpen(pledge) }];
        }}
      />
      <AddRecord
        form={{ ...RECEIVE, description: open && <Question pledge={open} /> }}
        size="small"
        open={open !== null}
        onClose={() => setOpen(null)}
        send={(client, { method }) =>
          client.admin.payments.receive.mutate({ reference: open?.reference ?? "", method })
        }
        done={({ reference }) => ({ title: `${reference}: received` })}
        // The button that had the focus is gone by then.
        refresh={(utils) => utils.admin.payments.invalidate().then(() => heading.current?.focus())}
      />
    </>
  );
}

const PLEDGE_METHOD_NAMES = { venmo: "Venmo", zelle: "Zelle" } as const;

const RECEIVE = declareForm({
  title: "Mark as received",
  submit: "Mark as received",
  sending: "Marking...",
  missing: "Choose how it arrived",
  failed: "Failed to mark the pledge as received",
  schema: receiveInput.pick({ method: true }),
  fields: { method: choice("How it came", PLEDGE_METHOD_NAMES, "venmo") },
});

function Question({ pledge: { reference, amount, customerEmail } }: { readonly pledge: Pledge }) {
  const receipt = customerEmail ? `${customerEmail} gets the receipt by email, and this` : "This";
  return (
    <>
      <strong>{reference}</strong>
      <br />
      {`Has ${formatDollars(amount)} arrived with this reference? ${receipt} cannot be undone.`}
    </>
  );
}

/** Gifts promised by Venmo or Zelle while the card gateway was away, newest first. */
const pledgeList = declareList({
  params: pledgeParams,
  alwaysFresh: true,
  query: (utils, input) => utils.admin.payments.pledges.queryOptions(input),
  skeletonRows: 3,
  words: {
    title: "Pledges by Venmo or Zelle",
    note: "Made while the card gateway was away. Compare the reference with the transfers that arrive.",
    pages: "Pages of the pledges",
    failed: "The pledges could not be loaded",
    empty: "No pledge yet",
    emptyText:
      "When the card gateway is away, the support page offers Venmo and Zelle and notes the gift here.",
    noMatch: "No pledge matches",
    noMatchText: "Try part of the reference, the name or the email.",
  },
  nameOf: ({ reference }) => reference,
  columns: [
    { head: "Reference", look: "main", cell: (pledge) => <Reference {...pledge} /> },
    { head: "Giver", look: "wide", cell: (pledge) => <Giver {...pledge} /> },
    { head: "Amount", brief: true, cell: ({ amount }) => formatDollars(amount) },
    { head: "Pledged", cell: ({ createdAt }) => <Age at={createdAt} /> },
    { head: "Arrived", brief: true, cell: (pledge) => <Arrived pledge={pledge} /> },
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
  views: "payments",
  sums: (values) => <Sum filters={values} />,
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
  nameOf: ({ reference }) => reference,
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
    { head: "Started", cell: ({ createdAt }) => <Age at={createdAt} /> },
  ],
});

/** What the gifts that the list shows come to. */
function Sum({ filters }: { readonly filters: FilterValues<typeof paymentParams.filters> }) {
  const { data } = trpc.admin.payments.sum.useQuery(filters, { staleTime: 0 });
  if (!data) return null;
  return (
    <p className="pager-sum">
      {`${formatDollars(data.amount)} in all, ${formatDollars(data.received)} received`}
    </p>
  );
}

/** Totals received, refunded and pledged; sandbox payments are separate. */
function Totals() {
  const totals = trpc.admin.payments.totals.useQuery(undefined, { staleTime: 0 });
  return (
    <section className="list-card" aria-label="Totals">
      <Loaded query={totals} failed="The totals could not be loaded" rows={3}>
        {({ succeeded, refunded, pending, failed, pledgesWaiting, pledgesReceived, sandbox }) => (
          <>
            <Counts>
              <Total
                label="Received by card"
                amount={succeeded.amount}
                note={counted(succeeded.count, "gift")}
              >
                {`${number.format(pending.count)} pending, ${number.format(failed.count)} failed`}
              </Total>
              <Total label="Refunded" amount={refunded.amount} note={counted(refunded.count, "gift")} />
              <Total
                label="Pledges waiting"
                amount={pledgesWaiting.amount}
                note={counted(pledgesWaiting.count, "pledge")}
              />
              <Total
                label="Pledges received"
                amount={pledgesReceived.amount}
                note={counted(pledgesReceived.count, "pledge")}
              />
            </Counts>
            {sandbox.count > 0 && (
              <p className="totals-sandbox">
                {`The sandbox took ${formatDollars(sandbox.amount)} in ${counted(sandbox.count, "payment")}: this is not real money and is not counted above.`}
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

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

const factsOf = (gift: z.output<typeof showOutput>) =>
  [
    ["Giver", gift.customerName],
    ["Email", gift.customerEmail && <MailLink key="email" address={gift.customerEmail} />],
    ["Amount", formatDollars(gift.amount)],
    ["Tier", gift.tier],
    ["Status", PAYMENT_STATUS_NAMES[gift.status]],
    ["Gateway", GATEWAYS[gift.gateway]],
    ["Card", gift.cardLast4 && `${gift.cardBrand ?? "card"} ending in ${gift.cardLast4}`],
    ["Started", formatDateTime(gift.createdAt)],
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
