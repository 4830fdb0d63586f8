import { useEffect, useRef, useState } from "react";
import type { SyncResult, SyncStats } from "../../../../modules/sync/schema.ts";
import { days, seconds } from "../../../../shared/duration.ts";
import { formatDay, formatElapsed, number } from "../../../../shared/format.ts";
import { trpc } from "../../../lib/api.tsx";
import { messageOf } from "../../../lib/errors.ts";
import { toast, toastError } from "../../../lib/toast.ts";

/** `1 place`, `2,000 places`. */
export const countOf = (count: number, thing: "place" | "row"): string =>
  `${number.format(count)} ${thing}${count === 1 ? "" : "s"}`;

const EXCELLENT = 0.9;
const GOOD = 0.7;
const OLD = days(1);

type Facts = Pick<
  SyncStats,
  "totalPois" | "syncedPois" | "pendingPois" | "setApart" | "lastSyncTime" | "lastRun"
>;

interface Health {
  readonly label: "Excellent" | "Good" | "Needs Attention" | "Unknown";
  readonly tone: "good" | "warning" | "bad" | "plain";
  /** Synchronized places as a share of all places, from 0 to 1; null if there are no places. */
  readonly rate: number | null;
  /** Explains the label and what it may hide. */
  readonly reasons: readonly string[];
}

/** The label for the sync's success rate, and a hint if the rate alone would mislead. */
export function healthOf(stats: Facts | undefined, now: number): Health {
  if (!stats)
    return { label: "Unknown", tone: "plain", rate: null, reasons: ["There are no statistics yet."] };
  const { totalPois, syncedPois } = stats;
  if (totalPois === 0)
    return { label: "Unknown", tone: "plain", rate: null, reasons: ["There are no places to sync yet."] };
  const rate = syncedPois / totalPois;
  return {
    ...labelOf(rate),
    rate,
    reasons: [
      `${number.format(syncedPois)} of ${number.format(totalPois)} places are synced.`,
      ...doubtsOf(stats, now),
    ],
  };
}

function labelOf(rate: number): Pick<Health, "label" | "tone"> {
  if (rate >= EXCELLENT) return { label: "Excellent", tone: "good" };
  return rate >= GOOD ? { label: "Good", tone: "warning" } : { label: "Needs Attention", tone: "bad" };
}

function doubtsOf({ lastRun, setApart, lastSyncTime }: Facts, now: number): string[] {
  const age = lastSyncTime ? now - lastSyncTime.getTime() : 0;
  return [
    ...(lastRun?.status === "failed" || lastRun?.status === "interrupted"
      ? [`But the last run failed${lastRun.finishedAt ? ` on ${formatDay(lastRun.finishedAt)}` : ""}.`]
      : []),
    ...(setApart > 0
      ? [
          `${countOf(setApart, "place")} ${setApart === 1 ? "waits until someone retries it" : "wait until someone retries them"}.`,
        ]
      : []),
    ...(age > OLD ? [`The last sync was ${formatElapsed(age)} ago.`] : []),
  ];
}

/** `89.9%`: truncated, not rounded, so that no rate appears to belong to the next label. */
export const percentOf = (rate: number): string => `${Math.floor(rate * 1_000) / 10}%`;

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
    if (error) toastError("Error", "Failed to fetch synchronization statistics");
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

type Wish = { readonly dryRun?: boolean; readonly full?: boolean };

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
      toastError("Sync Failed", "Failed to trigger database synchronization");
      setRefused(messageOf(error));
    } finally {
      going.current = false;
      await utils.sync.invalidate();
    }
  }

  return { run, result, refused, busy: trigger.isPending };
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
