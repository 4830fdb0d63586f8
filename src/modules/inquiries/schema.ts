import { z } from "zod";
import {
  editedVersion,
  email,
  idInPath,
  mustBeOneOf,
  optionalLongText,
  optionalText,
  phone,
  requiredLongText,
  requiredText,
  website,
} from "../../shared/fields.ts";
import { exportInput, flagFilter, listInput, pageOf } from "../../shared/listing.ts";
import { withoutCardNumbers, withoutCardNumbersInAddress } from "../../shared/money/card-numbers.ts";
import { formatPhone } from "../../shared/phone.ts";
import { eventsInput, eventsOutput } from "../mail/schema.ts";
import { placeSummary } from "../places/schema.ts";

export const MISSING_IN_ADMIN = "Business name and email are required";

export const BUSINESS_TYPES = ["restaurant", "grocery", "fashion", "services", "other"] as const;

export const STAGES = ["new", "answered", "won", "closed"] as const;

/** A missing key means no change; null or an empty text clears the field. */
const optionalId = (name: string) =>
  z
    .string({ error: `${name} must be an id or null` })
    .max(100, `${name} must be an id or null`)
    .refine((text) => !text.includes("\0"), `${name} must be an id or null`)
    .nullable()
    .optional()
    .transform((id) => (id === "" ? null : id));

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
export const submitOutput = z.object({
  success: z.literal(true),
  id: z.string(),
  /** What to name when writing again, such as `OLIVE-HARBOR-4821`. */
  reference: z.string(),
});

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
  stage: z.enum(STAGES),
  /** The staff account it is assigned to. */
  assigneeId: z.string().nullable(),
  /** The place of the directory that it is about. */
  placeId: z.string().nullable(),
  reference: z.string().nullable(),
  /** When staff replied; null while it is unanswered. */
  answeredAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

export type Inquiry = z.input<typeof inquiry>;

export type PlaceOfInquiry = z.output<typeof placeSummary>;
export const placesOfInquiry = z.array(placeSummary);

export const inquiryAnswer = z.object({
  id: z.string(),
  text: z.string(),
  sentTo: z.string(),
  authorName: z.string(),
  createdAt: z.date(),
  /** Null once the mail itself is gone. */
  mailState: z.enum(["waiting", "sent", "failed"]).nullable(),
});
export type InquiryAnswer = z.output<typeof inquiryAnswer>;

export const inquiryReply = z.object({
  id: z.string(),
  text: z.string(),
  /** Earlier emails below it. */
  quoted: z.string(),
  sentFrom: z.string(),
  /** Another address than that of the inquiry. */
  fromOther: z.boolean(),
  /** How many it had; none is kept. */
  attachments: z.number().int(),
  /** An out-of-office reply or a bounce: the inquiry does not wait because of it. */
  automatic: z.boolean(),
  receivedAt: z.date(),
});
export type InquiryReply = z.output<typeof inquiryReply>;

/** When a person last replied to an answer; null before that. */
const repliedAt = z.date().nullable();

/** An inquiry with everything that belongs to it. */
export const inquiryDetail = inquiry.extend({
  assigneeName: z.string().nullable(),
  place: placeSummary.nullable(),
  /** The partner account of the same address. */
  partner: z.object({ id: z.string(), businessName: z.string() }).nullable(),
  /** Oldest first. */
  answers: z.array(inquiryAnswer),
  /** Oldest first. */
  replies: z.array(inquiryReply),
  repliedAt,
  /** Whether replies to the next answer are received here, and not by its author. */
  repliesComeIn: z.boolean(),
});
export type InquiryDetail = z.input<typeof inquiryDetail>;

/** As in the list: an assignee that was deleted, deactivated or has another role now counts as none. */
const listedInquiry = inquiry.extend({ assigneeName: z.string().nullable(), repliedAt });
export type ListedInquiry = z.input<typeof listedInquiry>;
export const inquiryPage = pageOf(listedInquiry);

export const inquiryFilters = {
  q: listInput.shape.q,
  answered: flagFilter("answered"),
  businessType,
  stage: z.enum(STAGES, { error: mustBeOneOf("stage", STAGES) }).optional(),
  assignee: optionalText("assignee").describe("the id of a staff account, `me` or `none`"),
};
export const INQUIRY_SORTS = ["newest", "oldest", "business", "email"] as const;
export const inquiryList = listInput.extend({
  ...inquiryFilters,
  sort: z.enum(INQUIRY_SORTS, { error: mustBeOneOf("sort", INQUIRY_SORTS) }).default("newest"),
});
export const inquiryExport = exportInput.extend(inquiryFilters);
export type InquiryFilters = Pick<
  z.output<typeof inquiryList>,
  "q" | "answered" | "businessType" | "stage" | "assignee"
>;

export const answeredInput = z.object({
  id: idInPath,
  answered: z.boolean({ error: "answered must be true or false" }).default(true),
  updatedAt: editedVersion,
});

export const progressInput = z.object({
  id: idInPath,
  stage: z.enum(STAGES, { error: mustBeOneOf("stage", STAGES) }).optional(),
  assigneeId: optionalId("assigneeId").describe("the id of a staff account; empty to unassign"),
  placeId: optionalId("placeId").describe("the id of the place that it is about; empty for none"),
  updatedAt: editedVersion,
});

export const answerInput = z.object({
  id: idInPath,
  text: requiredLongText("Answer").transform(withoutCardNumbers),
  updatedAt: editedVersion,
});

/** Placeholders in it are filled in when it is chosen: `{contactName}` and `{businessName}`. */
export const replyTemplate = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  updatedAt: z.date(),
});
export type ReplyTemplate = z.output<typeof replyTemplate>;
export const replyTemplates = z.array(replyTemplate);

export const templateInput = z.object({
  id: z.string({ error: "id must be that of a template" }).max(100).optional().describe("change this one"),
  name: requiredText("Name", 100),
  text: requiredLongText("Text"),
  updatedAt: editedVersion,
});

/** A delivery of the mail provider. */
export const inboundInput = eventsInput;
export const inboundOutput = eventsOutput;

export const inviteOutput = z.object({
  partnerId: z.string(),
  email: z.string(),
  /** The link to hand over where no mail can be sent; null if it was mailed. */
  link: z.string().nullable(),
});
