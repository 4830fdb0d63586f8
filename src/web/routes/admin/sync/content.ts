import { number } from "../../../../shared/format.ts";

const places = (count: number): string => `${number.format(count)} ${count === 1 ? "place" : "places"}`;

export const SYNC = {
  title: "Database Sync",
  refresh: "Refresh Stats",
  run: "Sync Now",
  running: "Syncing...",
  counts: "Places",
  total: "Total POIs",
  synced: "Synced",
  pending: "Pending",
  errors: "Errors",
  bar: (synced: number, pending: number, errors: number) =>
    `${places(synced)} synced, ${number.format(pending)} pending, ${number.format(errors)} with errors`,
  failed: "The statistics could not be loaded",
  statsFailed: "Failed to fetch synchronization statistics",
  triggerFailed: "Failed to trigger database synchronization",
  syncFailed: "Sync Failed",
  complete: "Sync Complete",
  error: "Error",
  nextRun: (when: string) => `The schedule starts the next run at ${when}.`,
  noSchedule: "No schedule is set: runs start here or from the command line.",
  more: "More ways to run",
  dryRun: "Dry run",
  full: "Compare all places",
  dryRunText: "Shows what a run would do, without changing anything.",
  fullText: "Also compares synced places, in case someone else changed the main database.",
} as const;

export const HEALTH = {
  title: "Sync health",
  status: "Status",
  rate: "Success Rate",
  last: "Last Sync",
  average: "Avg Sync Time",
  never: "Never",
  none: "N/A",
  noStats: "There are no statistics yet.",
  noPlaces: "There are no places to sync yet.",
  counted: (synced: number, total: number) =>
    `${number.format(synced)} of ${number.format(total)} places are synced.`,
  lastFailed: (day: string | null) => `But the last run failed${day === null ? "" : ` on ${day}`}.`,
  setApart: (count: number) =>
    `${places(count)} ${count === 1 ? "waits until someone retries it" : "wait until someone retries them"}.`,
  old: (span: string) => `The last sync was ${span} ago.`,
} as const;

export const PROGRESS = {
  title: "Run in progress",
  startedBy: (name: string) => `Started by ${name}`,
  dry: "Dry run: nothing is kept",
  done: (done: number, total: number) => `${number.format(done)} of ${number.format(total)} places`,
  speed: (rows: number) => `${number.format(Math.round(rows))} a second`,
  left: (seconds: number) =>
    seconds < 90
      ? `about ${Math.max(1, Math.round(seconds))} s left`
      : `about ${Math.round(seconds / 60)} min left`,
  counts: (matched: number, written: number, errors: number, waiting: number) =>
    `${number.format(matched)} matched, ${number.format(written)} written, ${number.format(errors)} failed, ${number.format(waiting)} to go`,
  undone: (written: number, errors: number, waiting: number) =>
    `${number.format(written)} put back, ${number.format(errors)} left as changed, ${number.format(waiting)} to go`,
  rows: (done: number, total: number) => `${number.format(done)} of ${number.format(total)} rows`,
  ends: (when: string) => `ends about ${when}`,
  undo: "Undo of a run",
  cancel: "Cancel run",
  cancelling: "Stopping...",
  cancelled: "The run will stop after the current batch",
  cancelFailed: "The run could not be stopped",
} as const;

export const RESULT = {
  title: "Last Sync Result",
  success: "Success",
  failed: "Failed",
  synced: "Synced",
  errors: "Errors",
  details: "Details, errors first",
  shown: (shown: number, all: number) => `${number.format(shown)} of ${number.format(all)} shown`,
  unavailable: "The last result could not be loaded",
  status: { synced: "synced", error: "error" },
} as const;

export const EXPLAIN = {
  title: "How it works",
  cards: [
    {
      title: "Matching",
      text: "Matching uses the maps-service place identifier first. Where a place has none, its coordinates are the fallback: the nearest place of the main database within 50 meters that has a similar name. A place without a match is added.",
    },
    {
      title: "What is written",
      text: "Owner, halal certificate, verification and the describing fields come from here. Visits and other analytics of the main database are never touched.",
    },
    {
      title: "When it fails",
      text: "A doubtful match is an error that names both places; nothing is guessed. A failed place is retried in the next run; after three failures it waits here until someone retries it.",
    },
  ],
} as const;

export const HISTORY = {
  status: {
    running: "Running",
    succeeded: "Succeeded",
    partial: "Partly done",
    failed: "Failed",
    cancelled: "Canceled",
    interrupted: "Interrupted",
    skipped: "Skipped",
  },
  trigger: { person: "in the browser", schedule: "by the schedule", cli: "on the command line" },
  dry: "dry run",
  undo: "undo",
  undone: "undone",
  undoBegun: "partly undone",
  full: "all places",
  show: "Show",
  showOf: (when: string) => `Show the run of ${when}`,
  bars: "Places synced and failed, a bar a run, oldest first",
  barOf: (when: string, synced: number, errors: number) =>
    `${when}: ${number.format(synced)} synced, ${number.format(errors)} failed`,
  failed: "The runs could not be loaded",
  dialog: (when: string) => `Run of ${when}`,
  noErrors: "No place failed in this run.",
  errorsOf: "Places that failed",
  cut: (shown: number, all: number) => `${number.format(shown)} of ${number.format(all)} shown`,
} as const;

const rows = (count: number): string => `${number.format(count)} ${count === 1 ? "row" : "rows"}`;

function undone(restored: number, removed: number): string {
  if (restored + removed === 0) return "no row would change";
  const parts = [
    ...(restored === 0
      ? []
      : [`${rows(restored)} would get ${restored === 1 ? "its" : "their"} earlier values back`]),
    ...(removed === 0 ? [] : [`${rows(removed)} that the run added would be deleted`]),
  ];
  return parts.join(", and ");
}

export const UNDO = {
  undo: "Undo",
  undoOf: (when: string) => `Undo the run of ${when}`,
  title: (when: string) => `Undo the run of ${when}?`,
  looking: "Comparing the rows of this run with the main database...",
  question: ({ restored, removed, left }: { restored: number; removed: number; left: number }) =>
    restored + removed + left === 0
      ? "There is nothing left to undo: no row of this run would change."
      : `In the main database ${undone(restored, removed)}.`,
  after:
    "The places stay here. They wait among those that failed until someone retries or edits them, so that the schedule does not send the same again.",
  left: (count: number) => `${rows(count)} changed after the run ${count === 1 ? "is" : "are"} left`,
  cut: (shown: number, all: number) => `${number.format(shown)} of ${number.format(all)} shown`,
  action: "Undo run",
  acting: "Undoing...",
  done: "Undo Complete",
  failed: "The run could not be undone",
  unknown: "Could not find out what an undo would change.",
} as const;

export const FAILURES = {
  compare: "Compare",
  retry: "Retry",
  retryAll: "Retry all",
  retried: (count: number) => `${places(count)} will be retried in the next run`,
  retryFailed: "The places could not be scheduled for a retry",
} as const;
