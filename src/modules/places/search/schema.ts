import { z } from "zod";
import { mustBeOneOf, optionalText, requiredText } from "../../../shared/fields.ts";
import { flagFilter, listInput, pageOf } from "../../../shared/listing.ts";
import { CATEGORIES, HALAL_STATUSES } from "../../../shared/places/places.ts";
import { LIMITS } from "../../../shared/text-rules.ts";
import { categoryFilter, near, searchLimit } from "../schema.ts";

/** A search of visitors reads no further, and with a filter no further than the second. */
export const PUBLIC_SEARCH_MAX = 500;
export const FILTERED_SEARCH_MAX = 2_000;
export const PUBLIC_SEARCH_PAGE = 20;
const NOTHING_TYPED = "Please type a name, a dish or a city";

/** What a search can ask of places. */
export const SEARCH_FACTS = ["prayerRoom", "noAlcohol", "handSlaughtered"] as const;
export type SearchFact = (typeof SEARCH_FACTS)[number];
const wrongFacts = mustBeOneOf("Each of facts", SEARCH_FACTS);

/** With commas between them. */
const facts = z
  .string()
  .max(LIMITS.search)
  .default("")
  .transform((text, ctx) => {
    const typed = text.split(",").filter((each) => each !== "");
    const known = SEARCH_FACTS.filter((fact) => typed.includes(fact));
    if (typed.every((each) => known.some((fact) => fact === each))) return known;
    ctx.addIssue({ code: "custom", message: wrongFacts });
    return z.NEVER;
  });

export const publicSearchInput = listInput
  .pick({ cursor: true, page: true })
  .extend({
    q: optionalText("Search", LIMITS.search).describe("a name, a dish, a city, a state or a ZIP code"),
    city: optionalText("City", LIMITS.search),
    category: categoryFilter,
    tier: z
      .enum([...HALAL_STATUSES, ""], { error: mustBeOneOf("tier", HALAL_STATUSES) })
      .default("")
      .transform((tier) => (tier === "" ? null : tier)),
    open: flagFilter("open").describe("only places that are open now"),
    facts: facts.describe(SEARCH_FACTS.join(",")),
    near: near.describe("latitude,longitude of the visitor"),
    exact: flagFilter("exact").describe("only places that have the words as typed"),
    limit: searchLimit.default(PUBLIC_SEARCH_PAGE),
  })
  .refine(
    ({ q, city, category, tier, open, facts, near }) =>
      q !== "" || city !== "" || near !== null || category || tier || open || facts.length > 0,
    { error: NOTHING_TYPED, path: ["q"] },
  );

const publicTier = z.enum(HALAL_STATUSES).nullable();
export const publicResult = z.object({
  id: z.string(),
  /** Of its page's address. */
  slug: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  category: z.enum(CATEGORIES),
  subcategory: z.string(),
  /** Null for a masjid, which has no tier. */
  tier: publicTier,
  halalVerificationStatus: publicTier,
  /** Permanently. */
  closed: z.boolean(),
  /** Degrees; both or neither. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Left out where its hours are not known. */
  openNow: z.boolean().optional(),
  /** From the position that was sent; left out without one. */
  distanceKm: z.number().optional(),
});
export type PublicResult = z.input<typeof publicResult>;
export const publicResults = pageOf(publicResult).extend({
  /** What was read as the place of search; a header over REST. */
  understood: z.string().nullable(),
  /** The text without the typing errors that were corrected; null if none was. */
  corrected: z.string().nullable(),
  /** Whether none of the places has all words. */
  isPartial: z.boolean(),
});

/** Completions of one text. */
export const COMPLETIONS_MAX = 8;
export const completeInput = z.object({ q: requiredText("Search", LIMITS.search) });
export const completion = z.object({
  kind: z.enum(["place", "city", "category"]),
  text: z.string(),
  /** A path of this site. */
  url: z.string(),
});
export type Completion = z.output<typeof completion>;
export const completions = z.array(completion);
