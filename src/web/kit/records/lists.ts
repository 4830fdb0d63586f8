import type { BUSINESS_TYPES, STAGES } from "../../../modules/inquiries/schema.ts";
import type { SUPPRESSION_REASONS } from "../../../modules/mail/schema.ts";
import type { BroadcastState, RECIPIENT_STATES } from "../../../modules/waitlist/broadcasts/schema.ts";
import { MAIL_KINDS } from "../../../shared/people/mails.ts";
import type { TrashKind } from "../../../shared/trash.ts";
import { listParams } from "./list-params.ts";

/**
 * What each list of the back office is searched, filtered and sorted by. The router reads it before a screen is loaded,
 * so it is apart from the screens.
 */

export const signupParams = listParams({
  filters: {
    q: { kind: "search", label: "Search name or email" },
    beta: { kind: "flag", label: "Beta", options: { true: "Beta testers", false: "Others" } },
    confirmed: { kind: "flag", label: "Address", options: { true: "Confirmed", false: "Not confirmed" } },
    invited: { kind: "flag", label: "Beta invitation", options: { true: "Invited", false: "Not invited" } },
    left: { kind: "flag", label: "On the list", options: { false: "Still waiting", true: "Left" } },
  },
  sorts: { newest: "Newest first", oldest: "Oldest first", name: "Name", email: "Email" },
});

export const STAGE_NAMES = {
  new: "New",
  answered: "Answered",
  won: "Won",
  closed: "Closed",
} as const satisfies Record<(typeof STAGES)[number], string>;

export const BUSINESS_TYPE_NAMES = {
  restaurant: "Restaurant",
  grocery: "Grocery Store",
  fashion: "Fashion & Clothing",
  services: "Services",
  other: "Other",
} as const satisfies Record<(typeof BUSINESS_TYPES)[number], string>;

export const inquiryParams = listParams({
  filters: {
    q: { kind: "search", label: "Search business, contact or email" },
    answered: { kind: "flag", label: "Reply", options: { false: "Waiting", true: "Answered" } },
    stage: { kind: "choice", label: "Stage", options: STAGE_NAMES },
    assignee: { kind: "staff", label: "Assignee" },
    type: { kind: "choice", label: "Type", options: BUSINESS_TYPE_NAMES },
  },
  sorts: { newest: "Newest first", oldest: "Oldest first", business: "Business", email: "Email" },
});

export const PAYMENT_STATUS_NAMES = {
  pending: "Pending",
  succeeded: "Received",
  failed: "Failed",
  refunded: "Refunded",
} as const;

export const GATEWAYS = { sandbox: "Sandbox", stripe: "Stripe" } as const;

export const paymentParams = listParams({
  filters: {
    q: { kind: "search", label: "Search reference, name or email" },
    status: { kind: "choice", label: "Status", options: PAYMENT_STATUS_NAMES },
    kind: { kind: "choice", label: "Gateway", options: GATEWAYS },
  },
});

export const pledgeParams = listParams({
  filters: {
    q: { kind: "search", label: "Search reference, name or email" },
    received: { kind: "flag", label: "Arrived", options: { false: "Waiting", true: "Received" } },
  },
});

export const partnerParams = listParams({
  filters: {
    q: { kind: "search", label: "Search business, contact or email" },
    verified: { kind: "flag", label: "Status", options: { true: "Verified", false: "Pending" } },
  },
  sorts: { newest: "Newest first", oldest: "Oldest first", business: "Business", email: "Email" },
});

export const issuerParams = listParams({ filters: { q: { kind: "search", label: "Search by name" } } });

export const intakeParams = listParams({ filters: {} });

export const BROADCAST_STATE_NAMES = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Sending",
  paused: "Paused",
  sent: "Sent",
  cancelled: "Canceled",
} as const satisfies Record<BroadcastState, string>;

export const broadcastParams = listParams({
  filters: { state: { kind: "choice", label: "State", options: BROADCAST_STATE_NAMES } },
});

export const RECIPIENT_STATE_NAMES = {
  waiting: "Waiting",
  taken: "Being sent",
  sent: "Sent",
  failed: "Failed",
  skipped: "Skipped",
  unknown: "Unknown",
} as const satisfies Record<(typeof RECIPIENT_STATES)[number], string>;

export const recipientParams = listParams({
  filters: { state: { kind: "choice", label: "State", options: RECIPIENT_STATE_NAMES } },
});

export const MAIL_STATE_NAMES = { waiting: "Waiting", sent: "Sent", failed: "Given up" } as const;

export const mailParams = listParams({
  filters: {
    q: { kind: "search", label: "Search address or subject" },
    state: { kind: "choice", label: "State", options: MAIL_STATE_NAMES },
    kind: { kind: "choice", label: "Kind", options: MAIL_KINDS },
  },
});

export const SUPPRESSION_NAMES = {
  bounced: "Bounced",
  complained: "Reported as spam",
  manual: "Stopped manually",
} as const satisfies Record<(typeof SUPPRESSION_REASONS)[number], string>;

export const suppressionParams = listParams({
  filters: {
    q: { kind: "search", label: "Search a whole address" },
    reason: { kind: "choice", label: "Reason", options: SUPPRESSION_NAMES },
  },
});

export const userParams = listParams({
  filters: { q: { kind: "search", label: "Search username or email" } },
});

export const TRASH_KIND_NAMES = {
  signup: "Signup",
  inquiry: "Inquiry",
  quarantine: "Quarantined submission",
  partner: "Partner",
  broadcast: "Broadcast",
  place: "Place",
} as const satisfies Record<TrashKind, string>;

export const trashParams = listParams({
  filters: {
    q: { kind: "search", label: "Search name or email" },
    kind: { kind: "choice", label: "Kind", options: TRASH_KIND_NAMES },
  },
});

export const auditParams = listParams({
  filters: {
    q: { kind: "search", label: "Search words, ids or a day" },
    action: { kind: "text", label: "Action", placeholder: "admin.users" },
    actor: { kind: "text", label: "Actor", placeholder: "name or id" },
    since: { kind: "day", label: "Since" },
  },
});
