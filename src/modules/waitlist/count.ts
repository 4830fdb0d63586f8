import type { Deps } from "../../core/rpc/context.ts";
import { addUpIdleCounts } from "../../db/query/backend-counts.ts";
import { waitlistSignupCounts } from "./table.ts";

/** Keeps the number of rows small that the total of signups is the sum of. */
export const addUpSignupCounts = ({ db }: Pick<Deps, "db">): Promise<void> =>
  addUpIdleCounts(db, waitlistSignupCounts);
