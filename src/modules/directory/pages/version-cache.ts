import { LRUCache } from "lru-cache";
import { minutes } from "../../../shared/duration.ts";
import type { PageVersions } from "./versions.ts";

declare module "../../../core/rpc/context.ts" {
  interface State {
    /** Answers of public calls about places. */
    readonly answerCache: VersionCache;
  }
}

/** What `make` made of a place, made again once the place's version has changed. Null if there is no such place. */
export type VersionCache = <Value>(
  placeId: string,
  key: string,
  make: () => Promise<Value>,
) => Promise<Value | null>;

interface Entry {
  readonly version: string;
  readonly value: Promise<unknown>;
}

export const MAX_ANSWERS = 2_000; // in memory: about 5 KB each
/** Some of what is shown changes without a new version: the day, what is open now, names of issuers, where a place moved. */
const MAX_AGE = minutes(1);

/**
 * Caches values in memory. The version is read from the database for each request, so a revocation shows at once on every
 * instance; requests that arrive together share one `make`.
 */
export function createVersionCache(versions: PageVersions, now: () => Date, max: number): VersionCache {
  const entries = new LRUCache<string, Entry>({ max: max });

  return async function cached<Value>(
    placeId: string,
    key: string,
    make: () => Promise<Value>,
  ): Promise<Value | null> {
    const current = await versions(placeId);
    if (current === null) return null;
    const version = `${current} ${Math.floor(now().getTime() / MAX_AGE)}`;
    const id = `${key} ${placeId}`;
    const entry = entries.get(id);
    // a read of another client can fail for its own reason, such as its rate limit
    if (entry?.version === version)
      return (entry.value as Promise<Value>).catch(() => cached(placeId, key, make)); // a key always has the same type
    const value = make();
    entries.set(id, { version, value });
    value.catch(() => entries.set(id, { version: "", value })); // the next request makes it again
    return value;
  };
}
