import { z } from "zod";
import { idInPath } from "../../../shared/fields.ts";
import { formatPhone } from "../../../shared/phone.ts";
import { factsOutput } from "../../../shared/places/fact-fields.ts";
import { HALAL_STATUSES } from "../../../shared/places/places.ts";
import { FILE_SOURCES, ORIGINS } from "../../../shared/places/sources.ts";
import { closedReport } from "../../../shared/reviews/reports.ts";
import { optionalDay, record } from "../../evidence/schema.ts";
import { publicSupplier } from "../../evidence/suppliers/schema.ts";
import { prayerOutput } from "../../places/prayer/schema.ts";
import { stillOpen } from "../still-open/schema.ts";

const dayOrToday = optionalDay("on");
export const whyInput = z.object({ id: idInPath, on: dayOrToday });
const tier = z.enum(HALAL_STATUSES).nullable();
export const whyOutput = z.object({
  tier,
  on: z.string(),
  /** True for a future day: the tier if nothing else is recorded until then. Left out for any other day. */
  projection: z.literal(true).optional(),
  records: z.array(
    z.object({
      ...record,
      /** How many staff members read a certificate alike. */
      readBy: z.number().int(),
      revokedAt: z.string().nullable(),
    }),
  ),
});
export type Why = z.input<typeof whyOutput>;

export const publicPlace = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  /** The city on whose page it is: the nearest one. Null if none is known. */
  cityPage: z.object({ name: z.string(), state: z.string(), slug: z.string() }).nullable(),
  phone: z.string().transform(formatPhone),
  website: z.string(),
  /** Whether a partner owns it; never which one. */
  hasOwner: z.boolean(),
  /** The days on which the owner gave them; null for those that come from elsewhere. */
  fromOwner: z.object({ phone: z.string().nullable(), website: z.string().nullable() }),
  /** Who said each field and fact, and on which day at the place; those of before this was kept are missing. */
  sources: z.record(
    z.string(),
    z.object({ by: z.enum(ORIGINS), source: z.enum(FILE_SOURCES).optional(), on: z.string() }),
  ),
  category: z.string(),
  subcategory: z.string(),
  /** Degrees; both or neither. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Whether lists of places have it; if not, search engines shall not either. */
  isListed: z.boolean(),
  /** Null for a masjid, which has no tier. */
  tier,
  halalVerificationStatus: tier,
  since: z.string().nullable(),
  until: z.string().nullable(),
  /** The day on which the place's certificate was revoked; null unless the tier fell for that. */
  revokedOn: z.string().nullable(),
  reasons: z.array(z.string()),
  /** The bodies whose certificates the tier is based on. */
  issuers: z.array(z.object({ name: z.string(), slug: z.string() })),
  history: z.array(
    z.object({ tier: z.enum(HALAL_STATUSES), since: z.string(), until: z.string().nullable() }),
  ),
  /** Of its owner, once our team has looked at them; in order, three at most. */
  photos: z.array(z.object({ id: z.string(), alt: z.string() })),
  /** Reports of visitors, once their cases are closed; newest first, 20 at most. */
  reports: z.array(closedReport),
  /** Of today and tomorrow; null for a place that is no masjid. */
  prayer: prayerOutput.nullable(),
  stillOpen,
  /** Where its meat comes from, as long as that is confirmed; it moves no tier. */
  suppliers: z.array(publicSupplier),
  ...factsOutput,
});
export type PublicPlace = z.input<typeof publicPlace>;
