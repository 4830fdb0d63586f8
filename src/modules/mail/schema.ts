import { z } from "zod";
import { email, idInPath, mustBeOneOf } from "../../shared/fields.ts";
import { listInput, pageOf } from "../../shared/listing.ts";

/** `waiting` for its next attempt or for a mail server, `sent`, or `failed` after the last attempt. */
export const MAIL_STATES = ["waiting", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

export const mailList = listInput.extend({
  state: z.enum(MAIL_STATES, { error: mustBeOneOf("state", MAIL_STATES) }).optional(),
});

const mailItem = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  state: z.enum(MAIL_STATES),
  createdAt: z.date(),
  sentAt: z.date().nullable(),
  attempts: z.number().int(),
  nextTryAt: z.date().nullable(),
  lastError: z.string().nullable(),
});

export const mailPage = pageOf(mailItem);
export const mailId = z.object({ id: idInPath });
/** `text` is null once its retention has ended. */
export const mail = mailItem.extend({ text: z.string().nullable() });

export const address = z.object({ email: email() });

const EVENT_HEADER_MAX = 5_000; // characters
export const eventsInput = z.object({
  payload: z.string(),
  headers: z.record(z.string(), z.string().max(EVENT_HEADER_MAX)),
});
export const eventsOutput = z.object({ received: z.literal(true) });

export const deliverOutput = z.object({
  sent: z.number().int(),
  /** Failed attempts, including last ones. */
  failed: z.number().int(),
});
