import type { z } from "zod";
import type { role } from "../../../modules/accounts/schema.ts";

export type StaffRole = z.output<typeof role>;

export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  super_admin: "Super admin",
  admin: "Admin",
  partner_manager: "Partner manager",
};

export const SUPER_ADMINS: readonly StaffRole[] = ["super_admin"];
/** Roles that see the waitlist, the inquiries, the users and the audit log. */
export const ADMINS: readonly StaffRole[] = ["super_admin", "admin"];
/** Roles that manage the partners. */
export const PARTNER_MANAGERS: readonly StaffRole[] = ["super_admin", "partner_manager"];
export const ALL_ROLES: readonly StaffRole[] = ["super_admin", "admin", "partner_manager"];
