import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";
import { staffUsers } from "../accounts/public.ts";

/** Who has which case open. A row lives for 30 seconds after the last heartbeat. */
export const caseViewers = pgTable(
  "case_viewers",
  {
    /** As in the address of the screen: `claim:id`. */
    caseKey: text("case_key").notNull(),
    staffId: text("staff_id")
      .notNull()
      .references(() => staffUsers.id, { onDelete: "cascade" }),
    seenAt: instant("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caseKey, table.staffId] }),
    index("case_viewers_staff").on(table.staffId),
    index("case_viewers_seen").on(table.seenAt),
  ],
);

/** To whom a case is assigned, and until when it is snoozed. A case without a row is neither. */
export const caseAssignments = pgTable(
  "case_assignments",
  {
    /** As for a viewer. */
    caseKey: text("case_key").primaryKey(),
    assigneeId: text("assignee_id").references(() => staffUsers.id, { onDelete: "set null" }),
    snoozedUntil: instant("snoozed_until"),
  },
  (table) => [index("case_assignments_assignee").on(table.assigneeId)],
);
