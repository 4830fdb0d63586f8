export const CATEGORIES = ["restaurant", "mosque", "grocery", "services", "retail"] as const;
export type Category = (typeof CATEGORIES)[number];

/** `unverified` until there is a proof. */
export const HALAL_STATUSES = ["unverified", "friendly", "reported", "verified"] as const;
export type HalalStatus = (typeof HALAL_STATUSES)[number];

export const SYNC_STATES = ["pending", "synced", "error"] as const;
