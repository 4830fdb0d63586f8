import { getTableColumns, isNull, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../../db/columns.ts";
import { BROADCAST_STATES, RECIPIENT_STATES, type StoredAudience } from "./schema.ts";

/** Messages of staff to people on the waitlist. */
export const broadcasts = pgTable(
  "broadcasts",
  {
    id: id(),
    subject: text().notNull(),
    markdown: text().notNull(),
    audience: jsonb().$type<StoredAudience>().notNull(),
    /** Null: as fast as the mail server takes them. */
    ratePerMinute: integer("rate_per_minute"),
    startsAt: instant("starts_at"),
    /** Whether each recipient gets an invitation code. */
    invites: boolean().notNull(),
    state: text({ enum: BROADCAST_STATES }).notNull().default("draft"),
    /** How many people it goes to: counted when a draft is saved, final once it is sent. */
    audienceCount: integer("audience_count").notNull(),
    sent: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Recipients whose mail was in flight when its sender died. */
    unknown: integer().notNull().default(0),
    /** Recipients who left, were erased or suppressed before their mail went out. */
    skipped: integer().notNull().default(0),
    accepted: integer().notNull().default(0),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull(),
    /** Null unless it is a draft in the trash: `currentBroadcasts` has the others. */
    deletedAt: instant("deleted_at"),
    sentBy: text("sent_by"),
    /** When staff sent it; with `startsAt` its mails go out later. */
    sentAt: instant("sent_at"),
    finishedAt: instant("finished_at"),
    /** The fencing token, incremented for every sender. */
    fence: bigint({ mode: "number" }).notNull().default(0),
    /** Null while no instance is sending. */
    leaseUntil: instant("lease_until"),
    /** When the next mails may be taken. */
    nextTakeAt: instant("next_take_at"),
  },
  (table) => [
    index("broadcasts_newest").on(table.createdAt, table.id),
    index("broadcasts_active").on(table.nextTakeAt).where(sql`state in ('scheduled', 'sending')`),
  ],
);

const { deletedAt, ...columns } = getTableColumns(broadcasts);

/** The broadcasts that are not deleted. */
export const currentBroadcasts = pgView("current_broadcasts").as((query) =>
  query.select(columns).from(broadcasts).where(isNull(deletedAt)),
);

/** Who gets a broadcast: written when it is sent. Each is committed as taken before its mail goes out. */
export const broadcastRecipients = pgTable(
  "broadcast_recipients",
  {
    id: id(),
    broadcastId: text("broadcast_id")
      .notNull()
      .references(() => broadcasts.id, { onDelete: "cascade" }),
    /** The normalized address of the signup; null once the person was erased. */
    emailKey: text("email_key"),
    state: text({ enum: RECIPIENT_STATES }).notNull().default("waiting"),
    /** The fencing token of the sender that took it. */
    fence: bigint({ mode: "number" }),
    attempts: integer().notNull().default(0),
    /** Set where the mail server was certainly not given the mail, and it is tried again. */
    nextTryAt: instant("next_try_at"),
    takenAt: instant("taken_at"),
    /** Why it failed, was skipped or is tried again. */
    reason: text(),
    /** The hash of the invitation code. */
    codeHash: text("code_hash"),
    acceptedAt: instant("accepted_at"),
  },
  (table) => [
    uniqueIndex("broadcast_recipients_person").on(table.emailKey, table.broadcastId),
    index("broadcast_recipients_state").on(table.broadcastId, table.state, table.id),
    index("broadcast_recipients_sent").on(table.takenAt).where(sql`state = 'sent'`),
    uniqueIndex("broadcast_recipients_code").on(table.codeHash).where(sql`code_hash is not null`),
  ],
);
