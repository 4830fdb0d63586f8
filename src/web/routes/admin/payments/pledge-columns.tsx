import type { Pledge } from "../../../../modules/payments/schema.ts";
import { formatDay } from "../../../lib/format-date.ts";
import { formatDollars } from "../../../lib/format-dollars.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import type { Column } from "../../../ui/table/table.tsx";
import { PLEDGES, RECEIVE } from "./content.ts";
import { Giver } from "./giver.tsx";

const { columns } = PLEDGES;

export const pledgeColumns = (ask: (pledge: Pledge) => void): readonly Column<Pledge>[] => [
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
  { head: columns.giver, look: "wide", cell: (pledge) => <Giver {...pledge} /> },
  { head: columns.amount, cell: ({ amount }) => formatDollars(amount) },
  {
    head: columns.pledged,
    cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{formatDay(createdAt)}</time>,
  },
  { head: columns.arrived, cell: (pledge) => <Arrived pledge={pledge} /> },
  {
    head: columns.actions,
    cell: (pledge) =>
      pledge.receivedAt ? (
        <span className="table-none" />
      ) : (
        <Button
          look="quiet"
          className="button-tiny"
          aria-label={RECEIVE.of(pledge.reference)}
          onClick={() => ask(pledge)}
        >
          {RECEIVE.action}
        </Button>
      ),
  },
];

function Arrived({ pledge: { receivedAt, receivedBy, method } }: { readonly pledge: Pledge }) {
  if (!receivedAt) return <Badge tone="warning">{PLEDGES.waiting}</Badge>;
  return (
    <>
      {PLEDGES.received(method ? PLEDGES.methods[method] : "", formatDay(receivedAt))}
      {receivedBy && <span className="table-sub">{PLEDGES.by(receivedBy)}</span>}
    </>
  );
}
