/** Set to `true` on calls of a page that no one has touched for a while (docs/security.md SES-05). */
export const BACKGROUND_HEADER = "X-Background";
