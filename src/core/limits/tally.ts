import { seconds } from "../../shared/duration.ts";
import type { Log } from "../logging/log.ts";

/** Counts in memory, and writes what was counted every few seconds together. */
export interface Tally {
  add(key: string, count?: number): void;
  has(key: string): boolean;
  /** How many keys wait to be written. */
  readonly size: number;
  /** Writes what was counted; called by a timer and at the end of the process. What fails is tried again. */
  flush(): Promise<void>;
}

const FLUSH_AFTER = seconds(5); // what a killed process loses at most

export function createTally(
  what: string,
  log: Log,
  write: (counts: ReadonlyMap<string, number>) => Promise<unknown>,
): Tally {
  let counts = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function add(key: string, count = 1): void {
    counts.set(key, (counts.get(key) ?? 0) + count);
    if (timer !== undefined) return;
    timer = setTimeout(() => void flush(), FLUSH_AFTER);
    timer.unref();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const taken = counts;
    counts = new Map();
    if (taken.size === 0) return;
    try {
      await write(taken);
    } catch {
      log.warn(`${what} could not be counted and are tried again`);
      for (const [key, count] of taken) add(key, count);
    }
  }

  return {
    add,
    flush,
    has: (key) => counts.has(key),
    get size() {
      return counts.size;
    },
  };
}
