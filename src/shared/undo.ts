import { minutes, seconds } from "./duration.ts";

/** How long the screen offers to undo a deletion. */
export const UNDO_OFFERED = seconds(10);
/** How long the server accepts it: a toast waits while the pointer or the focus is on it. */
export const UNDO_ACCEPTED = minutes(2);
