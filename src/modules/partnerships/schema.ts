import { z } from "zod";
import {
  editedVersion,
  email,
  idInPath,
  mustBeOneOf,
  optionalLongText,
  optionalText,
  phone,
  requiredText,
  website,
} from "../../shared/fields.ts";
import { withoutCardNumbers, withoutCardNumbersInAddress } from "../../shared/gifts/card-numbers.ts";
import { exportInput, flagFilter, listInput, pageOf } from "../../shared/listing.ts";
import { formatPhone } from "../../shared/phone.ts";

export const MISSING = "Business name and email are required to submit your inquiry.";
export const MISSING_IN_ADMIN = "Business name and email are required";

export const BUSINESS_TYPES = ["restaurant", "grocery", "fashion", "services", "other"] as const;

const businessType = z
  .enum([...BUSINESS_TYPES, ""], { error: mustBeOneOf("Business type", BUSINESS_TYPES) })
  .nullish()
  .transform((type) => type ?? "");

const inquiryFields = {
  businessName: requiredText("Business name").transform(withoutCardNumbers),
  email: email(),
  contactName: optionalText("Contact name").transform(withoutCardNumbers),
  phone: phone(),
  website: website().transform(withoutCardNumbersInAddress),
  businessType,
  city: optionalText("City").transform(withoutCardNumbers),
  state: optionalText("State").transform(withoutCardNumbers),
  message: optionalLongText("Message").transform(withoutCardNumbers),
};

export const submitInput = z.object({ ...inquiryFields, hp_note: optionalText("hp_note") });
export const submitOutput = z.object({ success: z.literal(true), id: z.string() });

export const createInput = z.object(inquiryFields);
export const updateInput = z.object({ ...inquiryFields, id: idInPath, updatedAt: editedVersion });
export const deleteInput = z.object({ id: idInPath });

export type InquiryFields = z.output<typeof createInput>;

export const inquiry = z.object({
  id: z.string(),
  businessName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string().transform(formatPhone),
  website: z.string(),
  businessType: z.string(),
  city: z.string(),
  state: z.string(),
  message: z.string(),
  addedBy: z.enum(["admin", "user"]),
  /** When staff replied; null while it is unanswered. */
  answeredAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

export type Inquiry = z.input<typeof inquiry>;

export const inquiryPage = pageOf(inquiry);

const filters = { q: listInput.shape.q, answered: flagFilter("answered"), businessType: businessType };
export const INQUIRY_SORTS = ["newest", "oldest", "business", "email"] as const;
export const inquiryList = listInput.extend({
  ...filters,
  sort: z.enum(INQUIRY_SORTS, { error: mustBeOneOf("sort", INQUIRY_SORTS) }).default("newest"),
});
export const inquiryExport = exportInput.extend(filters);
export type InquiryFilters = Pick<z.output<typeof inquiryList>, "q" | "answered" | "businessType">;

export const answeredInput = z.object({
  id: idInPath,
  answered: z.boolean({ error: "answered must be true or false" }).default(true),
  updatedAt: editedVersion,
});
