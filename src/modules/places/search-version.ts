import type { Deps } from "../../core/rpc/context.ts";
import { addUpIdleCounts } from "../../db/query/backend-counts.ts";
import { poiChangeCounts } from "./table.ts";

/** Keeps the number of rows small that the version of searches is the sum of. */
export const addUpChangeCounts = ({ db }: Pick<Deps, "db">): Promise<void> =>
  addUpIdleCounts(db, poiChangeCounts);
