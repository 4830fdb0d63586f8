import type { STAFF_KINDS } from "../../../../../modules/evidence/schema.ts";
import type { FormWords } from "../../../../kit/dialog/dialog-form.tsx";

export type RecordedKind = Exclude<(typeof STAFF_KINDS)[number], "revocation">;

export const EVIDENCE = {
  title: "Evidence",
  failed: "The evidence could not be loaded",
  none: "No evidence yet",
  noneText: "A tier follows from certificates, look-ups, visits and declarations that are recorded here.",
  add: "Add evidence",
  withdraw: "Withdraw",
  issuer: "Issuer",
  number: "Number",
  valid: "Valid",
  register: "Register",
  checked: "Checked on",
  said: "Says",
  declaredNothing: "That meat, alcohol and pork may be served",
  imported: "Another directory lists this place as halal",
  file: "File",
  fileGone: "The file was deleted.",
  period: (from: string, until: string) => `${from} to ${until}`,
  until: (day: string) => `until ${day}`,
  recorded: (who: string, when: string) => `Recorded by ${who} on ${when}`,
  withdrawn: (who: string, when: string) => `Withdrawn by ${who} on ${when}:`,
  waiting: "Waits for a second reading",
  hidden: "What it says is hidden until you have read it yourself.",
  differs: "Readings differ",
  differsText: "A third person decides which one is right.",
  agreed: "Readings agree",
} as const;

export const KIND_NAMES: Readonly<Record<string, string>> = {
  certificate: "Certificate",
  reading: "Reading",
  lookup: "Look-up in a register",
  answer: "Issuer's answer",
  declaration: "Declaration",
  visit: "Visit",
  statement: "Statement",
  prior: "Verified before evidence was recorded",
};

/** The kinds that staff choose from, in the order of the list. */
export const RECORDED_KINDS = {
  certificate: "Certificate",
  lookup: "Look-up in a register",
  declaration: "Declaration by the owner",
  visit: "Visit",
  statement: "Statement",
} as const satisfies Record<RecordedKind, string>;

export const KIND_HINTS = {
  certificate:
    "Type what the certificate shows. It counts once another person has read the same and its issuer has confirmed it, or it is found in the issuer's register.",
  lookup: "The place was found in the register that the issuer publishes.",
  declaration: "What the owner declares about everything that is served here.",
  visit: "One of us was there and confirmed what the owner declares.",
  statement: "What the owner or someone else says. It makes a place reported, never more.",
} as const satisfies Record<RecordedKind, string>;

export const SOURCES: Readonly<Record<string, string>> = {
  owner: "the owner",
  issuer: "the issuer",
  import: "an import",
  migration: "the product",
};

export const ANSWERS = {
  valid: "The certificate is valid",
  not_ours: "The certificate is not theirs",
  revoked: "The certificate was revoked",
} as const;

export const DECLARED = {
  meatFree: "No meat",
  noAlcohol: "No alcohol",
  noPork: "No pork",
} as const;

export const ADD: FormWords = {
  title: "Add evidence",
  submit: "Record",
  sending: "Recording...",
  missing: "Some fields are missing",
  failed: "The evidence was not recorded",
};

export const ADD_FIELDS = {
  kind: "Kind",
  issuer: "Issuer",
  chooseIssuer: "Choose an issuer",
  number: "Certificate number",
  validFrom: "Valid from",
  validUntil: "Valid until",
  file: "File of a claim",
  renewal: "New certificate from the owner",
  noFile: "No file",
  fileOf: (name: string, partner: string) => `${name}, from ${partner}`,
  address: "Address of the register's page",
  checkedAt: "Checked on",
  text: "What was stated, and by whom",
  declared: "The owner declares",
  noAddress:
    "This issuer has no published email address, so it cannot be asked: record a look-up in its register too.",
  noIssuers: "The register of issuers is empty. Add the issuer there first.",
  done: (kind: string) => `${kind} recorded`,
} as const;

export const WITHDRAW: FormWords = {
  title: "Withdraw this record",
  submit: "Withdraw",
  sending: "Withdrawing...",
  missing: "Reason is required",
  failed: "The record was not withdrawn",
  destructive: true,
};

export const WITHDRAW_TEXT = {
  lead: "It stays in the history, struck through, and no longer counts. This cannot be undone: record it again if it was right.",
  computing: "Computing what the tier will be...",
  stays: (tier: string) => `The tier stays: ${tier}.`,
  becomes: (from: string, to: string) => `The tier changes at once: from ${from} to ${to}.`,
  reason: "Reason",
  done: "Record withdrawn",
} as const;
