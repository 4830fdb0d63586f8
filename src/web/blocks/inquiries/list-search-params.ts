import { z } from "zod";
import { BUSINESS_TYPES, INQUIRY_SORTS } from "../../../modules/partnerships/schema.ts";
import { listSearchFields } from "../../lib/use-search-params.ts";

/** The inquiries' state in an address. */
export const inquiryPlace = z.object({
  ...listSearchFields,
  answered: z.boolean().optional().catch(undefined),
  type: z.enum(BUSINESS_TYPES).optional().catch(undefined),
  sort: z.enum(INQUIRY_SORTS).optional().catch(undefined),
});

export type InquiryPlace = z.output<typeof inquiryPlace>;
export type InquirySort = (typeof INQUIRY_SORTS)[number];

export const isFiltered = ({ q, answered, type }: InquiryPlace): boolean =>
  Boolean(q) || answered !== undefined || type !== undefined;
