import { days, seconds } from "../duration.ts";

/** How long the screen offers to undo a deletion. */
export const UNDO_OFFERED = seconds(10);
/** How long a deleted record can be restored (docs/security.md PRI-06). */
export const TRASH_KEPT = days(30);
