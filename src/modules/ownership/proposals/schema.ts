import { z } from "zod";
import { editedVersion, idInPath, mustBeOneOf, optionalLongText } from "../../../shared/fields.ts";
import { flagFilter, listInput, pageOf } from "../../../shared/listing.ts";
import { withoutCardNumbers } from "../../../shared/money/card-numbers.ts";
import { formatPhone } from "../../../shared/phone.ts";
import { editedFacts, factFields } from "../../../shared/places/fact-fields.ts";
import { placeFields } from "../../../shared/places/place-fields.ts";
import {
  CATEGORIES,
  CLOSING_REASON_CODES,
  HALAL_STATUSES,
  PROPOSAL_FIELDS,
  type ProposalField,
} from "../../../shared/places/places.ts";
import { DECISIONS, REVIEW_STATUSES, undoUntil } from "../../../shared/reviews/reviews.ts";

/** Unchanged if omitted, while the field itself would take a missing value as empty. */
const ifSent = <Schema extends z.ZodType>(schema: Schema) => z.union([z.undefined(), schema]).optional();

const changes = {
  name: ifSent(placeFields.name),
  address: ifSent(placeFields.address),
  city: ifSent(placeFields.city),
  state: ifSent(placeFields.state),
  zipCode: ifSent(placeFields.zipCode),
  category: ifSent(placeFields.category),
  subcategory: ifSent(placeFields.subcategory),
  phone: ifSent(placeFields.phone),
  website: ifSent(placeFields.website),
} satisfies Record<ProposalField, z.ZodType>;
const changed = z.object(changes, { error: "fields must be an object" });
export type ProposedFields = z.output<typeof changed>;

const seenText = z.string({ error: "seen must hold texts" }).optional();

/** The new values, in `fields` or next to the id. */
export const proposeInput = z.object({
  id: idInPath,
  fields: changed.optional(),
  ...changes,
  /** The listed values that the caller read: refused with 409 if one of those that it changes differs by now. */
  seen: z
    .object(
      Object.fromEntries(PROPOSAL_FIELDS.map((field) => [field, seenText])) as Record<
        ProposalField,
        typeof seenText
      >,
      { error: "seen must be an object" },
    )
    .optional(),
});

/** The values of a place that an owner can change, as people read them; `current` of an edit conflict. */
export const listedValues = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  category: z.enum(CATEGORIES),
  subcategory: z.string(),
  phone: z.string().transform(formatPhone),
  website: z.string(),
} satisfies Record<ProposalField, z.ZodType>);

const values = listedValues.partial();

const proposal = {
  id: z.string(),
  /** Null if the place was deleted. */
  poiId: z.string().nullable(),
  poiName: z.string(),
  fields: values,
  /** True for contact details, which apply without a decision. */
  atOnce: z.boolean(),
  status: z.enum(REVIEW_STATUSES),
  /** Why it ended without a decision; see `CLOSING_REASONS` in `copy/en/decisions.ts`. */
  reason: z.enum(CLOSING_REASON_CODES).nullable(),
  notes: z.string(),
  submittedAt: z.date(),
  reviewedAt: z.date().nullable(),
  /** The end of the fifth business day after its submission. */
  dueBy: z.date(),
};

export const ownProposal = z.object(proposal);
export type OwnProposal = z.input<typeof ownProposal>;

/** What became of a change: the proposal that waits, else the change that applied or was taken back. */
export const proposed = ownProposal.extend({
  applied: values,
  /** What waits for staff now, with what waited before. */
  waiting: values,
});

/** What an owner changes with one press: facts, and listed values with what the owner had read of them. */
export const savePlaceInput = z.object({
  id: idInPath,
  facts: z.object({ ...factFields, updatedAt: editedVersion }, { error: "facts must be an object" }),
  fields: changed.optional(),
  seen: proposeInput.shape.seen,
});
export const savedPlace = z.object({
  facts: editedFacts,
  /** Null if no listed value was sent. */
  change: proposed.nullable(),
});

export const ownProposals = pageOf(ownProposal);
export const ownList = listInput.omit({ q: true });

export const reviewedProposal = z.object({
  ...proposal,
  /** The values at submission. */
  before: values,
  /** The values now; null if the place was deleted. */
  current: values.nullable(),
  /**
   * For a pending change, the fields whose value is not that of `before`, with the edit of staff that set it. Null if
   * something else did, such as an import or a merge.
   */
  edits: z.partialRecord(
    z.enum(PROPOSAL_FIELDS),
    z.object({ at: z.date(), by: z.string().nullable() }).nullable(),
  ),
  /** Differs as soon as a value of `current` does; a decision may carry it. Null if the place was deleted. */
  placeVersion: z.string().nullable(),
  /** The tier of the place today, which a new name keeps; null of a masjid, and if the place was deleted. */
  tier: z.enum(HALAL_STATUSES).nullable(),
  /** Null if the account was deleted; the business name stays. */
  partnerId: z.string().nullable(),
  partnerName: z.string(),
  reviewedBy: z.string().nullable(),
  late: z.boolean(),
  updatedAt: z.date(),
  undoUntil,
});
export type ReviewedProposal = z.input<typeof reviewedProposal>;
export const reviewedProposals = pageOf(reviewedProposal);

/** Lists proposals or transfers: oldest pending first, then decided, newest first. */
export const caseList = listInput.omit({ q: true }).extend({
  status: z.enum(REVIEW_STATUSES, { error: mustBeOneOf("status", REVIEW_STATUSES) }).optional(),
  late: flagFilter("late"),
});

export const caseInput = z.object({ id: idInPath });

/** For proposals and transfers. */
export const decideInput = z.object({
  id: idInPath,
  decision: z.enum(DECISIONS, { error: mustBeOneOf("decision", DECISIONS) }),
  notes: optionalLongText("Notes").transform(withoutCardNumbers),
  updatedAt: editedVersion,
});

export const decideProposalInput = decideInput.extend({
  placeVersion: z
    .string({ error: "placeVersion must be that of an earlier answer" })
    .nullish()
    .describe("refuse an approval if the place has other values than those that this version names"),
});
