import { getTableColumns, isNull, sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, pgView, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, searchKey } from "../../db/columns.ts";
import { STAGES } from "./schema.ts";

/** Inquiries that businesses sent, or staff entered for them. */
export const partnershipInquiries = pgTable(
  "partnership_inquiries",
  {
    id: text().primaryKey(),
    businessName: text("business_name").notNull(),
    contactName: text("contact_name").notNull(),
    email: text().notNull(),
    emailKey: text("email_key").notNull(),
    /** Digits. */
    phone: text().notNull(),
    website: text().notNull(),
    businessType: text("business_type").notNull(),
    city: text().notNull(),
    state: text().notNull(),
    message: text().notNull(),
    addedBy: text("added_by", { enum: ["admin", "user"] }).notNull(),
    /** Came with a filled honeypot: hidden until staff release it. */
    quarantined: boolean().notNull().default(false),
    /** `new` exactly while it has no `answeredAt`. */
    stage: text({ enum: STAGES }).notNull().default("new"),
    answeredAt: instant("answered_at"),
    /** The staff account it is assigned to; no foreign key, as it may come back from the trash later. */
    assigneeId: text("assignee_id"),
    /** The place of the directory that it is about. */
    placeId: text("place_id"),
    /** What the sender names when writing again; null of an inquiry from before there were references. */
    reference: text(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Null unless it is in the trash: `currentInquiries` has the others. */
    deletedAt: instant("deleted_at"),
    searchKey: searchKey(
      "business_name || ' ' || contact_name || ' ' || email || ' ' || city || ' ' || message",
    ),
  },
  (table) => [
    index("partnership_inquiries_newest").on(table.createdAt, table.id).where(sql`not quarantined`),
    index("partnership_inquiries_email_key").on(table.emailKey),
    index("partnership_inquiries_assignee").on(table.assigneeId),
    uniqueIndex("partnership_inquiries_reference").on(table.reference),
  ],
);

const { deletedAt, ...columns } = getTableColumns(partnershipInquiries);

/** The inquiries that are not deleted. */
export const currentInquiries = pgView("current_inquiries").as((query) =>
  query.select(columns).from(partnershipInquiries).where(isNull(deletedAt)),
);

/** Answers that staff sent by mail. */
export const inquiryAnswers = pgTable(
  "inquiry_answers",
  {
    id: text().primaryKey(),
    inquiryId: text("inquiry_id")
      .notNull()
      .references(() => partnershipInquiries.id, { onDelete: "cascade" }),
    sentTo: text("sent_to").notNull(),
    text: text().notNull(),
    /** Null where an operator sent it. */
    authorId: text("author_id"),
    authorName: text("author_name").notNull(),
    /** The mail in the outbox. */
    mailId: text("mail_id").notNull(),
    /** Of the token in its reply address; null if replies went to the author. */
    tokenHash: text("token_hash"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("inquiry_answers_inquiry").on(table.inquiryId, table.createdAt),
    index("inquiry_answers_token").on(table.tokenHash),
  ],
);

/** Emails that came back to answers. */
export const inquiryReplies = pgTable(
  "inquiry_replies",
  {
    id: text().primaryKey(),
    inquiryId: text("inquiry_id")
      .notNull()
      .references(() => partnershipInquiries.id, { onDelete: "cascade" }),
    /** Of the email's id: a second delivery changes nothing. */
    messageHash: text("message_hash").notNull(),
    sentFrom: text("sent_from").notNull(),
    sentFromKey: text("sent_from_key").notNull(),
    text: text().notNull(),
    /** Earlier emails, which the mail program put below the text. */
    quoted: text().notNull(),
    /** How many there were; none is kept. */
    attachments: integer().notNull(),
    /** No person wrote it. */
    automatic: boolean().notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    uniqueIndex("inquiry_replies_message").on(table.inquiryId, table.messageHash),
    index("inquiry_replies_inquiry").on(table.inquiryId, table.receivedAt),
    index("inquiry_replies_sender").on(table.sentFromKey),
  ],
);

/** Texts that staff write once and send often. */
export const replyTemplates = pgTable(
  "reply_templates",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** The name folded: two templates cannot have the same. */
    nameKey: text("name_key").notNull(),
    text: text().notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [uniqueIndex("reply_templates_name").on(table.nameKey)],
);
