import { z } from "zod";
import { formatPhone } from "../../shared/phone.ts";
import { CATEGORIES, HALAL_STATUSES } from "../../shared/places/places.ts";
import { REASON_CODES, REVIEW_STATUSES, undoUntil } from "../../shared/reviews/reviews.ts";
import { reviewedClaim, reviewedRequest } from "./schema.ts";

const placeSummary = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
});

const place = placeSummary.extend({
  zipCode: z.string(),
  phone: z.string().transform(formatPhone),
  website: z.string(),
  category: z.enum(CATEGORIES),
  subcategory: z.string(),
  halalCertificate: z.string(),
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

const evidence = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  bytes: z.number().int(),
  /** SHA-256 of the stored bytes, in hex. */
  digest: z.string(),
  uploadedAt: z.date(),
  /** When the bytes were deleted; the row stays. */
  removedAt: z.date().nullable(),
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
  evidence: z.array(evidence),
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
