import type { ERASURE_EFFECTS, PersonalDataKind } from "../../../../shared/people/personal-data.ts";

export const SEARCH = {
  title: "Find a person",
  note: "Shows everything that is kept about an email address: for someone who asks what you know about them, or who wants to be erased.",
  label: "Email address",
  submit: "Show what is kept",
  missing: "Please enter an email address",
  failed: "What is kept could not be loaded",
} as const;

export const PERSON = {
  nothing: "Nothing is kept about this address",
  nothingText: "Check the spelling. People can also be known under another address.",
  export: "Export JSON",
  erase: "Erase",
  title: (count: number, email: string) => `${count} ${count === 1 ? "record" : "records"} about ${email}`,
  stays: "What stays after erasing",
  staysNote: "After erasing, this stays:",
  staysNothing: "After erasing, nothing stays.",
  newest: (count: number) => `The newest ${count} are listed. The export has all.`,
} as const;

export const EFFECTS: Readonly<Record<(typeof ERASURE_EFFECTS)[number], string>> = {
  deleted: "Deleted",
  cleared: "Anonymized",
  kept: "Kept",
};

export const ERASE = {
  title: "Erase this person",
  lead: "This cannot be undone. Export the data first if the person asked for a copy.",
  goes: "What is erased",
  stays: "What stays",
  field: (email: string) => `Type ${email} to confirm`,
  differs: "This is not the address",
  missing: "Please type the address",
  submit: "Erase",
  sending: "Erasing...",
  failed: "Failed to erase",
  done: (count: number) => `${count} ${count === 1 ? "record was" : "records were"} erased`,
} as const;

/** The fields that name a record. */
export const NAMED_BY: Readonly<Record<PersonalDataKind, readonly string[]>> = {
  signups: ["firstName", "lastName", "city"],
  inquiries: ["businessName", "contactName"],
  inquiryAnswers: ["authorName"],
  quarantine: ["firstName", "businessName"],
  partnerAccounts: ["businessName", "contactName"],
  partnerSessions: ["address"],
  partnerPasskeys: ["name"],
  places: ["name", "city"],
  claims: ["poiName", "status"],
  evidence: ["name"],
  requests: ["name", "status"],
  staffNotes: ["kind", "authorName"],
  reports: ["placeName", "kind"],
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
