import { z } from "zod";
import { optionalText } from "../../../shared/fields.ts";
import { listInput } from "../../../shared/listing.ts";
import { LIMITS } from "../../../shared/text-rules.ts";

/** `slug` is that of the name; the id is understood too. */
export const issuerPageInput = listInput.pick({ cursor: true }).extend({
  slug: optionalText("slug", LIMITS.search),
});

export const publicIssuer = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** Two letters. */
  country: z.string(),
  site: z.string(),
  /** Who it is, in a few sentences of our staff; empty if they wrote none. */
  about: z.string(),
  /** What it asks of a place before it certifies it. */
  standard: z.string(),
  /** The address of the register that it publishes; empty if it has none. */
  register: z.string(),
  /** The places that are verified by its certificates today, by name. */
  places: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      address: z.string(),
      city: z.string(),
      state: z.string(),
      category: z.string(),
      subcategory: z.string(),
      /** The first day of the certificate. */
      since: z.string(),
      /** The last day of the tier. */
      until: z.string(),
    }),
  ),
  /** The cursor of further places. */
  next: z.string().nullable(),
});
export type PublicIssuer = z.input<typeof publicIssuer>;
