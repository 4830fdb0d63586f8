import type { Inquiry } from "../../../../modules/inquiries/schema.ts";
import { formatDateTime } from "../../../lib/format/format-date.ts";
import { Facts } from "../../../ui/facts/facts.tsx";
import { MailLink } from "../../../ui/mail-link/mail-link.tsx";
import { businessTypeName } from "../business-types.ts";
import { FIELD_LABELS, INQUIRY } from "../content.ts";
import { Reply } from "../reply-badge.tsx";

export const InquiryFacts = ({ inquiry }: { readonly inquiry: Inquiry }) => (
  <Facts
    facts={[
      [FIELD_LABELS.contactName, inquiry.contactName],
      [FIELD_LABELS.email, <MailLink key="email" address={inquiry.email} />],
      [FIELD_LABELS.phone, inquiry.phone],
      [FIELD_LABELS.website, inquiry.website && <Website address={inquiry.website} />],
      [FIELD_LABELS.businessType, businessTypeName(inquiry.businessType) ?? null],
      [INQUIRY.place, [inquiry.city, inquiry.state].filter(Boolean).join(", ")],
      [INQUIRY.received, `${formatDateTime(inquiry.createdAt)} · ${INQUIRY.from[inquiry.addedBy]}`],
      [INQUIRY.reply, <Reply key="reply" inquiry={inquiry} />],
    ]}
  />
);

const Website = ({ address }: { readonly address: string }) => (
  <a href={address} target="_blank" rel="noopener noreferrer">
    {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
  </a>
);
