import { z } from "zod";
import { editedVersion, idInPath, mustBeOneOf, optionalLongText, optionalText } from "../../shared/fields.ts";
import { flagFilter, listInput, pageOf } from "../../shared/listing.ts";
import { withoutCardNumbers } from "../../shared/money/card-numbers.ts";
import { formatPhone } from "../../shared/phone.ts";
import { placeFields } from "../../shared/places/place-fields.ts";
import { HALAL_STATUSES } from "../../shared/places/places.ts";
import {
  CASE_KINDS,
  type CaseKind,
  CLAIM_DECISIONS,
  DECISIONS,
  REASON_CODES,
  REVIEW_STATUSES,
  undoUntil,
} from "../../shared/reviews/reviews.ts";
import { reviewedFile } from "../evidence/uploads/schema.ts";
import { proof } from "../ownership/claims/proofs/schema.ts";
import { listedFields, placeSummary } from "../places/schema.ts";

/** The fields that claims and requests share. */
const reviewed = {
  id: z.string(),
  status: z.enum(REVIEW_STATUSES),
  submittedAt: z.date(),
  reviewedAt: z.date().nullable(),
  /** The reviewer's name. */
  reviewedBy: z.string().nullable(),
  reason: z.enum(REASON_CODES).nullable(),
  notes: z.string(),
  /** Null if the account was deleted; the business name stays. */
  partnerId: z.string().nullable(),
  partnerName: z.string(),
  /** Pending after `dueBy`. */
  late: z.boolean(),
  /** When it was decided, else when it was last changed or submitted. */
  updatedAt: z.date(),
};

export const reviewedClaim = z.object({
  ...reviewed,
  poiId: z.string().nullable(),
  poiName: z.string(),
  documents: z.array(z.string()),
  /** What its partner was asked for while it waits for that; null otherwise. */
  moreRequested: z.string().nullable(),
  /**
   * The end of the fifth business day after its submission, or after the documents came that we had asked for; null while
   * it waits for them.
   */
  dueBy: z.date().nullable(),
});
export type ReviewedClaim = z.input<typeof reviewedClaim>;

export const reviewedRequest = z.object({
  ...reviewed,
  ...listedFields,
  poiId: z.string().nullable(),
  /** The end of the fifth business day after its submission. */
  dueBy: z.date(),
});
export type ReviewedRequest = z.input<typeof reviewedRequest>;

/** Oldest pending first, then decided, newest first. */
export const caseList = listInput.omit({ q: true }).extend({
  status: z.enum(REVIEW_STATUSES, { error: mustBeOneOf("status", REVIEW_STATUSES) }).optional(),
  partner: optionalText("partner").describe("the id or the email address of a partner"),
});
export const claimPage = pageOf(reviewedClaim);
export const requestPage = pageOf(reviewedRequest);

const decideInput = z.object({
  id: idInPath,
  decision: z.enum(DECISIONS, { error: mustBeOneOf("decision", DECISIONS) }),
  /** Optional for an approval; a rejection needs a reason or notes. */
  reason: z.enum(REASON_CODES, { error: mustBeOneOf("reason", REASON_CODES) }).nullish(),
  notes: optionalLongText("Notes").transform(withoutCardNumbers),
});
export type DecideInput = z.output<typeof decideInput>;

export const decideClaimInput = decideInput.extend({
  decision: z.enum(CLAIM_DECISIONS, { error: mustBeOneOf("decision", CLAIM_DECISIONS) }),
  updatedAt: editedVersion,
});
export type DecideClaimInput = z.output<typeof decideClaimInput>;

/** The position as the reviewer found it: the sync cannot match a place without id or coordinates. */
export const decideRequestInput = decideInput
  .extend({
    placeId: placeFields.placeId,
    latitude: placeFields.latitude,
    longitude: placeFields.longitude,
  })
  .refine(({ latitude, longitude }) => (latitude === null) === (longitude === null), {
    error: "Latitude and longitude go together",
    path: ["longitude"],
  });
export type DecideRequestInput = z.output<typeof decideRequestInput>;

export const caseInput = z.object({ id: idInPath });

const QUEUED_STATUSES = ["approved", "rejected", "closed", "same", "different"] as const;
export type QueuedStatus = (typeof QUEUED_STATUSES)[number];

const named = z.object({ id: z.string(), name: z.string() });

/** One row of the queue. */
const queued = z.object({
  kind: z.enum(CASE_KINDS),
  id: z.string(),
  /** The place's name. */
  name: z.string(),
  city: z.string(),
  state: z.string(),
  /** Null if no partner sent it, or the account was deleted. */
  partnerId: z.string().nullable(),
  partnerName: z.string(),
  partnerIsVerified: z.boolean(),
  /** Number of evidence files of a claim or a transfer. */
  files: z.number().int(),
  /** Of a claim, the number of other pending claims on the same place. */
  rivals: z.number().int(),
  submittedAt: z.date(),
  /** Whether a claim waits for documents of its partner. */
  moreRequested: z.boolean(),
  /** Who has to act before staff; null for staff. */
  waitsFor: z.enum(["partner", "owner"]).nullable(),
  /** Null while staff cannot act. */
  dueBy: z.date().nullable(),
  late: z.boolean(),
  /** The staff member it is assigned to. */
  assignee: named.nullable(),
  /** Null if it is not snoozed now. */
  snoozedUntil: z.date().nullable(),
  /** Null while it waits. */
  decided: z.object({ status: z.enum(QUEUED_STATUSES), at: z.date(), by: z.string().nullable() }).nullable(),
});
export type Queued = z.output<typeof queued>;

export const queueInput = listInput.omit({ q: true }).extend({
  kind: z.enum(CASE_KINDS, { error: mustBeOneOf("kind", CASE_KINDS) }).optional(),
  late: flagFilter("late"),
  assignee: optionalText("assignee").describe("me, none, or the id of a staff account"),
  snoozed: flagFilter("snoozed"),
  decided: flagFilter("decided").describe("list what is decided instead of what waits"),
});
export const queuePage = pageOf(queued);

export const evidenceInput = z.object({
  id: idInPath,
  /** Displayed in the browser instead of downloaded. */
  inline: z.union([z.boolean(), z.stringbool()], { error: "inline must be true or false" }).default(false),
});

/** A claim of a place, with the files of it that can still be opened. */
const placeClaim = z.object({
  id: z.string(),
  partnerName: z.string(),
  status: z.enum(REVIEW_STATUSES),
  submittedAt: z.date(),
  reviewedAt: z.date().nullable(),
  files: z.array(z.object({ id: z.string(), name: z.string() })),
});
export const placeClaims = z.array(placeClaim);

const place = z.object({
  id: z.string(),
  ...listedFields,
  halalVerificationStatus: z.enum(HALAL_STATUSES),
  ownerId: z.string().nullable(),
  /** The owner's business name; null if the place has no owner. */
  ownerName: z.string().nullable(),
  createdAt: z.date(),
});

const applicant = z.object({
  id: z.string(),
  businessName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string().transform(formatPhone),
  isVerified: z.boolean(),
  /** When the e-mail address was confirmed; null if it is not. */
  emailConfirmedAt: z.date().nullable(),
  /** When the account was created. */
  createdAt: z.date(),
  /** The places it owns; at most 100. */
  places: z.array(placeSummary),
});

const otherClaim = z.object({
  id: z.string(),
  partnerName: z.string(),
  status: z.enum(REVIEW_STATUSES),
  reason: z.enum(REASON_CODES).nullable(),
  submittedAt: z.date(),
  reviewedAt: z.date().nullable(),
});

export const claimCase = z.object({
  claim: reviewedClaim,
  /** Null if the place was deleted. */
  place: place.nullable(),
  /** Null if the account was deleted. */
  claimant: applicant.nullable(),
  /** Other claims on the same place, newest first; at most 100. */
  otherClaims: z.array(otherClaim),
  /** The documents of the claim that are free text. */
  statements: z.array(z.string()),
  evidence: z.array(reviewedFile),
  /** Codes that the claimant asked for or entered. */
  proofs: z.array(proof),
  undoUntil,
});

export const requestCase = z.object({
  request: reviewedRequest,
  /** The place that the approval created; null before, and if it was deleted. */
  place: place.nullable(),
  requester: applicant.nullable(),
  /** Listed places that the request may duplicate. */
  duplicates: z.array(placeSummary),
  undoUntil,
});

const keyOf = (kinds: readonly string[]) =>
  z
    .string({ error: "case is required" })
    .max(120, "case is too long")
    .regex(new RegExp(`^(${kinds.join("|")}):[0-9A-Za-z_-]+$`), "case must be like claim:ID");

/** What several people may have open: the cases of the review screen, and places. */
export type ViewedKind = CaseKind | "place";

export const viewInput = z.object({
  /** As the address of the review screen names it. A reading is named after its certificate. */
  case: keyOf([...CASE_KINDS, "place"]),
  /** The case was closed on the screen. */
  leave: z.boolean({ error: "leave must be true or false" }).default(false),
});

export const viewOutput = z.object({
  /** The other staff members who have the case open, by name. */
  viewers: z.array(named),
  /** All that others have open now. */
  open: z.array(z.object({ case: z.string(), name: z.string() })),
});

/** To whom a case can be assigned. */
export const reviewers = z.array(named);

export const caseKeyInput = z.object({ case: keyOf(CASE_KINDS) });

export const assignInput = caseKeyInput.extend({
  assigneeId: z.string({ error: "assigneeId must be an id or null" }).max(100).nullable(),
  seen: z
    .string({ error: "seen must be an id or null" })
    .max(100)
    .nullish()
    .describe("the assignee that you saw: refuse if it is another one by now"),
});

export const snoozeInput = caseKeyInput.extend({
  until: z.coerce.date({ error: "until must be a time" }).nullable().describe("null ends it"),
});

/** What a case has next to its own record. */
export const caseAssignment = z.object({ assignee: named.nullable(), snoozedUntil: z.date().nullable() });
