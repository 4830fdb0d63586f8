import { createGroupCommit } from "../../../core/limits/group-commit.ts";
import type { Database } from "../../../db/client.ts";
import { createVersionCache } from "./version-cache.ts";

declare module "../../../core/rpc/context.ts" {
  interface State {
    /** Caches what `make` finds for a search, for a minute at most and until a place changes on any instance. */
    readonly searchCache: <Value>(key: string, make: () => Promise<Value>) => Promise<Value>;
  }
}

const MAX_SEARCHES = 400; // in memory: a list of at most 100 places is about 50 KB, a page 5 KB
const MAX_WAITING = 10_000; // requests
/** The stamp tells databases apart, as a restored one counts from the start. */
const SELECT_VERSION = `select concat_ws('.', (select stamp from poi_index_state), (select sum(changes) from poi_change_counts))
  as version`;

/** Caches searches. The version is read from the database for each request; requests that arrive together share the read. */
export function createSearchCache(db: Database, now: () => Date) {
  const reads = createGroupCommit<null, string>({
    async run(waiting) {
      const [row] = await db.query<{ version: string }>(SELECT_VERSION, [], { prepared: true });
      return waiting.map(() => row?.version ?? "");
    },
    maxBatch: MAX_WAITING,
    writers: 1,
    maxWaiting: MAX_WAITING,
  });
  const cached = createVersionCache(() => reads.submit(null), now, MAX_SEARCHES);
  return async <Value>(key: string, make: () => Promise<Value>): Promise<Value> =>
    (await cached("", key, make)) ?? make();
}
