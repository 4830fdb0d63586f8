/**
 * The desk over evidence and ownership: one queue, decisions with their mails, presence, undo.
 */

export { lateReviews } from "./queries.ts";
