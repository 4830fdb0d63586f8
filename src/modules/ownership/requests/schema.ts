import { z } from "zod";
import {
  missingOr,
  mustBeOneOf,
  optionalText,
  phone,
  requiredText,
  website,
} from "../../../shared/fields.ts";
import { listInput, pageOf } from "../../../shared/listing.ts";
import { withoutCardNumbers, withoutCardNumbersInAddress } from "../../../shared/money/card-numbers.ts";
import { postalCode, region } from "../../../shared/places/place-fields.ts";
import { CATEGORIES } from "../../../shared/places/places.ts";
import { REASON_CODES, REVIEW_STATUSES } from "../../../shared/reviews/reviews.ts";
import { listedFields, placeSummary } from "../../places/schema.ts";

/** Pending requests of one partner. */
export const MAX_OPEN_REQUESTS = 10;

const category = z.enum(CATEGORIES, {
  error: missingOr("Category", mustBeOneOf("Category", CATEGORIES), [undefined, null, ""]),
});

const location = {
  name: requiredText("Business name").transform(withoutCardNumbers),
  address: requiredText("Address").transform(withoutCardNumbers),
  city: requiredText("City").transform(withoutCardNumbers),
  state: region(),
};

export const submitInput = z.object({
  ...location,
  category,
  zipCode: postalCode(),
  phone: phone(),
  website: website().transform(withoutCardNumbersInAddress),
  subcategory: optionalText("Subcategory").transform(withoutCardNumbers),
  halalCertificate: optionalText("Halal certificate").transform(withoutCardNumbers),
});
export type RequestFields = z.output<typeof submitInput>;

/** Also while it is typed: what is no phone number or address of a site yet counts as none. */
export const duplicatesInput = z.object({
  ...location,
  phone: submitInput.shape.phone.catch(""),
  website: submitInput.shape.website.catch(""),
});

/** A listed place that a request may duplicate. */
export type Duplicate = z.output<typeof placeSummary>;
export const duplicatesOutput = z.array(placeSummary);

export const request = z.object({
  id: z.string(),
  ...listedFields,
  status: z.enum(REVIEW_STATUSES),
  submittedAt: z.date(),
  reviewedAt: z.date().nullable(),
  notes: z.string(),
  /** See `sentenceOf` in `copy/en/decisions.ts`. */
  reason: z.enum(REASON_CODES).nullable(),
  /** The end of the fifth business day after its submission. */
  dueBy: z.date(),
  /** The place that the approval created. */
  poiId: z.string().nullable(),
});
export type PlaceRequest = z.input<typeof request>;

export const requestList = listInput.omit({ q: true });
export const requestPage = pageOf(request);
