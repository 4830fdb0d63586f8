import type { Inquiry } from "../../../modules/inquiries/schema.ts";
import { MailLink } from "../page/mail-link.tsx";
import { UserText } from "../page/user-text.tsx";
import { declareList } from "../records/declare-list.ts";
import { OpenRecord } from "../records/open-record.tsx";
import { Day, None } from "../table/cells.tsx";
import { businessTypeName } from "./business-types.ts";
import { inquiryParams } from "./inquiries-list-search-params.ts";
import { Reply } from "./reply-badge.tsx";

export const inquiryList = declareList({
  params: inquiryParams,
  pageSize: 25,
  query: (utils, { type, ...input }) =>
    utils.admin.partnerships.list.queryOptions({ ...input, businessType: type }),
  words: {
    title: "Partnership inquiries",
    caption: "Partnership inquiries",
    pages: "Pages of the inquiries",
    failed: "The inquiries could not be loaded",
    empty: "No inquiry yet",
    emptyText:
      "What businesses send from the landing page appears here. Add one that reached you another way.",
    noMatch: "No inquiry matches",
    noMatchText: "Try part of the business's name, or the person's address.",
  },
  export: {
    path: "/api/admin/partnerships/export",
    file: "partnership-inquiries.csv",
    query: ({ type, ...values }) => ({ ...values, businessType: type }),
  },
  rowActions: { look: "menu", nameOf: ({ businessName }) => businessName },
  columns: [
    {
      head: "Business",
      look: "main",
      orders: [{ sort: "business", direction: "ascending" }],
      cell: (inquiry) => <Business inquiry={inquiry} />,
    },
    {
      head: "Contact",
      look: "wide",
      orders: [{ sort: "email", direction: "ascending" }],
      cell: (inquiry) => <Contact inquiry={inquiry} />,
    },
    { head: "Type", cell: ({ businessType }) => businessTypeName(businessType) ?? <None /> },
    {
      head: "Place",
      cell: ({ city, state }) =>
        city || state ? <UserText text={[city, state].filter(Boolean).join(", ")} /> : <None />,
    },
    {
      head: "Received",
      brief: true,
      orders: [
        { sort: "newest", direction: "descending" },
        { sort: "oldest", direction: "ascending" },
      ],
      cell: ({ createdAt, addedBy }) => (
        <>
          <Day at={createdAt} />
          <span className="table-sub">by {addedBy}</span>
        </>
      ),
    },
    {
      head: "Assignee",
      cell: ({ assigneeName }) =>
        assigneeName === null ? <None /> : <span className="table-name">{assigneeName}</span>,
    },
    { head: "Reply", brief: true, cell: (inquiry) => <Reply inquiry={inquiry} /> },
  ],
});

function Business({ inquiry: { id, businessName, website } }: { readonly inquiry: Inquiry }) {
  return (
    <>
      <OpenRecord screen="/admin/inquiries" id={id} name={businessName} />
      {website && (
        <a className="table-sub" href={website} target="_blank" rel="noopener noreferrer">
          {website.replace(/^https?:\/\//, "").replace(/\/$/, "")}
        </a>
      )}
    </>
  );
}

function Contact({ inquiry: { contactName, email, phone } }: { readonly inquiry: Inquiry }) {
  return (
    <>
      <UserText text={contactName} />
      <MailLink address={email} className={contactName ? "table-sub" : undefined} />
      {phone && <span className="table-sub">{phone}</span>}
    </>
  );
}
