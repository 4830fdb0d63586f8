import { and, eq } from "drizzle-orm";
import { bigint, boolean, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { passkeyTable, sessionTable } from "../../core/auth/auth.table.ts";
import { instant, searchKey } from "../../db/columns.ts";
import { STAFF_ROLES } from "../../shared/people/accounts.ts";

/** Staff accounts. */
export const staffUsers = pgTable("staff_users", {
  id: text().primaryKey(),
  username: text().notNull(),
  /** The name normalized for comparison. */
  usernameKey: text("username_key").notNull().unique(),
  email: text().notNull(),
  passwordHash: text("password_hash").notNull(),
  /** Belongs to no person: it has API tokens, and no password, address or session. */
  isService: boolean("is_service").notNull().default(false),
  role: text({ enum: STAFF_ROLES }).notNull(),
  isActive: boolean("is_active").notNull().default(true),
  /** When the account was invited; null once the person has chosen a password. */
  invitedAt: instant("invited_at"),
  /** When the owner locked the account; null once the password has been reset. */
  lockedAt: instant("locked_at"),
  /** Another person knows the password. */
  mustChangePassword: boolean("must_change_password").notNull().default(false),
  mfaEnabled: boolean("mfa_enabled").notNull().default(false),
  /** Encrypted, like the pending one, which becomes active with its first valid code. */
  mfaSecret: text("mfa_secret"),
  mfaPending: text("mfa_pending"),
  mfaPendingAt: instant("mfa_pending_at"),
  /** The time step of the last code that was used: each code works once. */
  totpLastStep: bigint("totp_last_step", { mode: "number" }),
  /** The super admin who has requested a reset of the MFA of this super admin, which another one must confirm. */
  mfaResetById: text("mfa_reset_by_id"),
  mfaResetBy: text("mfa_reset_by"),
  mfaResetUntil: instant("mfa_reset_until"),
  /** Since when the account counts as a super admin; null for one that has since before this was recorded. */
  superAdminSince: instant("super_admin_since"),
  /** When it last lost the role. */
  superAdminUntil: instant("super_admin_until"),
  lastLoginAt: instant("last_login_at"),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  searchKey: searchKey("username || ' ' || email"),
});

/** The condition of an account that a person can work with. */
export const isActivePerson = () => and(eq(staffUsers.isActive, true), eq(staffUsers.isService, false));

export type StaffRow = typeof staffUsers.$inferSelect;

export const staffSessions = sessionTable("staff_sessions", () => staffUsers.id);

export const staffPasskeys = passkeyTable("staff_passkeys", () => staffUsers.id);

/** One-time codes for staff who lost their phone. */
export const staffBackupCodes = pgTable(
  "staff_backup_codes",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => staffUsers.id, { onDelete: "cascade" }),
    /** The code's first two characters select its row, so that an attempt costs one hash and not ten. */
    selector: text().notNull(),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
    usedAddress: text("used_address"),
  },
  (table) => [uniqueIndex("staff_backup_codes_selector").on(table.userId, table.selector)],
);
