import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";
import { NOTE_SUBJECTS } from "./schema.ts";

/** What staff wrote for each other about a record. No one else sees it. */
export const staffNotes = pgTable(
  "staff_notes",
  {
    id: text().primaryKey(),
    kind: text({ enum: NOTE_SUBJECTS }).notNull(),
    subjectId: text("subject_id").notNull(),
    text: text().notNull(),
    /** Null where an operator wrote it. */
    authorId: text("author_id"),
    authorName: text("author_name").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("staff_notes_subject").on(table.subjectId, table.kind, table.createdAt, table.id)],
);
