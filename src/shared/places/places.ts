export const CATEGORIES = ["restaurant", "mosque", "grocery", "services", "retail"] as const;
export type Category = (typeof CATEGORIES)[number];

export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  restaurant: "Restaurant",
  mosque: "Mosque",
  grocery: "Grocery Store",
  services: "Services",
  retail: "Retail Store",
};

/** `unverified` until there is a proof. */
export const HALAL_STATUSES = ["unverified", "friendly", "reported", "verified"] as const;
export type HalalStatus = (typeof HALAL_STATUSES)[number];

export const SYNC_STATES = ["pending", "synced", "error"] as const;

/** The tiers as people read them. */
export const TIER_NAMES: Readonly<Record<HalalStatus, string>> = {
  verified: "Verified",
  reported: "Reported",
  friendly: "Friendly",
  unverified: "Not yet verified",
};

const RANKS: Readonly<Record<HalalStatus, number>> = { unverified: 0, reported: 1, friendly: 2, verified: 3 };

/** Whether a change from one tier to the other takes away what a place had proven. */
export const isFall = (before: HalalStatus, after: HalalStatus): boolean =>
  RANKS[before] >= RANKS.friendly && RANKS[after] < RANKS[before];

/** The categories as visitors read them. */
export const KIND_NAMES: Readonly<Record<Category, string>> = {
  restaurant: "Restaurant",
  mosque: "Masjid",
  grocery: "Grocery store",
  services: "Services",
  retail: "Shop",
};
