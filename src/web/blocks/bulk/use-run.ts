import { useRef, useState } from "react";
import { BULK_MAX, type BulkResult } from "../../../shared/bulk.ts";

export interface Progress extends BulkResult {
  readonly total: number;
}

interface End extends Progress {
  /** Why it ended early. */
  readonly error?: unknown;
}

/** Sends ids in parts, one after another, so that whatever interrupts it leaves each record done or untouched. */
export function useRun() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const stopped = useRef(false);
  async function run(
    ids: readonly string[],
    send: (part: readonly string[]) => Promise<BulkResult>,
  ): Promise<End> {
    stopped.current = false;
    let now: Progress = { done: 0, failed: [], total: ids.length };
    setProgress(now);
    for (let start = 0; start < ids.length && !stopped.current; start += BULK_MAX) {
      try {
        const { done, failed } = await send(ids.slice(start, start + BULK_MAX));
        now = { ...now, done: now.done + done, failed: [...now.failed, ...failed] };
      } catch (error) {
        return { ...now, error };
      }
      setProgress(now);
    }
    return now;
  }
  const stop = () => {
    stopped.current = true;
  };
  return { progress, run, stop, reset: () => setProgress(null) } as const;
}
