import { minutes, seconds } from "./duration.ts";

/** How long the screen offers to undo a deletion. */
export const UNDO_OFFERED = seconds(10);
/** How long the server accepts it: longer, because a toast stays while it is hovered or focused. */
export const UNDO_ACCEPTED = minutes(2);
