import { z } from "zod";

/** The kinds of records that are stored about a person, with their names, in the order in which they are shown. */
export const PERSONAL_DATA_LABELS = {
  signups: "Waitlist signups",
  shareLinks: "Links to share",
  inquiries: "Partnership inquiries",
  inquiryAnswers: "Answers to inquiries",
  inquiryReplies: "Replies to answers",
  quarantine: "Quarantined submissions",
  partnerAccounts: "Partner account",
  partnerInvitations: "Invitations to a business",
  partnerSessions: "Partner sessions",
  partnerPasskeys: "Partner passkeys",
  places: "Places owned",
  claims: "Claims of ownership",
  evidence: "Evidence files",
  requests: "Requests for new places",
  staffNotes: "Notes of staff",
  reports: "Reports about places",
  suggestions: "Suggested places",
  reportReplies: "Replies to reports",
  proposals: "Changes of places",
  transfers: "Places asked for",
  links: "Links in emails",
  payments: "Gifts",
  pledges: "Pledges",
  mails: "Emails",
  broadcasts: "Broadcasts",
  bounces: "Bounces and complaints",
  suppressions: "Stopped email",
  staffAccounts: "Staff accounts",
  staffSessions: "Staff sessions",
  staffPasskeys: "Staff passkeys",
  apiTokens: "API tokens",
  trash: "Deleted records",
  auditEntries: "Audit entries",
} as const;

export type PersonalDataKind = keyof typeof PERSONAL_DATA_LABELS;
export const PERSONAL_DATA_KINDS = Object.keys(PERSONAL_DATA_LABELS) as PersonalDataKind[];

/** `cleared`: the record stays without what identifies the person. */
export const ERASURE_EFFECTS = ["deleted", "cleared", "kept"] as const;

/** A record about a person, with its own fields, and what erasing the person does with it. */
export const personalRecord = z.looseObject({
  id: z.string(),
  /** When it was created. */
  at: z.date(),
  onErasure: z.enum(ERASURE_EFFECTS),
});
export type PersonalRecord = z.output<typeof personalRecord>;

/** What one module keeps about a person, newest first. */
export type PersonalData = { readonly [Kind in PersonalDataKind]?: readonly PersonalRecord[] };
export type AllPersonalData = { readonly [Kind in PersonalDataKind]: readonly PersonalRecord[] };

/** Joins the parts of the modules; records of one kind from two modules are sorted by time. */
export function mergePersonalData(parts: readonly PersonalData[]): AllPersonalData {
  const recordsOf = (kind: PersonalDataKind) =>
    parts.flatMap((part) => part[kind] ?? []).sort((a, b) => b.at.getTime() - a.at.getTime());
  const entries = PERSONAL_DATA_KINDS.map((kind) => [kind, recordsOf(kind)] as const);
  return Object.fromEntries(entries) as { [Kind in PersonalDataKind]: PersonalRecord[] }; // one entry for each kind
}

/** Data about a person that is retained after their erasure. */
export const retainedData = z.object({
  what: z.string(),
  count: z.number().int(),
  why: z.string(),
  /** When the last of it is deleted; null if a person has to decide that. */
  until: z.date().nullable(),
});
export type RetainedData = z.output<typeof retainedData>;

/** The result of erasing one email address in one module. */
export interface Erasure {
  /** Ids of the rows that were deleted or cleared. */
  readonly ids: readonly string[];
  /** What is found again by the address. */
  readonly kept: readonly RetainedData[];
  /** What stays and is not found by the address any more. */
  readonly unlinked?: readonly RetainedData[];
  /** Ids of accounts that stay. */
  readonly accounts?: readonly string[];
  /** Deletes what is outside the database. */
  readonly afterCommit?: () => Promise<void>;
}

/** The ids of a person's records. */
export interface PersonRecords {
  readonly erased: readonly string[];
  /** Those among them that are also of a business of other people. */
  readonly others: readonly string[];
  /** Of accounts that stay, among others. */
  readonly kept: readonly string[];
}
