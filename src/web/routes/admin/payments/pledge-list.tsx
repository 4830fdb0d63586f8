import type { Pledge } from "../../../../modules/payments/schema.ts";
import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { formatDay } from "../../../lib/format/format-date.ts";
import { formatDollars } from "../../../lib/format/format-dollars.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Day } from "../../../ui/table/cells.tsx";
import { PLEDGE_METHOD_NAMES } from "./content.ts";
import { Giver } from "./giver.tsx";
import { pledgeParams } from "./list-search-params.ts";
import { Reference } from "./reference.tsx";

/** Gifts promised by Venmo or Zelle while the card gateway was away, newest first. */
export const pledgeList = declareList({
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
