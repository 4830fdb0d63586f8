import type { StaffRole } from "../accounts/staff-roles.ts";

/** What the trash keeps. */
export const TRASH_KINDS = ["signup", "inquiry", "quarantine", "partner", "broadcast", "place"] as const;
export type TrashKind = (typeof TRASH_KINDS)[number];

/** Who may restore a kind: those who may delete it. Operators may restore everything. */
export const MAY_RESTORE: Readonly<Record<TrashKind, readonly StaffRole[]>> = {
  signup: ["admin", "super_admin"],
  inquiry: ["admin", "super_admin"],
  quarantine: ["admin", "super_admin"],
  partner: ["partner_manager", "super_admin"],
  broadcast: ["admin", "super_admin"],
  place: ["admin", "super_admin"],
};
