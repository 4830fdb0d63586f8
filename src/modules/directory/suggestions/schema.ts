import { z } from "zod";
import {
  editedVersion,
  emailOrNone,
  idInPath,
  mustBeOneOf,
  optionalLongText,
  optionalText,
  requiredText,
  website,
} from "../../../shared/fields.ts";
import { flagFilter, listInput, pageOf } from "../../../shared/listing.ts";
import { withoutCardNumbers, withoutCardNumbersInAddress } from "../../../shared/money/card-numbers.ts";
import { placeFields } from "../../../shared/places/place-fields.ts";
import { CATEGORIES } from "../../../shared/places/places.ts";
import { PLACE_REGIONS, regionCode } from "../../../shared/places/regions.ts";
import { REVIEW_STATUSES, undoUntil } from "../../../shared/reviews/reviews.ts";

export const submitInput = z.object({
  name: requiredText("Name").transform(withoutCardNumbers),
  address: optionalText("Address").transform(withoutCardNumbers),
  city: optionalText("City").transform(withoutCardNumbers),
  /** A state or a province as its code, anything else as typed. */
  state: optionalText("State").transform(
    (text) => regionCode(text, PLACE_REGIONS) ?? withoutCardNumbers(text),
  ),
  url: website("Link").transform(withoutCardNumbersInAddress),
  why: optionalLongText("Why").transform(withoutCardNumbers),
  /** Where to send the outcome. */
  email: emailOrNone()
    .nullish()
    .transform((email) => email ?? ""),
  /** The honeypot: hidden from people, filled in by bots. */
  hp_note: optionalText("hp_note"),
});
export type SubmitInput = z.output<typeof submitInput>;

const similarPlace = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
});
export type SimilarPlace = z.output<typeof similarPlace>;
export const similarOutput = z.array(similarPlace);

export const submitOutput = z.object({
  success: z.literal(true),
  /** Names the suggestion in questions about it. */
  reference: z.string(),
});

/** What staff make of a suggestion: a new place, nothing, or nothing because the place is listed already. */
const SUGGESTION_DECISIONS = ["approved", "rejected", "duplicate"] as const;

/** Words in which programs name a decision. */
const WORDS: Readonly<Record<string, (typeof SUGGESTION_DECISIONS)[number]>> = {
  accept: "approved",
  accepted: "approved",
  approve: "approved",
  decline: "rejected",
  declined: "rejected",
  reject: "rejected",
};

const given = {
  name: optionalText("Name").transform(withoutCardNumbers),
  address: optionalText("Address").transform(withoutCardNumbers),
  city: optionalText("City").transform(withoutCardNumbers),
  state: optionalText("State"),
};

/** What the new place has where it differs from the suggestion. */
export const decideInput = z.object({
  id: idInPath,
  decision: z
    .string({ error: mustBeOneOf("decision", SUGGESTION_DECISIONS) })
    .max(20, mustBeOneOf("decision", SUGGESTION_DECISIONS))
    .transform((word) => WORDS[word.toLowerCase()] ?? word)
    .pipe(z.enum(SUGGESTION_DECISIONS, { error: mustBeOneOf("decision", SUGGESTION_DECISIONS) }))
    .describe("approved, rejected or duplicate"),
  notes: optionalLongText("Notes").transform(withoutCardNumbers),
  poiId: optionalText("The listed place").describe("of a duplicate: the place that is listed already"),
  ...given,
  zipCode: placeFields.zipCode,
  category: z.enum(CATEGORIES, { error: mustBeOneOf("category", CATEGORIES) }).nullish(),
  updatedAt: editedVersion,
});
export type DecideInput = z.output<typeof decideInput>;

/** A suggestion as staff see it: whether the visitor waits for the outcome, but not the address. */
export const staffSuggestion = z.object({
  id: z.string(),
  reference: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  url: z.string(),
  /** Empty once it was erased or removed 30 days after the decision. */
  why: z.string(),
  wantsOutcome: z.boolean(),
  status: z.enum(REVIEW_STATUSES),
  /** The place that an approval added, or the listed one of a rejected duplicate; null without one. */
  poiId: z.string().nullable(),
  poiName: z.string().nullable(),
  notes: z.string(),
  submittedAt: z.date(),
  reviewedAt: z.date().nullable(),
  /** The staff member's name. */
  reviewedBy: z.string().nullable(),
  /** Null once it is decided. */
  dueBy: z.date().nullable(),
  late: z.boolean(),
  updatedAt: z.date(),
  undoUntil,
});
export type StaffSuggestion = z.input<typeof staffSuggestion>;

/** Oldest pending first, then decided, newest first. */
export const suggestionList = listInput.extend({
  status: z.enum(REVIEW_STATUSES, { error: mustBeOneOf("status", REVIEW_STATUSES) }).optional(),
  late: flagFilter("late"),
});
export const suggestionPage = pageOf(staffSuggestion);

export const suggestionInput = z.object({ id: idInPath });
export const suggestionCase = staffSuggestion.extend({
  /** A guess from the name. */
  category: z.enum(CATEGORIES),
  /** Listed places that it may be; likeliest first. */
  duplicates: similarOutput,
});
export type SuggestionCase = z.input<typeof suggestionCase>;
