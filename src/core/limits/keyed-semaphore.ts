import pLimit, { type LimitFunction } from "p-limit";

export type KeyedSemaphore = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Runs at most `concurrency` pieces of work of one key at once in this process; the others wait in order of arrival. */
export function createKeyedSemaphore(concurrency: number): KeyedSemaphore {
  const limits = new Map<string, LimitFunction>();
  return async (key, work) => {
    const limit = limits.get(key) ?? pLimit(concurrency);
    limits.set(key, limit);
    try {
      return await limit(work);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(key);
    }
  };
}
