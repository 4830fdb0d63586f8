import { z } from "zod";
import { PARTNER_SORTS } from "../../../modules/partners/schema.ts";
import { listSearchFields } from "../../lib/use-search-params.ts";

/** The partners' state in an address. */
export const partnerPlace = z.object({
  ...listSearchFields,
  verified: z.boolean().optional().catch(undefined),
  sort: z.enum(PARTNER_SORTS).optional().catch(undefined),
});

export type PartnerPlace = z.output<typeof partnerPlace>;
export type PartnerSort = (typeof PARTNER_SORTS)[number];

export const isFiltered = ({ q, verified }: PartnerPlace): boolean => Boolean(q) || verified !== undefined;
