import { z } from "zod";
import { idInPath } from "../../../shared/fields.ts";
import { listInput, pageOf } from "../../../shared/listing.ts";
import { HALAL_STATUSES } from "../../../shared/places/places.ts";
import { TIER_BASES } from "../renewals/schema.ts";

const place = { poiId: z.string(), placeName: z.string(), city: z.string(), state: z.string() };

/** A place whose tier ends soon, or that was verified before evidence was recorded. */
export const expiringPlace = z.object({
  ...place,
  tier: z.enum(HALAL_STATUSES),
  /** The tier after it. */
  next: z.enum(HALAL_STATUSES),
  /** The last day of the tier. */
  until: z.string(),
  basis: z.enum(TIER_BASES).nullable(),
  hasOwner: z.boolean(),
  /** When its owner sent a new certificate that no one has recorded yet. */
  renewalSentAt: z.date().nullable(),
});
export type ExpiringPlace = z.input<typeof expiringPlace>;
export const expiringList = listInput.omit({ q: true });
export const expiringPage = pageOf(expiringPlace);

/** A certificate whose issuer has not answered, or cannot be asked. */
export const silentIssuer = z.object({
  /** The id of the certificate. */
  id: z.string(),
  ...place,
  issuerId: z.string(),
  issuer: z.string(),
  site: z.string(),
  /** Null if the issuer has no address. */
  askedAt: z.date().nullable(),
  number: z.string(),
  validUntil: z.string(),
});
export type SilentIssuer = z.input<typeof silentIssuer>;
export const silentIssuers = z.array(silentIssuer);
export const askInput = z.object({ id: idInPath });
