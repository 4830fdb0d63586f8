import { z } from "zod";
import { listSearchFields } from "../../../lib/list.ts";

const { q: _, ...paged } = listSearchFields;

/** The state of the review screen in the URL: the tab, and in it the list and the open case. */
export const reviewSearchParams = z.object({
  ...paged,
  /** The id of a tab; absent for the first one. */
  tab: z.string().max(40).optional().catch(undefined),
  kind: z.enum(["claim", "request"]).optional().catch(undefined),
  show: z.enum(["decided", "approved", "rejected"]).optional().catch(undefined),
  late: z.literal(true).optional().catch(undefined),
  case: z
    .string()
    .max(120)
    .regex(/^(claim|request|report|suggestion|proposal|transfer):./)
    .optional()
    .catch(undefined),
});
export type ReviewSearchParams = z.output<typeof reviewSearchParams>;
