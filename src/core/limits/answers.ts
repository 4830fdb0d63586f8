import { LRUCache } from "lru-cache";
import { minutes } from "../../shared/duration.ts";

declare module "../rpc/context.ts" {
  interface State {
    readonly answers: Answers;
  }
}

/** What `make` made for the key, made again once its version has changed. */
export type Answers = <Value>(key: string, version: string, make: () => Promise<Value>) => Promise<Value>;

interface Entry {
  readonly version: string;
  readonly value: Promise<unknown>;
}

const MAX_ANSWERS = 4_000; // in memory: pages are about 25 KB, searches 10 KB, other answers 5 KB each
/** Some of what is shown changes without a new version: the day, what is open now, names of issuers, where a place moved. */
const MAX_AGE = minutes(1);

/**
 * Caches answers in memory. Callers read the version from the database for each request, so that a change shows at once on
 * every instance; requests that arrive together share one `make`.
 */
export function createAnswers(now: () => Date): Answers {
  const entries = new LRUCache<string, Entry>({ max: MAX_ANSWERS });
  return async function answer<Value>(
    key: string,
    version: string,
    make: () => Promise<Value>,
  ): Promise<Value> {
    const current = `${version} ${Math.floor(now().getTime() / MAX_AGE)}`;
    const entry = entries.get(key);
    // a read of another client can fail for its own reason, such as its rate limit
    if (entry?.version === current)
      return (entry.value as Promise<Value>).catch(() => answer(key, version, make)); // a key always has the same type
    const value = make();
    entries.set(key, { version: current, value });
    value.catch(() => {
      if (entries.peek(key)?.value === value) entries.delete(key); // the next request makes it again
    });
    return value;
  };
}
