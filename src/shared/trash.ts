import { days, seconds } from "./duration.ts";
import type { StaffRole } from "./people/accounts.ts";

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

/** How long the screen offers to undo a deletion. */
export const UNDO_OFFERED = seconds(10);
/** How long a deleted record can be restored (docs/security.md PRI-06). */
export const TRASH_KEPT = days(30);

/** Follows each question whether to delete a record. */
export const STAYS_IN_TRASH = "It stays in Trash for 30 days.";
export const STAY_IN_TRASH = "They stay in Trash for 30 days.";
