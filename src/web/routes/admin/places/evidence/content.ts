import type { STAFF_KINDS } from "../../../../../modules/evidence/schema.ts";
import { formatDay } from "../../../../../shared/format.ts";

export type RecordedKind = Exclude<(typeof STAFF_KINDS)[number], "revocation">;

export const EVIDENCE = {
  valid: "Valid",
  said: "Says",
} as const;

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

export const DECLARED = {
  meatFree: "No meat",
  noAlcohol: "No alcohol",
  noPork: "No pork",
} as const;

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
  /** Two files of a claim may have the same name. */
  fileOf: (
    name: string,
    nth: number,
    { partnerName, submittedAt }: { readonly partnerName: string; readonly submittedAt: Date },
  ) => `${name}, file ${nth} from ${partnerName}, ${formatDay(submittedAt)}`,
  address: "Address of the register's page",
  checkedAt: "Checked on",
  text: "What was stated, and by whom",
  declared: "The owner declares",
  noAddress:
    "This issuer has no published email address, so it cannot be asked: record a look-up in its register too.",
  noIssuers: "The register of issuers is empty. Add the issuer there first.",
  done: (kind: string) => `${kind} recorded`,
} as const;
