import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";

export const LINK_KINDS = [
  "partner-confirm-email",
  "partner-reset-password",
  "partner-invitation",
  "partner-colleague",
  "partner-change-email",
  "partner-undo-email",
  "partner-lock",
  "staff-invitation",
  "staff-reset-password",
  "staff-lockdown",
  "staff-lock",
  "issuer-answer",
  "supplier-confirm",
  "person-link",
  "staff-invitation-mail",
] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Links in mails that work once. The database holds only hashes of their tokens. */
export const oneTimeLinks = pgTable(
  "one_time_links",
  {
    /** A keyed hash of kind and address where one link is valid at a time; otherwise random. */
    slot: text().primaryKey(),
    kind: text({ enum: LINK_KINDS }).notNull(),
    /** The account; null where the address has none. */
    ownerId: text("owner_id"),
    tokenHash: text("token_hash").notNull().unique(),
    /** The hash of the six digits that do the same as the link. */
    codeHash: text("code_hash"),
    data: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    /** How many links this slot has had since `dayStartedAt`. */
    issued: integer().notNull(),
    dayStartedAt: instant("day_started_at").notNull(),
  },
  (table) => [
    index("one_time_links_owner").on(table.ownerId),
    index("one_time_links_expires").on(table.expiresAt),
  ],
);
