/** The pages of mailed links that work once. The token is the last segment of the path. */
export const LINK_PAGES = {
  partnerConfirm: "/partner/confirm",
  partnerReset: "/partner/reset",
  partnerUndoEmail: "/partner/undo-email",
  partnerLock: "/partner/lock",
  partnerJoin: "/partner/join",
  staffReset: "/admin/reset",
  staffInvitation: "/admin/invitation",
  staffLock: "/admin/lock",
  issuerAnswer: "/issuers/answer",
  supplierConfirm: "/partner/supplier",
} as const;

export type LinkPage = (typeof LINK_PAGES)[keyof typeof LINK_PAGES];

/** Asks for the link that sets a new staff password. */
export const STAFF_FORGOT_PAGE = "/admin/forgot";

/** Every kind of mail that the product sends, with its name for staff. */
export const MAIL_KINDS = {
  "waitlist-welcome": "Waitlist welcome",
  "person-link": "Link to own data",
  broadcast: "Broadcast",
  "broadcast-test": "Broadcast: test",
  receipt: "Gift receipt",
  "inquiry-received": "Inquiry: received",
  "inquiry-answer": "Inquiry: answer",
  "partner-invitation": "Partner: invitation",
  "partner-colleague": "Partner: invitation of a person",
  "partner-role": "Partner: role changed",
  "partner-removed": "Partner: access ended",
  "partner-welcome": "Partner welcome",
  "partner-confirm": "Partner: confirm address",
  "partner-new-address": "Partner: confirm new address",
  "partner-address-changed": "Partner: address changed",
  "partner-address-restored": "Partner: address restored",
  "partner-address-undone": "Partner: change of address undone",
  "partner-verified": "Partner: verified",
  "partner-reset": "Partner: password reset",
  "partner-tried-again": "Partner: registered twice",
  "partner-password": "Partner: password changed",
  "partner-sessions-ended": "Partner: sessions ended",
  "partner-passkey-added": "Partner: passkey added",
  "partner-new-device": "Partner: new device",
  "partner-goodbye": "Partner: account deleted",
  "claim-approved": "Claim approved",
  "claim-rejected": "Claim rejected",
  "claim-more": "Claim: more documents needed",
  "claim-undone": "Claim: decision undone",
  "issuer-question": "Question to an issuer",
  "issuer-reminder": "Reminder to an issuer",
  "tier-ends": "Place: tier ends soon",
  "tier-ended": "Place: tier ended",
  "renewal-declined": "Place: renewal declined",
  "supplier-confirm": "Place: suppliers to confirm",
  "claim-code": "Partner: code that proves a claim",
  "photo-declined": "Place: photo declined",
  "report-opened": "Report: to the owner",
  "report-closed": "Report: closed",
  "report-outcome": "Report: outcome",
  "suggestion-outcome": "Suggested place: outcome",
  "suggestion-undone": "Suggested place: decision undone",
  "request-approved": "Request approved",
  "request-rejected": "Request rejected",
  "request-undone": "Request: decision undone",
  "proposal-approved": "Change of a place approved",
  "proposal-rejected": "Change of a place rejected",
  "proposal-undone": "Change of a place: decision undone",
  "transfer-asked": "Transfer: question to the owner",
  "transfer-refused": "Transfer: refused by the owner",
  "transfer-approved": "Transfer: approved",
  "transfer-rejected": "Transfer: rejected",
  "transfer-closed": "Transfer: place changed hands",
  "transfer-given": "Transfer: place handed over",
  "transfer-kept": "Transfer: place kept",
  "transfer-undone": "Transfer: decision undone",
  "place-released": "Place released",
  "operator-alert": "Alert to the operator",
  "staff-invitation": "Staff: invitation",
  "staff-reset-password": "Staff: password reset",
  "staff-new-device": "Staff: new device",
  "staff-token-made": "Staff: new API token",
  "staff-passkey-added": "Staff: passkey added",
  "staff-password-changed": "Staff: password changed",
  "staff-password-set": "Staff: password set by another",
  "staff-email-changed": "Staff: address changed",
  "staff-codes-refused": "Staff: wrong codes",
  "staff-code-missing": "Staff: password without code",
  "staff-backup-codes": "Staff: new backup codes",
  "staff-backup-codes-low": "Staff: few backup codes",
  "staff-mfa-on": "Staff: MFA on",
  "staff-mfa-off": "Staff: MFA off",
  "staff-mfa-reset": "Staff: MFA of another reset",
  "staff-mfa-reset-requested": "Staff: MFA reset requested",
  "staff-password-reset": "Staff: password of another reset",
  "staff-new-super-admin": "Staff: new super admin",
  "staff-super-admin-removed": "Staff: super admin removed",
  "staff-sessions-ended": "Staff: sessions ended",
  "staff-locked-down": "Staff: account locked down",
  "staff-locked-by-owner": "Staff: locked by its owner",
} as const;

export type MailKind = keyof typeof MAIL_KINDS;

/** What goes to many people at once, or to addresses that strangers typed. */
export const BULK_STREAMS = { joining: "joining mails", broadcasts: "broadcasts" } as const;
export type BulkStream = keyof typeof BULK_STREAMS;

/**
 * The kinds that are bulk. Too many bounces or complaints stop their stream; all other mails, which carry secrets, notices
 * and alerts, go on, so that no stranger's act stops what protects others.
 */
export const STREAM_OF: Readonly<Partial<Record<MailKind, BulkStream>>> = {
  "waitlist-welcome": "joining",
  "inquiry-received": "joining",
  broadcast: "broadcasts",
};

/** Which streams are stopped, since when, and why. */
export interface MailStop {
  readonly streams: BulkStream[];
  readonly stoppedAt: Date;
  readonly reason: string;
}

/** `Joining mails are stopped: 26 of the last 500 joining mails bounced. All other mail goes out.` */
export function stopSentence({ streams, reason }: Pick<MailStop, "streams" | "reason">): string {
  const names = streams.map((stream) => BULK_STREAMS[stream]).join(" and ");
  return `${names[0]?.toUpperCase()}${names.slice(1)} are stopped: ${reason}. All other mail goes out.`;
}
