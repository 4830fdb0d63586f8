import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { type Person, personInput } from "../../../../modules/people/schema.ts";
import { counted, formatDay, isolated } from "../../../../shared/format.ts";
import {
  type AllPersonalData,
  PERSONAL_DATA_KINDS,
  PERSONAL_DATA_LABELS,
  type PersonalDataKind,
  type PersonalRecord,
} from "../../../../shared/people/personal-data.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Card, ListCard } from "../../../kit/page/card.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { ExportLink } from "../../../kit/records/export-link.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { DateTime, None } from "../../../kit/table/cells.tsx";
import { type Column, Table } from "../../../kit/table/table.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { EFFECTS, EraseDialog } from "./erase-dialog.tsx";

export function PeoplePage() {
  return (
    <StaffFrame title="Personal data">
      <People />
    </StaffFrame>
  );
}

function People() {
  const { email } = useSearch({ strict: false });
  return (
    <div className="stack">
      <Search key={email} email={email} />
      {email !== undefined && <Found email={email} />}
    </div>
  );
}

function Found({ email }: { readonly email: string }) {
  const person = trpc.admin.people.show.useQuery({ email }, { staleTime: 0 });
  return (
    <Loaded query={person} failed="What is kept could not be loaded">
      {(data) => <PersonView person={data} />}
    </Loaded>
  );
}

function Search({ email }: { readonly email: string | undefined }) {
  const navigate = useNavigate();
  const { fields, onSubmit } = useSubmit({
    schema: personInput,
    missing: "Please enter an email address",
    read: (form) => ({ email: textOf(form, "email") }),
    send: (typed) => navigate({ to: "/admin/people", search: typed }),
    onDone: () => undefined,
  });
  return (
    <Card>
      <form className="people-search" aria-label="Find a person" noValidate onSubmit={onSubmit}>
        <p className="soft">
          Shows everything that is kept about an email address: for someone who asks what you know about them,
          or who wants to be erased.
        </p>
        <EmailField
          name="email"
          label="Email address"
          defaultValue={email}
          required
          error={fields.email}
          autoComplete="off"
        />
        <Button type="submit">Show what is kept</Button>
      </form>
    </Card>
  );
}

/** Everything that is kept about an address, by kind, with what can be done about it. */
function PersonView({ person }: { readonly person: Person }) {
  const [erasing, setErasing] = useState(false);
  const [erased, setErased] = useState<number | null>(null);
  const { email, counts, data } = person;
  const kinds = PERSONAL_DATA_KINDS.filter((kind) => counts[kind] > 0);
  const report = erased !== null && (
    <Alert tone="info">{`${counted(erased, "record was", "records were")} erased`}</Alert>
  );
  if (kinds.length === 0) {
    return (
      <>
        {report}
        <EmptyState title="We keep nothing about this address">
          Check the spelling. People can also be known under another address.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {report}
      <Kept person={person} onErase={mayErase(person) ? () => setErasing(true) : null} />
      {kinds.map((kind) => (
        <Records key={kind} kind={kind} email={email} count={counts[kind]} records={data[kind]} />
      ))}
      <EraseDialog person={person} open={erasing} onClose={() => setErasing(false)} onErased={setErased} />
    </>
  );
}

const mayErase = ({ data }: Person): boolean =>
  Object.values(data).some((records) => records.some(({ onErasure }) => onErasure !== "kept"));

interface KeptProps {
  readonly person: Person;
  readonly onErase: (() => void) | null;
}

/** What an erasure leaves, beside the buttons that export and erase. */
function Kept({ person: { email, counts, kept }, onErase }: KeptProps) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const rows = kept.map((each) => ({ ...each, id: each.what }));
  return (
    <ListCard
      title={`${counted(total, "record")} about ${isolated(email)}`}
      actions={
        <>
          <ExportLink
            path="/api/admin/people/export"
            file="person.json"
            query={{ email }}
            label="Export JSON"
          />
          {onErase && (
            <Button look="danger" className="button-tiny" onClick={onErase}>
              Erase
            </Button>
          )}
        </>
      }
    >
      <p className="list-card-note">
        {rows.length === 0 ? "Nothing is left after erasing." : "What is kept after erasing:"}
      </p>
      {rows.length > 0 && (
        <Table
          caption="What is kept after erasing"
          columns={[
            { head: "What", look: "main", cell: ({ what, count }) => `${what} (${count})` },
            { head: "Why", cell: ({ why }) => why },
            { head: "Until", look: "short", cell: ({ until }) => (until ? formatDay(until) : "No end") },
          ]}
          rows={rows}
        />
      )}
    </ListCard>
  );
}

interface RecordsProps {
  readonly kind: PersonalDataKind;
  readonly email: string;
  readonly count: number;
  readonly records: AllPersonalData[PersonalDataKind];
}

/** The records of one kind. */
function Records({ kind, email, count, records }: RecordsProps) {
  const label = PERSONAL_DATA_LABELS[kind];
  return (
    <ListCard title={`${label} (${count})`} actions={<ListLink kind={kind} email={email} />}>
      {records.length < count && (
        <p className="list-card-note">{`The newest ${records.length} are listed. The export has all.`}</p>
      )}
      <Table caption={label} columns={columnsOf(kind)} rows={records} />
    </ListCard>
  );
}

const columnsOf = (kind: PersonalDataKind): readonly Column<PersonalRecord>[] => [
  {
    head: "Record",
    look: "main",
    cell: (record) => (
      <CaseLink kind={kind} record={record}>
        <Name text={nameOf(kind, record)} />
      </CaseLink>
    ),
  },
  { head: "Since", cell: ({ at }) => <DateTime at={at} /> },
  { head: "When erased", cell: ({ onErasure }) => EFFECTS[onErasure] },
];

const Name = ({ text }: { readonly text: string }) => (text === "" ? <None /> : <UserText text={text} />);

const nameOf = (kind: PersonalDataKind, record: PersonalRecord): string =>
  NAMED_BY[kind]
    .map((field) => record[field])
    .filter((value) => typeof value === "string" && value !== "")
    .join(", ");

/** The screen that lists the records of a kind, searched for the address. */
const LISTS: Partial<
  Record<PersonalDataKind, { readonly to: string; readonly name: string; readonly scope?: string }>
> = {
  signups: { to: "/admin/waitlist", name: "Waitlist" },
  inquiries: { to: "/admin/inquiries", name: "Inquiries" },
  partnerAccounts: { to: "/partner-manager", name: "Partners" },
  payments: { to: "/admin/payments", name: "Gifts", scope: "payments" },
  pledges: { to: "/admin/payments", name: "Gifts", scope: "pledges" },
  mails: { to: "/admin/mails", name: "Emails", scope: "mails" },
  suppressions: { to: "/admin/mails", name: "Emails", scope: "suppressed" },
  staffAccounts: { to: "/admin/users", name: "Users" },
};

interface ListLinkProps {
  readonly kind: PersonalDataKind;
  readonly email: string;
}

function ListLink({ kind, email }: ListLinkProps) {
  const list = LISTS[kind];
  if (!list) return null;
  const { to, name, scope } = list;
  const search = scope === undefined ? { q: email } : { [scope]: { q: email } };
  return (
    <Link className="button button-tiny" data-look="quiet" to={to} search={search}>
      Open in {name}
    </Link>
  );
}

const CASES: Partial<Record<PersonalDataKind, string>> = { claims: "claim", requests: "request" };

interface CaseLinkProps {
  readonly kind: PersonalDataKind;
  readonly record: PersonalRecord;
  readonly children: ReactNode;
}

/** Around the name of a claim or request; of other records, the name alone. */
function CaseLink({ kind, record: { id, status }, children }: CaseLinkProps) {
  const name = CASES[kind];
  if (name === undefined) return children;
  return (
    <Link
      to="/admin/reviews"
      search={{ case: `${name}:${id}`, ...(status !== "pending" && { show: "decided" }) }}
    >
      {children}
    </Link>
  );
}

/** The fields that name a record. */
const NAMED_BY: Readonly<Record<PersonalDataKind, readonly string[]>> = {
  signups: ["firstName", "lastName", "city"],
  shareLinks: ["greeting"],
  inquiries: ["businessName", "contactName"],
  inquiryAnswers: ["authorName"],
  inquiryReplies: ["sentFrom"],
  quarantine: ["firstName", "businessName"],
  partnerAccounts: ["businessName", "name", "role"],
  partnerInvitations: ["role", "invitedBy"],
  partnerSessions: ["address"],
  partnerPasskeys: ["name"],
  places: ["name", "city"],
  claims: ["poiName", "status"],
  evidence: ["name"],
  requests: ["name", "status"],
  staffNotes: ["kind", "authorName"],
  reports: ["placeName", "kind"],
  suggestions: ["name", "status"],
  reportReplies: ["placeName", "kind"],
  proposals: ["poiName", "status"],
  transfers: ["poiName", "status"],
  links: ["kind"],
  payments: ["reference", "status"],
  pledges: ["reference"],
  mails: ["subject", "state"],
  broadcasts: ["subject", "state"],
  bounces: ["kind"],
  suppressions: ["reason"],
  staffAccounts: ["username", "role"],
  staffSessions: ["address"],
  staffPasskeys: ["name"],
  apiTokens: ["name", "lastUsedAt"],
  trash: ["kind", "label"],
  auditEntries: ["action"],
};
