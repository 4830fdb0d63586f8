import { z } from "zod";
import { CASE_KINDS, type CaseKind } from "../../../../shared/reviews/reviews.ts";
import { listSearchFields } from "../../../lib/list.ts";

const { q: _, ...paged } = listSearchFields;

/** Lists of places next to the queue. */
const WATCH_LISTS = ["expiring", "silent", "samples"] as const;

/** Each kind of case had a tab of its own once: its address leads to the kind. */
const TABS: ReadonlyMap<string, CaseKind> = new Map([
  ["changes", "proposal"],
  ["transfers", "transfer"],
  ["readings", "reading"],
  ["renewals", "renewal"],
  ["photos", "photo"],
  ["reports", "report"],
  ["suggestions", "suggestion"],
]);

/** The state of the review screen in the URL: what its list shows, and the open case. */
export const reviewSearchParams = z
  .object({
    ...paged,
    /** `expiring`, `silent` or `samples`, or a tab of an old address. */
    tab: z.string().max(40).optional().catch(undefined),
    kind: z.enum(CASE_KINDS).optional().catch(undefined),
    show: z.enum(["decided", "approved", "rejected"]).optional().catch(undefined),
    late: z.literal(true).optional().catch(undefined),
    snoozed: z.literal(true).optional().catch(undefined),
    /** `me`, `none` or the id of a staff account. */
    assignee: z.string().max(100).optional().catch(undefined),
    case: z
      .string()
      .max(120)
      .regex(new RegExp(`^(${CASE_KINDS.join("|")}):.`))
      .optional()
      .catch(undefined),
  })
  .transform(({ tab, kind, show, ...rest }) => ({
    ...rest,
    tab: WATCH_LISTS.find((list) => list === tab),
    kind: kind ?? TABS.get(tab ?? ""),
    show: show && ("decided" as const),
  }));
export type ReviewSearchParams = z.output<typeof reviewSearchParams>;
