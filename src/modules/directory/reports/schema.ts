import { z } from "zod";
import {
  editedVersion,
  emailOrNone,
  idInPath,
  mustBeOneOf,
  optionalLongText,
  optionalText,
} from "../../../shared/fields.ts";
import { flagFilter, listInput, pageOf } from "../../../shared/listing.ts";
import { withoutCardNumbers } from "../../../shared/money/card-numbers.ts";
import { askedBy, REPORT_KINDS, reportKindOf } from "../../../shared/reviews/reports.ts";
import { LIMITS } from "../../../shared/text-rules.ts";
import type { VisitorFile } from "../../evidence/public.ts";

/** Text of a person with line breaks that must not be empty. */
const written = (label: string, missing: string) =>
  optionalLongText(label)
    .refine((text) => text !== "", missing)
    .transform(withoutCardNumbers);

export const submitInput = z.object({
  id: idInPath,
  kind: z
    .string({ error: mustBeOneOf("kind", REPORT_KINDS) })
    .max(LIMITS.text, mustBeOneOf("kind", REPORT_KINDS))
    .transform(reportKindOf)
    .pipe(z.enum(REPORT_KINDS, { error: mustBeOneOf("kind", REPORT_KINDS) })),
  text: written("Text", "Please write what you noticed"),
  /** Where to send the outcome. */
  email: emailOrNone()
    .nullish()
    .transform((email) => email ?? ""),
  /** One picture of a form; calls as JSON carry none. */
  photo: z
    .object({
      name: z.string().max(LIMITS.text, "The file's name is too long"),
      use: z.custom<VisitorFile["use"]>((value) => typeof value === "function"), // of the reader of forms
    })
    .optional(),
  /** The honeypot: hidden from people, filled in by bots. */
  hp_note: optionalText("hp_note"),
});
export type SubmitInput = z.output<typeof submitInput>;

export const submitOutput = z.object({
  success: z.literal(true),
  /** The id of the report, which is that of the case if it opened one. */
  id: z.string(),
  message: z.string(),
});

export const REPORT_STATUSES = ["open", "closed"] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

const shared = {
  id: z.string(),
  poiId: z.string(),
  placeName: z.string(),
  kind: z.enum(REPORT_KINDS),
  askedBy,
  status: z.enum(REPORT_STATUSES),
  openedAt: z.date(),
  /** Until when the owner can reply before it may be closed; null if the place had no owner. */
  replyBy: z.date().nullable(),
  repliedAt: z.date().nullable(),
  closedAt: z.date().nullable(),
  /** What staff found; empty while it is open. */
  conclusion: z.string(),
};

/** A case as the owner of the place sees it: nothing about who reported, nor how many, which would tell of their network. */
export const ownReport = z.object({
  ...shared,
  /** As it was written; once the case is closed, as it is published. */
  text: z.string(),
  reply: z.string(),
  updatedAt: z.date(),
});
export type OwnReport = z.input<typeof ownReport>;

export const ownReportList = listInput.omit({ q: true }).extend({
  status: z.enum(REPORT_STATUSES, { error: mustBeOneOf("status", REPORT_STATUSES) }).optional(),
});
export const ownReportPage = pageOf(ownReport);

export const replyInput = z.object({
  id: idInPath,
  reply: written("Reply", "Please write your reply"),
  updatedAt: editedVersion,
});

/** A case as staff see it: whether the reporter waits for the outcome, but not the address. */
export const staffReport = z.object({
  ...shared,
  /** How many reports from one network the case counts. */
  reports: z.number().int(),
  city: z.string(),
  state: z.string(),
  /** The owner's business name; null if the place has no owner. */
  ownerName: z.string().nullable(),
  /** As it was written; empty once it was erased or removed 30 days after the end of the case. */
  text: z.string(),
  reply: z.string(),
  wantsOutcome: z.boolean(),
  dueBy: z.date(),
  /** Open after that day. */
  late: z.boolean(),
  /** From when it can be closed although the owner has not replied; null if it can be closed now. */
  closableFrom: z.date().nullable(),
  closedBy: z.string().nullable(),
  shownText: z.string().nullable(),
  shownReply: z.string().nullable(),
  updatedAt: z.date(),
});
export type StaffReport = z.input<typeof staffReport>;

/** Open cases first, by the day on which they are due; then closed ones, newest first. */
export const reportList = ownReportList.extend({ late: flagFilter("late") });
export const reportPage = pageOf(staffReport);

export const caseInput = z.object({ id: idInPath });
export const reportCase = staffReport.extend({
  /** Pictures that came with it and with the merged ones, which staff alone see; at most one each. */
  photos: z.array(z.object({ id: z.string(), name: z.string(), contentType: z.string() })),
  /** Further reports from the same network that say something else, oldest first. */
  merged: z.array(z.object({ kind: z.enum(REPORT_KINDS), text: z.string(), at: z.date() })),
});
export type ReportCase = z.input<typeof reportCase>;

const shortened = (label: string) => z.union([z.undefined(), optionalLongText(label)]);

export const closeInput = z.object({
  id: idInPath,
  close: z.boolean({ error: "close must be true" }).refine((close) => close, "close must be true"),
  /** What staff found, for everyone. */
  text: written("Text", "Please write what you found"),
  /** Whether the report's text is published. */
  publishText: z.boolean({ error: "publishText must be true or false" }).default(true),
  /** The report's text as it is published, where staff removed something from it. */
  reportText: shortened("The visitor's words"),
  /** The owner's reply as it is published, likewise. */
  replyText: shortened("The owner's reply"),
  updatedAt: editedVersion,
});
export type CloseInput = z.output<typeof closeInput>;
