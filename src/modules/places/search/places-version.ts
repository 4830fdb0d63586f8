import { createGroupCommit } from "../../../core/limits/group-commit.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Database } from "../../../db/client.ts";
import { addUpIdleCounts } from "../../../db/query/backend-counts.ts";
import { poiChangeCounts } from "../table.ts";

declare module "../../../core/rpc/context.ts" {
  interface State {
    /** The version of all places: it changes with each of them. Requests that arrive together share the read. */
    readonly placesVersion: () => Promise<string>;
  }
}

const MAX_WAITING = 10_000; // requests
/** The stamp tells databases apart, as a restored one counts from the start. */
const SELECT_VERSION = `select concat_ws('.', (select stamp from poi_index_state),
  (select sum(changes) from poi_change_counts)) as version`;

export function createPlacesVersion(db: Database): () => Promise<string> {
  const reads = createGroupCommit<null, string>({
    async run(waiting) {
      const [row] = await db.query<{ version: string }>(SELECT_VERSION, [], { prepared: true });
      return waiting.map(() => row?.version ?? "");
    },
    maxBatch: MAX_WAITING,
    writers: 1,
    maxWaiting: MAX_WAITING,
  });
  return () => reads.submit(null);
}

/** Keeps the number of rows small that the version of searches is the sum of. */
export const addUpChangeCounts = ({ db }: Pick<Deps, "db">): Promise<void> =>
  addUpIdleCounts(db, poiChangeCounts);
