import type { Inquiry } from "../../../modules/partnerships/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { formatDateTime } from "../../lib/format/format-date.ts";
import { mailto } from "../../lib/mailto.ts";
import { Button } from "../../ui/button/button.tsx";
import { Facts } from "../../ui/facts/facts.tsx";
import { RecordPanel } from "../record-panel/record-panel.tsx";
import { StaffNotes } from "../staff-notes/staff-notes.tsx";
import { businessTypeName } from "./business-types.ts";
import { FIELD_LABELS, INQUIRY } from "./content.ts";
import { Reply } from "./reply-badge.tsx";

interface InquiryPanelProps {
  readonly id: string;
  readonly onEdit: (inquiry: Inquiry) => void;
  readonly onDelete: (inquiry: Inquiry) => void;
}

/** All about one inquiry: what was written, by whom, and what came of it. */
export function InquiryPanel({ id, onEdit, onDelete }: InquiryPanelProps) {
  const inquiry = trpc.admin.partnerships.get.useQuery({ id }, { staleTime: 0 });
  return (
    <RecordPanel
      id={id}
      noun="inquiry"
      query={inquiry}
      nameOf={({ businessName }) => businessName}
      actions={(data) => (
        <>
          <Button look="quiet" className="button-tiny" onClick={() => onEdit(data)}>
            {INQUIRY.edit}
          </Button>
          <Button look="quiet" className="button-tiny button-grave" onClick={() => onDelete(data)}>
            {INQUIRY.remove}
          </Button>
        </>
      )}
    >
      {(data) => (
        <>
          <p className="inquiry-panel-message" dir="auto">
            {data.message || <span className="soft">{INQUIRY.noMessage}</span>}
          </p>
          <Facts facts={factsOf(data)} />
          <StaffNotes kind="inquiry" id={id} />
        </>
      )}
    </RecordPanel>
  );
}

const factsOf = (inquiry: Inquiry) =>
  [
    [FIELD_LABELS.contactName, inquiry.contactName],
    [FIELD_LABELS.email, <Address key="email" email={inquiry.email} />],
    [FIELD_LABELS.phone, inquiry.phone],
    [FIELD_LABELS.website, inquiry.website && <Website address={inquiry.website} />],
    [FIELD_LABELS.businessType, businessTypeName(inquiry.businessType) ?? null],
    [INQUIRY.place, [inquiry.city, inquiry.state].filter(Boolean).join(", ")],
    [INQUIRY.received, `${formatDateTime(inquiry.createdAt)} · ${INQUIRY.from[inquiry.addedBy]}`],
    [INQUIRY.reply, <Reply key="reply" inquiry={inquiry} />],
  ] as const;

const Address = ({ email }: { readonly email: string }) => <a href={mailto(email)}>{email}</a>;

const Website = ({ address }: { readonly address: string }) => (
  <a href={address} target="_blank" rel="noopener noreferrer">
    {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
  </a>
);
