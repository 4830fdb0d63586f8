import { useEffect, useRef, useState } from "react";
import type { SyncResult, SyncStats } from "../../../../modules/sync/schema.ts";
import { seconds } from "../../../../shared/duration.ts";
import { trpc } from "../../../lib/api.tsx";
import { messageOf } from "../../../lib/errors.ts";
import { toast } from "../../../lib/toast.ts";

const REFRESH = seconds(30);
const WATCH = seconds(2); // while a run is in progress

/** Loads the statistics on open and every 30 seconds, and every 2 seconds while any run is in progress. */
export function useStats() {
  const stats = trpc.sync.stats.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? WATCH : REFRESH),
  });
  const { error } = stats;
  useEffect(() => {
    if (error)
      toast({
        title: "Error",
        description: "Failed to fetch synchronization statistics",
        variant: "destructive",
      });
  }, [error]);
  useRunEnd(stats.data);
  return stats;
}

/** Reloads the lists when a run ends, however it was started. */
function useRunEnd(stats: SyncStats | undefined): void {
  const utils = trpc.useUtils();
  const runs = runsIn(stats);
  const { running, last } = runs;
  const before = useRef(runs);
  useEffect(() => {
    if (hasRunEnded(before.current, { running, last })) {
      void utils.sync.runs.invalidate();
      void utils.sync.errors.invalidate();
    }
    before.current = { running, last };
  }, [running, last, utils]);
}

export type Wish = { readonly dryRun?: boolean; readonly full?: boolean };

/** Starts one run at a time from this screen and keeps the result of the last one. */
export function useRun() {
  const trigger = trpc.sync.trigger.useMutation();
  const utils = trpc.useUtils();
  const going = useRef(false);
  const [result, setResult] = useState<SyncResult | null>(null);
  /** The server's message if no run was started. */
  const [refused, setRefused] = useState<string | null>(null);

  async function run(wish: Wish = {}): Promise<void> {
    if (going.current) return;
    going.current = true;
    setRefused(null);
    const started = trigger.mutateAsync(wish);
    void utils.sync.stats.invalidate();
    try {
      const done = await started;
      setResult(done);
      toast({
        title: "Sync Complete",
        description: done.message,
        ...(!done.success && { variant: "destructive" }),
      });
    } catch (error) {
      toast({
        title: "Sync Failed",
        description: "Failed to trigger database synchronization",
        variant: "destructive",
      });
      setRefused(messageOf(error));
    } finally {
      going.current = false;
      await utils.sync.invalidate();
    }
  }

  return { run, result, refused, busy: trigger.isPending };
}

/** A failure toast with the server's message, if there is one. */
export function toastFailure(title: string, sentence: string, error: unknown): void {
  const reason = messageOf(error);
  toast({
    title,
    description: reason === null ? sentence : `${sentence} (${reason})`,
    variant: "destructive",
  });
}

/** Ids of the current run and of the last one that ended; undefined means that it has not loaded yet. */
interface Runs {
  readonly running: string | undefined;
  readonly last: string | null | undefined;
}

export const runsIn = (stats: Pick<SyncStats, "running" | "lastRun"> | undefined): Runs => ({
  running: stats?.running?.runId,
  last: stats && (stats.lastRun?.id ?? null),
});

/** Whether a run ended between two polls, even one too short to appear in either. */
export const hasRunEnded = (before: Runs, now: Runs): boolean =>
  (before.running !== undefined && now.running === undefined) ||
  (before.last !== undefined && now.last !== before.last);
