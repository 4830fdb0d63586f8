import type { z } from "zod";
import type { waitingOutput } from "../../../modules/backoffice/dashboard/schema.ts";
import { CASE_KINDS } from "../../../shared/reviews/reviews.ts";
import { trpc } from "../../lib/api.tsx";
import { UNSEEN } from "../../lib/held.ts";

type Waiting = z.output<typeof waitingOutput>;

/** What waits for the signed-in user, for the rail, Home and the queue. */
export const useWaiting = (enabled = true) =>
  trpc.admin.reviews.waiting.useQuery(undefined, { enabled, meta: UNSEEN });

/** How many cases of all kinds wait. */
export const casesOf = ({ cases }: Waiting): number =>
  CASE_KINDS.reduce((sum, kind) => sum + cases[kind].count, 0);
