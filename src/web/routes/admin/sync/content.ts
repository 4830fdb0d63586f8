import { number } from "../../../../shared/format.ts";

const places = (count: number): string => `${number.format(count)} ${count === 1 ? "place" : "places"}`;

export const SYNC = {
  bar: (synced: number, pending: number, errors: number) =>
    `${places(synced)} synced, ${number.format(pending)} pending, ${number.format(errors)} with errors`,
  more: "More ways to run",
} as const;

export const HEALTH = {
  none: "N/A",
  counted: (synced: number, total: number) =>
    `${number.format(synced)} of ${number.format(total)} places are synced.`,
  lastFailed: (day: string | null) => `But the last run failed${day === null ? "" : ` on ${day}`}.`,
  setApart: (count: number) =>
    `${places(count)} ${count === 1 ? "waits until someone retries it" : "wait until someone retries them"}.`,
} as const;

export const PROGRESS = {
  title: "Run in progress",
  done: (done: number, total: number) => `${number.format(done)} of ${number.format(total)} places`,
  speed: (rows: number) => `${number.format(Math.round(rows))} a second`,
  counts: (matched: number, written: number, errors: number, waiting: number) =>
    `${number.format(matched)} matched, ${number.format(written)} written, ${number.format(errors)} failed, ${number.format(waiting)} to go`,
  undone: (written: number, errors: number, waiting: number) =>
    `${number.format(written)} put back, ${number.format(errors)} left as changed, ${number.format(waiting)} to go`,
  rows: (done: number, total: number) => `${number.format(done)} of ${number.format(total)} rows`,
  ends: (when: string) => `ends about ${when}`,
  cancel: "Cancel run",
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
  barOf: (when: string, synced: number, errors: number) =>
    `${when}: ${number.format(synced)} synced, ${number.format(errors)} failed`,
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
  question: ({ restored, removed, left }: { restored: number; removed: number; left: number }) =>
    restored + removed + left === 0
      ? "There is nothing left to undo: no row of this run would change."
      : `In the main database ${undone(restored, removed)}.`,
  left: (count: number) => `${rows(count)} changed after the run ${count === 1 ? "is" : "are"} left`,
  cut: (shown: number, all: number) => `${number.format(shown)} of ${number.format(all)} shown`,
  action: "Undo run",
} as const;

export const FAILURES = {
  retry: "Retry",
  retried: (count: number) => `${places(count)} will be retried in the next run`,
} as const;
