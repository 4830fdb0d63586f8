import type { HalalStatus } from "../../../shared/places/places.ts";

export const TIER_NAMES = {
  verified: "Verified",
  reported: "Reported",
  friendly: "Friendly",
  unverified: "Not yet verified",
} as const satisfies Record<HalalStatus, string>;
