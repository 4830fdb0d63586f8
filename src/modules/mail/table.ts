import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant, searchKey } from "../../db/columns.ts";

/** The outbox: what was written to people. It is sent where a mail server is set, and kept either way. */
export const mails = pgTable(
  "mails",
  {
    id: text().primaryKey(),
    to: text().notNull(),
    /** The address in the form in which two of the same person are equal. */
    toKey: text("to_key").notNull(),
    subject: text().notNull(),
    /** Null once it was removed: a mail is kept for thirty days. */
    text: text(),
    /** What it is about, such as `partner-welcome`. */
    kind: text().notNull(),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
    /** Tries so far; also tells a sender that came back late that another has taken the mail since. */
    attempts: integer().notNull().default(0),
    /** Due then; whoever takes the mail moves it on, so that it goes out later if the sender dies. Null: never again. */
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
