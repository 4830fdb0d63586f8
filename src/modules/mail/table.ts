import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant, searchKey } from "../../db/columns.ts";

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
    /** The secrets of the text, encrypted; null once the mail is sent. */
    secrets: text(),
    /** Such as `partner-welcome`. */
    kind: text().notNull(),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
    /** Attempts so far; also a fencing token against senders whose lease has expired. */
    attempts: integer().notNull().default(0),
    /** When the mail is due, or when its lease ends. Null: never again. */
    nextTryAt: instant("next_try_at"),
    lastError: text("last_error"),
    searchKey: searchKey(`"to" || ' ' || subject`),
  },
  (table) => [
    index("mails_due").on(table.nextTryAt).where(sql`next_try_at is not null`),
    index("mails_newest").on(table.createdAt, table.id),
    index("mails_to_key").on(table.toKey),
  ],
);
