import { LRUCache } from "lru-cache";
import { minutes } from "../../shared/duration.ts";

declare module "../rpc/context.ts" {
  interface State {
    readonly answers: Answers;
  }
}

/** An answer's name, of what it was made, and about how much memory it takes. */
interface Named<Value> {
  readonly key: string;
  readonly version: string;
  readonly bytes: number | ((value: Value) => number);
}

/** What `make` made for the key, made again once its version has changed. */
export type Answers = <Value>(named: Named<Value>, make: () => Promise<Value>) => Promise<Value>;

interface Entry {
  readonly version: string;
  readonly value: Promise<unknown>;
}

const MAX_BYTES = 64 * 2 ** 20; // some 2,600 pages of places, or 7,000 searches of partners
const UNKNOWN_BYTES = 1_000; // while it is made
/** Some of what is shown changes without a new version: the day, what is open now, names of issuers, where a place moved. */
const MAX_AGE = minutes(1);

/**
 * Caches answers in memory. Callers read the version from the database for each request, so that a change shows at once on
 * every instance; requests that arrive together share one `make`.
 */
export function createAnswers(now: () => Date): Answers {
  const entries = new LRUCache<string, Entry>({ maxSize: MAX_BYTES });
  return async function answer<Value>(named: Named<Value>, make: () => Promise<Value>): Promise<Value> {
    const { key, version, bytes } = named;
    const current = `${version} ${Math.floor(now().getTime() / MAX_AGE)}`;
    const entry = entries.get(key);
    // a read of another client can fail for its own reason, such as its rate limit
    if (entry?.version === current) return (entry.value as Promise<Value>).catch(() => answer(named, make)); // a key always has the same type
    const value = make();
    const isKept = () => entries.peek(key)?.value === value;
    const keep = (size: number) => entries.set(key, { version: current, value }, { size });
    keep(typeof bytes === "number" ? bytes : UNKNOWN_BYTES);
    value.then(
      (made) => typeof bytes !== "number" && isKept() && keep(bytes(made)),
      () => isKept() && entries.delete(key), // the next request makes it again
    );
    return value;
  };
}
