import type { BUSINESS_TYPES } from "../../../modules/inquiries/schema.ts";

type BusinessType = (typeof BUSINESS_TYPES)[number];

export const BUSINESS_TYPE_NAMES = {
  restaurant: "Restaurant",
  grocery: "Grocery Store",
  fashion: "Fashion & Clothing",
  services: "Services",
  other: "Other",
} as const satisfies Record<BusinessType, string>;

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(BUSINESS_TYPE_NAMES));

/** Undefined if none was given. */
export const businessTypeName = (type: string): string | undefined => NAMES.get(type);
