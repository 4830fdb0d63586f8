import { z } from "zod";
import { MISSING_FIELD, missing } from "../../shared/errors.ts";
import {
  editedVersion,
  emailOrNone,
  idInPath,
  linkToken,
  mustBeOneOf,
  optionalLongText,
  optionalText,
  requiredText,
  website,
} from "../../shared/fields.ts";
import { listInput, pageOf } from "../../shared/listing.ts";
import { isDay } from "../../shared/places/days.ts";
import { HALAL_STATUSES } from "../../shared/places/places.ts";
import { FILE_SOURCES } from "../../shared/places/sources.ts";
import { LIMITS } from "../../shared/text-rules.ts";

/** What an issuer says about a certificate. */
export const ISSUER_ANSWERS = ["valid", "not_ours", "revoked"] as const;
export type IssuerAnswer = (typeof ISSUER_ANSWERS)[number];

/** What a tier that ends by itself is based on. */
export const TIER_BASES = ["certificate", "declaration", "prior"] as const;
export type TierBasis = (typeof TIER_BASES)[number];

const NUMBER_MAX = 100; // characters of a certificate's number
const NOTE_MAX = 2_048; // characters of the text of a record

/** A calendar day, or the day of a timestamp. Undefined if omitted. */
export const optionalDay = (label: string) => {
  const error = `${label} must be a day such as 2026-12-31`;
  return z
    .string({ error })
    .transform((text) => (/^\d{4}-\d{2}-\d{2}T/.test(text) ? text.slice(0, 10) : text))
    .refine((text) => text === "" || isDay(text), error)
    .transform((text) => (text === "" ? undefined : text))
    .nullish()
    .transform((day) => day ?? undefined);
};

/** The kinds that staff record. */
export const STAFF_KINDS = [
  "certificate",
  "lookup",
  "declaration",
  "visit",
  "statement",
  "revocation",
] as const;
export type StaffKind = (typeof STAFF_KINDS)[number];

const flag = (name: string) => z.boolean({ error: `${name} must be true or false` }).optional();
/** `NEEDED` says which fields each kind needs. */
export const recordInput = z.object({
  id: idInPath,
  kind: z.enum(STAFF_KINDS, { error: mustBeOneOf("kind", STAFF_KINDS) }),
  issuerId: optionalText("Issuer"),
  number: optionalText("Number", NUMBER_MAX),
  validFrom: optionalDay("Valid from"),
  validUntil: optionalDay("Valid until"),
  fileId: optionalText("File"),
  address: optionalText("Address", LIMITS.url),
  checkedAt: optionalDay("Checked at"),
  meatFree: flag("meatFree"),
  noAlcohol: flag("noAlcohol"),
  noPork: flag("noPork"),
  text: optionalText("Text", NOTE_MAX),
  recordId: optionalText("Record"),
  reason: optionalText("Reason"),
});
export type RecordInput = z.output<typeof recordInput>;

export const readInput = z.object({
  id: idInPath,
  number: requiredText("Number", NUMBER_MAX),
  issuerId: requiredText("Issuer"),
  validUntil: optionalDay("Valid until").refine((day) => day !== undefined, missing("Valid until")),
});

export const revokeInput = z.object({ id: idInPath, reason: requiredText("Reason") });
export const answerInput = z.object({
  token: linkToken(),
  answer: z.enum(ISSUER_ANSWERS, { error: mustBeOneOf("answer", ISSUER_ANSWERS) }),
  validUntil: optionalDay("Valid until"),
});

export const record = {
  id: z.string(),
  kind: z.string(),
  /** The name of the issuer; null if the record names none. */
  issuer: z.string().nullable(),
  number: z.string().nullable(),
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  /** The day of a look-up, a visit or an answer. */
  checkedAt: z.string().nullable(),
};

/** A record as staff see it. */
export const staffRecord = z.object({
  ...record,
  aboutId: z.string().nullable(),
  issuerId: z.string().nullable(),
  answer: z.enum(ISSUER_ANSWERS).nullable(),
  meatFree: z.boolean().nullable(),
  noAlcohol: z.boolean().nullable(),
  noPork: z.boolean().nullable(),
  note: z.string(),
  fileId: z.string().nullable(),
  fileDigest: z.string().nullable(),
  source: z.string(),
  byName: z.string().nullable(),
  recordedAt: z.date(),
});
export type StaffRecord = z.input<typeof staffRecord>;
export const placeInput = z.object({ id: idInPath });

/** What became of a certificate with a reading. */
const READING_STATES = ["agreed", "differs"] as const;

const listedRecord = staffRecord.extend({
  /** For a certificate, whether enough people have read it alike. Null for other records. */
  reading: z.enum(["waiting", ...READING_STATES]).nullable(),
  /** Of what was imported: the files that call the place halal, as far as known. */
  lists: z.array(z.enum(FILE_SOURCES)).optional(),
});
export type ListedRecord = z.input<typeof listedRecord>;
export const staffRecords = z.array(listedRecord);
const reading = z.object({
  by: z.string().nullable(),
  number: z.string(),
  issuerId: z.string(),
  issuer: z.string().nullable(),
  validUntil: z.string(),
});
export const readOutput = z.object({
  state: z.enum(READING_STATES),
  /** The caller's own reading, not what the others read; empty once they agree. */
  readings: z.array(reading),
});

/** A file that reviewers can open; null if there is none or it was deleted. */
export const shownFile = z.object({ name: z.string(), contentType: z.string() }).nullable();

/** A certificate that waits for a reading. Only a third reader sees what the others read. */
export const waitingReading = z.object({
  id: z.string(),
  poiId: z.string(),
  placeName: z.string(),
  fileId: z.string().nullable(),
  file: shownFile,
  recordedAt: z.date(),
  /** Null if the account was deleted. */
  recordedBy: z.string().nullable(),
  readings: z.array(reading),
});
export const waitingReadings = z.array(waitingReading);

/** The tier of the place now and after the withdrawal of a record; null for a masjid. */
export const withdrawalOutput = z.object({
  tier: z.enum(HALAL_STATUSES).nullable(),
  after: z.enum(HALAL_STATUSES).nullable(),
});

const ISSUER_TEXT_MAX = 1_000; // characters

const issuerFields = {
  name: requiredText("Name"),
  country: requiredText("Country", 2)
    .transform((text) => text.toUpperCase())
    .refine((text) => text === "" || /^[A-Z]{2}$/.test(text), "Country must be two letters such as US"),
  address: emailOrNone("Address").default(""),
  site: website("Site"),
  about: optionalLongText("About", ISSUER_TEXT_MAX),
  standard: optionalLongText("Standard", ISSUER_TEXT_MAX),
  register: website("Register"),
};
export const issuerInput = z.object(issuerFields);
export const issuerUpdate = z.object({ ...issuerFields, id: idInPath, updatedAt: editedVersion });
export const issuer = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  address: z.string(),
  site: z.string(),
  about: z.string(),
  standard: z.string(),
  register: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type Issuer = z.input<typeof issuer>;
export const issuerListInput = z.object({ q: optionalText("q", LIMITS.search) });
export const issuerList = z.array(issuer);
export const expireOutput = z.object({
  success: z.literal(true),
  /** Places whose tier has ended. */
  places: z.number().int(),
  /** Mails to owners and to issuers. */
  ownerMails: z.number().int(),
  issuerMails: z.number().int(),
});

type Field = Exclude<keyof RecordInput, "id" | "kind">;
type Entered = Omit<RecordInput, "id">;

const LABELS: Readonly<Record<Field, string>> = {
  issuerId: "Issuer",
  number: "Number",
  validFrom: "Valid from",
  validUntil: "Valid until",
  fileId: "File",
  address: "Address",
  checkedAt: "Checked at",
  meatFree: "Meat free",
  noAlcohol: "No alcohol",
  noPork: "No pork",
  text: "Text",
  recordId: "Record",
  reason: "Reason",
};

/** The fields that each kind needs. */
const NEEDED: Readonly<Record<StaffKind, readonly Field[]>> = {
  certificate: ["issuerId", "number", "validFrom", "validUntil"],
  lookup: ["issuerId", "address", "checkedAt"],
  declaration: ["meatFree", "noAlcohol", "noPork"],
  visit: ["checkedAt"],
  statement: ["text"],
  revocation: ["recordId", "reason"],
};

interface RecordProblem {
  readonly field: Field;
  readonly message: string;
  readonly params?: typeof MISSING_FIELD;
}

const lacks = (field: Field) => ({ field, message: missing(LABELS[field]).error, params: MISSING_FIELD });

/** What is missing or impossible in a record; the same sentences in the browser and on the server. */
export function recordProblems(input: Entered): readonly RecordProblem[] {
  const { kind, validFrom, validUntil } = input;
  const lacking = NEEDED[kind].filter((name) => input[name] === undefined || input[name] === "");
  if (kind === "certificate" && validFrom && validUntil && validFrom > validUntil)
    return [...lacking.map(lacks), { field: "validUntil", message: "Valid until is before valid from" }];
  return lacking.map(lacks);
}

/** A record with what its kind needs. */
export const checkedRecord = recordInput.omit({ id: true }).superRefine((input, context) => {
  for (const { field, ...problem } of recordProblems(input))
    context.addIssue({ code: "custom", path: [field], ...problem });
});

const place = { poiId: z.string(), placeName: z.string(), city: z.string(), state: z.string() };

/** A place whose tier ends soon, or that was verified before evidence was recorded. */
export const expiringPlace = z.object({
  ...place,
  tier: z.enum(HALAL_STATUSES),
  /** The tier after it. */
  next: z.enum(HALAL_STATUSES),
  /** The last day of the tier. */
  until: z.string(),
  basis: z.enum(TIER_BASES).nullable(),
  hasOwner: z.boolean(),
  /** When its owner sent a new certificate that no one has recorded yet. */
  renewalSentAt: z.date().nullable(),
});
export type ExpiringPlace = z.input<typeof expiringPlace>;
export const expiringList = listInput.omit({ q: true });
export const expiringPage = pageOf(expiringPlace);

/** A certificate whose issuer has not answered, or cannot be asked. */
export const silentIssuer = z.object({
  /** The id of the certificate. */
  id: z.string(),
  ...place,
  issuerId: z.string(),
  issuer: z.string(),
  site: z.string(),
  /** Null if the issuer has no address. */
  askedAt: z.date().nullable(),
  number: z.string(),
  validUntil: z.string(),
});
export type SilentIssuer = z.input<typeof silentIssuer>;
export const silentIssuers = z.array(silentIssuer);
export const askInput = z.object({ id: idInPath });
