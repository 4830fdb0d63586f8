/** The key in the browser's local storage that says that the waitlist card has something to show. */
export const JOINED_MARK = "waitlist-joined";
