import type { SyncStats } from "../../../../modules/sync/schema.ts";
import { days } from "../../../../shared/duration.ts";
import { formatDay, formatElapsed } from "../../../../shared/format.ts";
import { HEALTH } from "./content.ts";

const EXCELLENT = 0.9;
const GOOD = 0.7;
const OLD = days(1);

type Facts = Pick<
  SyncStats,
  "totalPois" | "syncedPois" | "pendingPois" | "setApart" | "lastSyncTime" | "lastRun"
>;

export interface Health {
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
    reasons: [HEALTH.counted(syncedPois, totalPois), ...doubtsOf(stats, now)],
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
      ? [HEALTH.lastFailed(lastRun.finishedAt ? formatDay(lastRun.finishedAt) : null)]
      : []),
    ...(setApart > 0 ? [HEALTH.setApart(setApart)] : []),
    ...(age > OLD ? [`The last sync was ${formatElapsed(age)} ago.`] : []),
  ];
}

/** `89.9%`: truncated, not rounded, so that no rate appears to belong to the next label. */
export const percentOf = (rate: number): string => `${Math.floor(rate * 1_000) / 10}%`;
