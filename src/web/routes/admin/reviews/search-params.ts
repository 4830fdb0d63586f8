import { z } from "zod";
import { listSearchFields } from "../../../lib/list/use-search-params.ts";

const { q: _, ...paged } = listSearchFields;

/** The state of the review screen in the URL; `case` is the open one. */
export const reviewSearchParams = z.object({
  ...paged,
  kind: z.enum(["claim", "request"]).optional().catch(undefined),
  show: z.literal("decided").optional().catch(undefined),
  late: z.literal(true).optional().catch(undefined),
  case: z
    .string()
    .max(120)
    .regex(/^(claim|request):./)
    .optional()
    .catch(undefined),
});
export type ReviewSearchParams = z.output<typeof reviewSearchParams>;
