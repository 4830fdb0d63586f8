import { type ReactNode, type RefObject, useRef, useState } from "react";
import {
  createInput,
  type Inquiry,
  inquiry as inquirySchema,
  MISSING_IN_ADMIN,
} from "../../../modules/inquiries/schema.ts";
import { useRequestedAct } from "../../lib/acts.ts";
import { Button } from "../controls/button.tsx";
import { ConfirmDelete } from "../dialog/confirm.tsx";
import { TextAreaField } from "../form/field.tsx";
import { PhoneField } from "../form/formatted-field.tsx";
import { type BulkOf, declareList, deleteSelected } from "../records/declare-list.ts";
import { BUSINESS_TYPE_NAMES, inquiryParams } from "../records/lists.ts";
import { OpenRecord } from "../records/open-record.tsx";
import {
  AddRecord,
  choice,
  declareForm,
  EditRecord,
  email,
  text,
  type Wired,
} from "../records/record-form.tsx";
import { ResourceList } from "../records/resource-list.tsx";
import { useAct } from "../records/use-act.ts";
import { Age, None } from "../table/cells.tsx";
import { MailLink, WebsiteLink } from "../text/address-links.tsx";
import { UserText } from "../text/user-text.tsx";
import { businessTypeName, inquiryPanel } from "./inquiry-panel.tsx";
import { refreshInquiries } from "./progress.tsx";
import { Reply } from "./reply.tsx";

interface InquiriesProps {
  /** The key of its state in the URL, where a screen shows another list too. */
  readonly scope?: string;
  readonly pageSize?: number;
  readonly brief?: boolean;
  /** Leads to their own screen. */
  readonly all?: ReactNode;
}

type OpenDialog =
  | { readonly name: "edit" | "delete"; readonly inquiry: Inquiry }
  | { readonly name: "add" }
  | null;

/** The inquiries, and the dialogs that add, change and delete them. */
export function Inquiries({ all, ...props }: InquiriesProps) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setOpen(null);
  useRequestedAct("addInquiry", () => setOpen({ name: "add" }));
  const { setAnswered, remove } = useInquiryActs(heading, close);
  const deleting = open?.name === "delete" ? open.inquiry : null;
  return (
    <>
      <ResourceList
        {...props}
        list={inquiryList}
        headingRef={heading}
        panel={props.scope === undefined ? inquiryPanel : undefined}
        rowActions={(inquiry) => [
          { name: "Edit", onSelect: () => setOpen({ name: "edit", inquiry }) },
          {
            name: inquiry.answeredAt ? "Mark as waiting" : "Mark as answered",
            onSelect: () => setAnswered(inquiry, inquiry.answeredAt === null),
            on: "row",
          },
          { name: "Delete", onSelect: () => setOpen({ name: "delete", inquiry }), destructive: true },
        ]}
        bulk={inquiryBulk}
        actions={() => (
          <>
            {all}
            <Button className="button-tiny" onClick={() => setOpen({ name: "add" })}>
              Add inquiry
            </Button>
          </>
        )}
      />
      <AddRecord
        form={ADD}
        keepsText
        open={open?.name === "add"}
        onClose={close}
        send={(client, values) => client.admin.partnerships.create.mutate(values)}
        done={() => ({ title: "Inquiry added" })}
        refresh={refreshInquiries}
      />
      <EditRecord
        form={EDIT}
        noun="inquiry"
        record={open?.name === "edit" ? open.inquiry : null}
        recordSchema={inquirySchema}
        save={(client, changed) => client.admin.partnerships.update.mutate(changed)}
        done={{ title: "Inquiry saved" }}
        refresh={refreshInquiries}
        onClose={close}
      />
      <ConfirmDelete
        record={deleting && { name: deleting.businessName, detail: deleting.email }}
        onClose={close}
        title="Delete partnership inquiry"
        question="Are you sure you want to delete this partnership inquiry? This action cannot be undone."
        onDelete={async () => deleting && remove(deleting)}
      />
    </>
  );
}

/** What is done to one inquiry at once. */
function useInquiryActs(heading: RefObject<HTMLElement | null>, onRemoved: () => void) {
  const act = useAct(refreshInquiries, heading);
  const setAnswered = ({ id, businessName }: Inquiry, answered: boolean) =>
    act(id, {
      send: (client) => client.admin.partnerships.setAnswered.mutate({ id, answered }),
      done: { title: `${businessName}: ${answered ? "answered" : "waiting again"}` },
      failed: FAILED,
    });
  const restore = ({ id, businessName }: Inquiry) =>
    act(`undo ${id}`, {
      send: (client) => client.admin.partnerships.restore.mutate({ id }),
      done: { title: "Inquiry restored", description: businessName },
      failed: "Failed to restore the inquiry",
    }).then(() => heading.current?.focus());
  const remove = (inquiry: Inquiry) =>
    act(inquiry.id, {
      removes: true,
      send: (client) => client.admin.partnerships.delete.mutate({ id: inquiry.id }),
      done: {
        title: "Inquiry deleted",
        description: inquiry.businessName,
        onUndo: () => void restore(inquiry),
      },
      failed: "Failed to delete partnership",
      onDone: onRemoved,
    });
  return { setAnswered, remove };
}

/** What can be done with selected inquiries. */
const inquiryBulk: BulkOf<typeof inquiryParams> = {
  one: "inquiry",
  many: "inquiries",
  select: (client, { type, ...values }) =>
    client.admin.partnerships.select.query({ ...values, businessType: type }),
  refresh: refreshInquiries,
  acts: [
    {
      name: "Close inquiries",
      acting: "Closing...",
      question: (what) => `Set the stage of ${what} to closed?`,
      done: (what) => `${what} closed`,
      failed: "Failed to close the inquiries",
      send: (client, ids) => client.admin.partnerships.progressMany.mutate({ ids, stage: "closed" }),
    },
    deleteSelected("inquiries", (client, ids, act) =>
      client.admin.partnerships.deleteMany.mutate({ ids, act }),
    ),
  ],
};

const FAILED = "Failed to update partnership";

const FORM = {
  description: "Only business name and email are required.",
  missing: MISSING_IN_ADMIN,
  sending: "Saving...",
  pairs: true,
  schema: createInput,
  fields: {
    businessName: text("Business name", { required: true }),
    email: email("Email", { required: true }),
    contactName: text("Contact name"),
    phone: text("Phone", {}, PhoneField),
    website: text("Website", { type: "url" }),
    businessType: choice("Business type", { "": "Not given", ...BUSINESS_TYPE_NAMES }, ""),
    city: text("City"),
    state: text("State"),
    message: {
      ...text("Message"),
      control: ({ value, ...wired }: Wired<string>) => (
        <TextAreaField {...wired} defaultValue={value} rows={4} autoComplete="off" />
      ),
    },
  },
} as const;

const ADD = declareForm({
  ...FORM,
  title: "Add partnership inquiry",
  submit: "Add inquiry",
  failed: "Failed to create partnership",
});

const EDIT = declareForm({
  ...FORM,
  title: "Edit partnership inquiry",
  submit: "Save changes",
  failed: FAILED,
});

const inquiryList = declareList({
  params: inquiryParams,
  views: "inquiries",
  query: (utils, { type, ...input }) =>
    utils.admin.partnerships.list.queryOptions({ ...input, businessType: type }),
  words: {
    title: "Partnership inquiries",
    isScreen: true,
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
  nameOf: ({ businessName }) => businessName,
  columns: [
    {
      head: "Business",
      look: "main",
      orders: [{ sort: "business", direction: "ascending" }],
      cell: ({ id, businessName, website }) => (
        <>
          <OpenRecord screen="/admin/inquiries" id={id} name={businessName} />
          {website && (
            <span className="table-sub">
              <WebsiteLink address={website} />
            </span>
          )}
        </>
      ),
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
          <Age at={createdAt} />
          {addedBy === "admin" && <span className="table-sub">by admin</span>}
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

function Contact({ inquiry: { contactName, email, phone } }: { readonly inquiry: Inquiry }) {
  return (
    <>
      <UserText text={contactName} />
      <MailLink address={email} className={contactName ? "table-sub" : undefined} />
      {phone && <span className="table-sub">{phone}</span>}
    </>
  );
}
