import { DomainError } from "../errors.ts";

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
  unverified: "Not verified",
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

/** Several of them. */
export const KINDS_NAMES: Readonly<Record<Category, string>> = {
  restaurant: "Restaurants",
  mosque: "Masjids",
  grocery: "Grocery stores",
  services: "Services",
  retail: "Shops",
};

/** What an owner changes at once, and what waits for staff. */
export const CONTACT_FIELDS = ["phone", "website"] as const;
export const LISTING_FIELDS = [
  "name",
  "address",
  "city",
  "state",
  "zipCode",
  "category",
  "subcategory",
] as const;
export const PROPOSAL_FIELDS = [...LISTING_FIELDS, ...CONTACT_FIELDS] as const;
export type ProposalField = (typeof PROPOSAL_FIELDS)[number];

/** Why a proposal or a transfer ended without a decision about it. */
export const CLOSING_REASON_CODES = [
  "withdrawn",
  "replaced",
  "released",
  "transferred",
  "merged",
  "partner_deleted",
] as const;
export type ClosingReason = (typeof CLOSING_REASON_CODES)[number];

/** The reason with a stored code; null for a code that only a newer version knows. */
export const closingReasonOf = (stored: string | null): ClosingReason | null =>
  CLOSING_REASON_CODES.find((code) => code === stored) ?? null;

/** Why a business asks for a place that has an owner. */
export const TRANSFER_REASONS = ["bought", "runs_it", "wrong_owner", "owner_gone", "other"] as const;
export type TransferReason = (typeof TRANSFER_REASONS)[number];

/** How long an owner has to answer before staff decide about a transfer. */
export const OWNER_ANSWER_DAYS = 3; // business days

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const NEAR_ME =
  /(?:\b(?:near|around|close to|next to|by) me\b|\bnear ?by\b|\bnearest\b|قريب مني|بالقرب مني)/giu;

/** A search without the words that ask for places around the visitor; the same text if it has none. */
export const withoutNearMe = (search: string): string => search.replace(NEAR_ME, " ");

const OPEN_NOW =
  /\b(?:(?:is|are|still|currently) )*open (?:right )?now\b|\bcurrently open\b|مفتوح الان|مفتوح الآن/giu;

/** A search without the words that ask for places that are open; the same text if it has none. */
export const withoutOpenNow = (search: string): string => search.replace(OPEN_NOW, " ");

const COORDINATES = /^(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)$/;

/** `42.3,-83.2` as a point; null for anything else. */
export function readPoint(text: string): Point | null {
  const [, latitude, longitude] = COORDINATES.exec(text.trim()) ?? [];
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  const isOnEarth = Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180;
  return latitude !== undefined && isOnEarth ? point : null;
}

export const EARTH_RADIUS = 6_371.0088; // km, mean radius
export const KM_PER_DEGREE = (EARTH_RADIUS * Math.PI) / 180;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Along a great circle, in km. */
export function distance(a: Point, b: Point): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2);
  const east = Math.sin(radians(b.longitude - a.longitude) / 2);
  const parallel = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(north * north + parallel * east * east)));
}

/** The shapes of the marks of halal tiers, in a square of 64. */
export const STAR =
  "M32 2L40.79 10.79L53.21 10.79L53.21 23.21L62 32L53.21 40.79L53.21 53.21L40.79 53.21L32 62L23.21 53.21" +
  "L10.79 53.21L10.79 40.79L2 32L10.79 23.21L10.79 10.79L23.21 10.79Z";
export const TICK = "M20 33L28.500 41.500L45 24";
export const LEAF = "M10 54C6 26 24 8 56 8C58 40 40 58 16 52";
export const VEIN = "M8 58C20 42 30 32 42 22M24 37V24M33 29H46M18 44H32";
/** For places that are not verified yet: a question. */
export const QUESTION = "M24 25a8 8 0 1 1 11 7.500c-2.500 1-3 2.500-3 5.500M32 46v.1";

/** The refusal of a call about a place that is not listed, or not the caller's. */
export const noPlace = () => new DomainError("notFound", "This place does not exist");
