import { LRUCache } from "lru-cache";
import { minutes } from "../../shared/duration.ts";

declare module "../rpc/context.ts" {
  interface State {
    readonly answers: Answers;
  }
}

/** An answer's name, of what it was made, and about how much memory it takes. */
interface Named {
  readonly key: string;
  readonly version: string;
  readonly bytes: number;
}

/** What `make` made for the key, made again once its version has changed. */
export type Answers = <Value>(named: Named, make: () => Promise<Value>) => Promise<Value>;

interface Entry {
  readonly version: string;
  readonly value: Promise<unknown>;
}

const MAX_BYTES = 64 * 2 ** 20; // some 2,600 pages of places, or 7,000 searches of partners
/** Some of what is shown changes without a new version: the day, what is open now, names of issuers, where a place moved. */
const MAX_AGE = minutes(1);

/**
 * Caches answers in memory. Callers read the version from the database for each request, so that a change shows at once on
 * every instance; requests that arrive together share one `make`.
 */
export function createAnswers(now: () => Date): Answers {
  const entries = new LRUCache<string, Entry>({ maxSize: MAX_BYTES });
  return async function answer<Value>(named: Named, make: () => Promise<Value>): Promise<Value> {
    const { key, version, bytes } = named;
    const current = `${version} ${Math.floor(now().getTime() / MAX_AGE)}`;
    const entry = entries.get(key);
    // a read of another client can fail for its own reason, such as its rate limit
    if (entry?.version === current) return (entry.value as Promise<Value>).catch(() => answer(named, make)); // a key always has the same type
    const value = make();
    entries.set(key, { version: current, value }, { size: bytes });
    value.catch(() => {
      if (entries.peek(key)?.value === value) entries.delete(key); // the next request makes it again
    });
    return value;
  };
}
