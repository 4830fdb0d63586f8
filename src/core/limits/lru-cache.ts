export interface LruCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/**
 * Remembers what was used last, at most `most` keys. Two generations instead of one map that drops its oldest
 * entry: to find that one, the engine walks over all the places that were emptied before it.
 */
export function createLruCache<Value>(most: number): LruCache<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  function set(key: string, value: Value): void {
    if (young.size >= most / 2) {
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
