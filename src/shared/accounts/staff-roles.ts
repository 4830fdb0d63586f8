export const STAFF_ROLES = ["admin", "super_admin", "partner_manager"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
