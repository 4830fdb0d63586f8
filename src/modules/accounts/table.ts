import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { STAFF_ROLES } from "../../core/context.ts";
import { sessionTable } from "../../core/sessions.table.ts";
import { instant } from "../../db/columns.ts";

/** People who work here. */
export const staffUsers = pgTable("staff_users", {
  id: text().primaryKey(),
  username: text().notNull(),
  /** The name in the form in which two of the same person are equal. */
  usernameKey: text("username_key").notNull().unique(),
  email: text().notNull(),
  passwordHash: text("password_hash").notNull(),
  role: text({ enum: STAFF_ROLES }).notNull(),
  isActive: boolean("is_active").notNull().default(true),
  mfaEnabled: boolean("mfa_enabled").notNull().default(false),
  lastLoginAt: instant("last_login_at"),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const staffSessions = sessionTable("staff_sessions", () => staffUsers.id);
