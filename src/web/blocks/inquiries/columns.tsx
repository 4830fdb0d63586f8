import { BUSINESS_TYPES } from "../../../modules/partnerships/schema.ts";
import { formatDay } from "../../lib/format-date.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Menu } from "../../ui/menu/menu.tsx";
import type { Column } from "../../ui/table/table.tsx";
import { ACTIONS, FORM, INQUIRIES, REPLY } from "./content.ts";
import type { InquirySort } from "./list-search-params.ts";
import { replyOf } from "./reply.ts";
import type { Inquiry } from "./use-inquiries.ts";

const NONE = <span className="table-none">{INQUIRIES.none}</span>;

interface RowActions {
  readonly edit: (inquiry: Inquiry) => void;
  readonly remove: (inquiry: Inquiry) => void;
  readonly setAnswered: (inquiry: Inquiry, answered: boolean) => void;
}

export function inquiryColumns(now: number, act: RowActions): readonly Column<Inquiry, InquirySort>[] {
  const { columns } = INQUIRIES;
  return [
    {
      head: columns.business,
      look: "main",
      orders: [{ sort: "business", direction: "ascending" }],
      cell: (inquiry) => <Business inquiry={inquiry} />,
    },
    {
      head: columns.contact,
      look: "wide",
      orders: [{ sort: "email", direction: "ascending" }],
      cell: (inquiry) => <Contact inquiry={inquiry} />,
    },
    { head: columns.type, cell: ({ businessType }) => typeName(businessType) ?? NONE },
    { head: columns.place, cell: ({ city, state }) => [city, state].filter(Boolean).join(", ") || NONE },
    {
      head: columns.addedBy,
      cell: ({ addedBy }) => (
        <Badge tone={addedBy === "admin" ? "info" : "plain"}>{INQUIRIES.addedBy[addedBy]}</Badge>
      ),
    },
    {
      head: columns.received,
      orders: [
        { sort: "newest", direction: "descending" },
        { sort: "oldest", direction: "ascending" },
      ],
      cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{formatDay(createdAt)}</time>,
    },
    { head: columns.reply, cell: (inquiry) => <Reply inquiry={inquiry} now={now} /> },
    { head: columns.actions, look: "actions", cell: (inquiry) => <Actions inquiry={inquiry} act={act} /> },
  ];
}

export function typeName(type: string): string | undefined {
  const known = BUSINESS_TYPES.find((each) => each === type);
  return known && FORM.types[known];
}

function Business({ inquiry: { businessName, website } }: { readonly inquiry: Inquiry }) {
  return (
    <>
      {businessName}
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
      {contactName}
      <a className={contactName ? "table-sub" : ""} href={`mailto:${email}`}>
        {email}
      </a>
      {phone && <span className="table-sub">{phone}</span>}
    </>
  );
}

export function Reply({ inquiry, now }: { readonly inquiry: Inquiry; readonly now: number }) {
  const { text, tone } = replyOf(inquiry, now);
  return <Badge tone={tone}>{text}</Badge>;
}

function Actions({ inquiry, act }: { readonly inquiry: Inquiry; readonly act: RowActions }) {
  const answered = inquiry.answeredAt !== null;
  return (
    <Menu
      label={INQUIRIES.actionsFor(inquiry.businessName)}
      items={[
        { name: ACTIONS.edit, onSelect: () => act.edit(inquiry) },
        {
          name: answered ? REPLY.markWaiting : REPLY.markAnswered,
          onSelect: () => act.setAnswered(inquiry, !answered),
        },
        { name: ACTIONS.delete, onSelect: () => act.remove(inquiry), grave: true },
      ]}
    />
  );
}
