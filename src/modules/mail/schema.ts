import { z } from "zod";
import { email, idInPath, mustBeOneOf } from "../../shared/fields.ts";
import { listInput, pageOf } from "../../shared/listing.ts";
import { BULK_STREAMS, type BulkStream, MAIL_KINDS, type MailKind } from "../../shared/people/mails.ts";

/** `waiting` for its next attempt or for a mail server, `sent`, or `failed` after the last attempt. */
export const MAIL_STATES = ["waiting", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

// constant objects without other keys
const KINDS = Object.keys(MAIL_KINDS) as MailKind[];
export const STREAMS = Object.keys(BULK_STREAMS) as [BulkStream, ...BulkStream[]];

/** Which streams are stopped; null while none is. */
const mailStopped = z
  .object({ streams: z.array(z.enum(STREAMS)), stoppedAt: z.date(), reason: z.string() })
  .nullable();

export const mailFilters = {
  q: listInput.shape.q,
  state: z.enum(MAIL_STATES, { error: mustBeOneOf("state", MAIL_STATES) }).optional(),
  kind: z.enum(KINDS, { error: "kind must be a kind of mail" }).optional(),
};
export const mailList = listInput.extend(mailFilters);
export type MailFilters = Pick<z.output<typeof mailList>, keyof typeof mailFilters>;

/** What staff see of a mail: neither its text nor its links. */
export const mailItem = z.object({
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

export type Mail = z.output<typeof mailItem>;
export const mailPage = pageOf(mailItem);
export const mailId = z.object({ id: idInPath });
/** `text` is null once its retention has ended. */
export const mail = mailItem.extend({ text: z.string().nullable() });

export const address = z.object({ email: email() });

/** How sending goes, and why it does not. */
export const outboxStatus = z.object({
  /** Without a mail server, mails wait in the outbox. */
  hasMailServer: z.boolean(),
  stopped: mailStopped,
  waiting: z.number().int(),
  failed: z.number().int(),
  sentLastDay: z.number().int(),
  /** Reported about the last `window` mails of the stream that has most; more than `max` stop a stream. */
  bounces: z.object({ count: z.number().int(), max: z.number().int() }),
  complaints: z.object({ count: z.number().int(), max: z.number().int() }),
  window: z.number().int(),
  suppressed: z.number().int(),
});

export type OutboxStatus = z.output<typeof outboxStatus>;

export const SUPPRESSION_REASONS = ["bounced", "complained", "manual"] as const;
/** `q` is a whole address, because only hashes of addresses are stored. */
export const suppressionList = listInput.extend({
  reason: z.enum(SUPPRESSION_REASONS, { error: mustBeOneOf("reason", SUPPRESSION_REASONS) }).optional(),
});
const suppression = z.object({
  id: z.string(),
  /** Null if no mail to it is in the outbox. */
  email: z.string().nullable(),
  reason: z.enum(SUPPRESSION_REASONS),
  since: z.date(),
});
export type Suppression = z.output<typeof suppression>;
export const suppressionId = z.object({ id: idInPath });
export const suppressionPage = pageOf(suppression);

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
