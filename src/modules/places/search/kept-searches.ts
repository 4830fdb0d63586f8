import { LRUCache } from "lru-cache";
import type { Database } from "../../../db/client.ts";
import { minutes } from "../../../shared/duration.ts";
import { LINE_END, splitLines } from "./found-place.ts";

/** Places as they are read from the database, and the version of all places then; null if it is not known. */
export interface FoundLines {
  readonly lines: readonly string[];
  readonly version: string | null;
}

/** What `find` finds, or what it found for the same key if no place has changed since. */
export type KeptSearches = (
  db: Pick<Database, "query">,
  key: string,
  find: () => Promise<FoundLines>,
) => Promise<readonly string[]>;

declare module "../../../core/rpc/context.ts" {
  interface State {
    /** Partners' searches. */
    readonly keptSearches: KeptSearches;
  }
}

export const MAX_SEARCHES = 5_000; // in memory: 50 places are about 4 KB, of 9 KB before they are compressed
/** After a failover that lost changes, other changes can lead to the same version. */
const MAX_AGE = minutes(1);

/** Part of each search, so that a version is that of the places which are read with it. The stamp tells databases apart. */
export const VERSION =
  "st.turn, st.stamp, (select sum(changes)::text from poi_change_counts) as changes from poi_index_state st";
export const SELECT_VERSION = `select ${VERSION}`;

export interface VersionRow {
  readonly stamp: string;
  readonly changes: string | null;
}

export const versionOf = (row: VersionRow | undefined): string | null =>
  row ? `${row.stamp}.${row.changes}` : null;

interface Kept {
  /** Compressed, as twice as many searches in the same memory save more than that takes. */
  readonly lines: Buffer;
  readonly version: string;
  readonly until: number;
}

/**
 * Keeps searches in memory. Every use reads the version from the database that would be searched, so a change shows at
 * once on every instance; not if a later search has seen another version, as while places are being synced.
 */
export function createKeptSearches(now: () => Date): KeptSearches {
  const kept = new LRUCache<string, Kept>({ max: MAX_SEARCHES });
  let latest: string | null = null;
  return async (db, key, find) => {
    const entry = kept.get(key);
    if (entry && entry.version === latest && now().getTime() < entry.until) {
      const [row] = await db.query<VersionRow>(SELECT_VERSION, [], { prepared: true });
      latest = versionOf(row);
      if (entry.version === latest) return splitLines(Bun.zstdDecompressSync(entry.lines).toString());
    }
    const { lines, version } = await find();
    latest = version;
    if (version !== null)
      kept.set(key, {
        lines: Bun.zstdCompressSync(lines.join(LINE_END), { level: 1 }),
        version,
        until: now().getTime() + MAX_AGE,
      });
    return lines;
  };
}
