import { OpenRecord } from "../../blocks/record-panel/open-record.tsx";
import { declareList } from "../../blocks/resource-list/declare-list.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { MailLink } from "../../ui/mail-link/mail-link.tsx";
import { Day } from "../../ui/table/cells.tsx";
import { UserText } from "../../ui/user-text/user-text.tsx";
import { partnerParams } from "./list-search-params.ts";

export const partnerList = declareList({
  params: partnerParams,
  pageSize: 25,
  query: (utils, input) => utils.partnerManager.partners.list.queryOptions(input),
  words: {
    title: "Partners",
    caption: "Partner accounts",
    pages: "Pages of the partners",
    failed: "The partners could not be loaded",
    empty: "No partners yet",
    emptyText: "Add the first business here; it can sign in with the password that you set.",
    noMatch: "No partner matches",
    noMatchText: "Try part of the business's name, or the person's address.",
  },
  rowActions: { look: "buttons", nameOf: ({ businessName }) => businessName },
  columns: [
    {
      head: "Business",
      look: "main",
      orders: [{ sort: "business", direction: "ascending" }],
      cell: ({ id, businessName, email }) => (
        <>
          <OpenRecord screen="/partner-manager" id={id} name={businessName} />
          <MailLink address={email} className="table-sub" />
        </>
      ),
    },
    {
      head: "Contact",
      cell: ({ contactName, phone }) => (
        <>
          <UserText text={contactName} />
          {phone && <span className="table-sub">{phone}</span>}
        </>
      ),
    },
    {
      head: "Status",
      brief: true,
      cell: ({ isVerified }) => (
        <Badge tone={isVerified ? "good" : "warning"}>{isVerified ? "Verified" : "Pending"}</Badge>
      ),
    },
    {
      head: "Created",
      orders: [
        { sort: "newest", direction: "descending" },
        { sort: "oldest", direction: "ascending" },
      ],
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
  ],
});
