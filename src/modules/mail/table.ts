import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant, searchKey } from "../../db/columns.ts";
import { STREAMS, SUPPRESSION_REASONS } from "./schema.ts";

/** `addressHash` in SQL. An index takes only immutable functions, so the text is cast, with its escapes, and not converted. */
export const hashOf = (key: SQLWrapper): SQL =>
  sql`encode(sha256(replace(${key}, '\\', '\\\\')::bytea), 'hex')`;

/** `mailboxKey` in SQL. */
export const mailboxOf = (key: SQLWrapper): SQL => sql`regexp_replace(${key}, '^([^+@]+)[+][^@]*@', '\\1@')`;

/** The outbox. Mails are sent where a mail server is configured, and stored either way. */
export const mails = pgTable(
  "mails",
  {
    id: text().primaryKey(),
    to: text().notNull(),
    /** The address normalized for comparison. */
    toKey: text("to_key").notNull(),
    subject: text().notNull(),
    /** Null after thirty days. Has a mark in place of each secret, such as the token of a link. */
    text: text(),
    /** What the HTML form shows instead of the text, with marks like it; null for most mails, and after thirty days. */
    html: text(),
    /** The secrets of the text, encrypted; null once the mail is sent. */
    secrets: text(),
    /** Where the recipient stops such mails with one click (RFC 8058), with marks like the text's; null for others. */
    leaveUrl: text("leave_url"),
    /** Where replies go, with marks like the text's; null for mails that need none. */
    replyTo: text("reply_to"),
    /** One of `MAIL_KINDS`. */
    kind: text().notNull(),
    /** Of a kind that is bulk: waits for mails that people wait for, such as a code, and while its stream is stopped. */
    bulk: boolean().notNull().default(false),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
    /** Attempts so far; also a fencing token against senders whose lease has expired. */
    attempts: integer().notNull().default(0),
    /** When the mail is due, or when its lease ends. Null: never again. */
    nextTryAt: instant("next_try_at"),
    lastError: text("last_error"),
    /** The request that caused it; null for mails of before. */
    requestId: text("request_id"),
    searchKey: searchKey(`"to" || ' ' || subject`),
  },
  (table) => [
    index("mails_due").on(table.bulk, table.nextTryAt).where(sql`next_try_at is not null`),
    index("mails_failed").on(table.createdAt).where(sql`sent_at is null and next_try_at is null`),
    index("mails_sent").on(table.sentAt).where(sql`sent_at is not null`),
    index("mails_newest").on(table.createdAt, table.id),
    index("mails_request").on(table.requestId).where(sql`request_id is not null`),
    index("mails_to_key").on(table.toKey),
    index("mails_to_mailbox").on(mailboxOf(table.toKey)),
    index("mails_to_hash").on(hashOf(table.toKey)),
  ],
);

/** What the mail provider reported, of other events than bounces and complaints only that their signature was used. The address is a hash, as it must outlive the person's data. */
export const mailEvents = pgTable(
  "mail_events",
  {
    /** The provider's name and a hash of the event's id there: each event counts once. */
    id: text().primaryKey(),
    kind: text({ enum: ["hardBounce", "softBounce", "complaint", "other"] }).notNull(),
    addressHash: text("address_hash").notNull(),
    /** The stream of the newest bulk mail to the address; null if none went to it. */
    stream: text({ enum: STREAMS }),
    /** When it happened, by the provider's clock. */
    at: instant("at").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    index("mail_events_address").on(table.addressHash, table.at),
    index("mail_events_received").on(table.receivedAt),
  ],
);

/** Addresses that get no mail. */
export const mailSuppressions = pgTable("mail_suppressions", {
  /** The hash of the address. */
  id: text("address_hash").primaryKey(),
  reason: text({ enum: SUPPRESSION_REASONS }).notNull(),
  since: instant("since").notNull(),
  /** Null while the suppression lasts; events from before are too late to begin another. */
  endedAt: instant("ended_at"),
});

/** Whether a stream is stopped because too many of its mails bounced or were reported as spam. */
export const mailBreaker = pgTable("mail_breaker", {
  stream: text({ enum: STREAMS }).primaryKey(),
  /** Null while its mails are sent. */
  stoppedAt: instant("stopped_at"),
  reason: text(),
  /** When the operator resumed: only events after that count. */
  resumedAt: instant("resumed_at"),
});

/** One row: whether the mail server takes mails. What it says about single recipients does not count. */
export const mailServer = pgTable("mail_server", {
  id: boolean().primaryKey().default(true),
  /** The first of the failures in a row; null while it takes mails. */
  failingSince: instant("failing_since"),
  failures: integer().notNull().default(0),
  lastError: text("last_error"),
});
