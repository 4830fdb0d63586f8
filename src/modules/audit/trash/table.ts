import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant, searchKey } from "../../../db/columns.ts";
import type { JsonRow } from "../../../db/query/json-rows.ts";
import { TRASH_KINDS } from "../../../shared/trash.ts";

/** Records that staff deleted and can restore. Their rows stay where they are, with `deleted_at`. */
export const trashItems = pgTable(
  "trash_items",
  {
    /** The id of the record. */
    id: text().primaryKey(),
    kind: text({ enum: TRASH_KINDS }).notNull(),
    /** What the record is called. */
    label: text().notNull(),
    /** Whose record it is, in the form in which two addresses of the same person are equal; null for no person's. */
    emailKey: text("email_key"),
    /** Equal for records that were deleted in one act; null for a record that was deleted by itself. */
    act: text(),
    /** The staff member's name. */
    deletedBy: text("deleted_by").notNull(),
    deletedAt: instant("deleted_at").notNull(),
    searchKey: searchKey("label || ' ' || coalesce(email_key, '')"),
  },
  (table) => [
    index("trash_items_newest").on(table.deletedAt, table.id),
    index("trash_items_email_key").on(table.emailKey).where(sql`email_key is not null`),
    index("trash_items_act").on(table.act).where(sql`act is not null`),
  ],
);

export type StoredRows = Readonly<Record<string, readonly JsonRow[]>>;
export type TrashItem = typeof trashItems.$inferSelect;
