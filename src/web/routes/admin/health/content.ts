import type { FindingState } from "../../../../modules/maintenance/health/schema.ts";

const checks = (count: number): string => (count === 1 ? "1 check" : `${count} checks`);

export const HEALTH = {
  title: "Health",
  list: "Checks",
  failedToLoad: "The checks could not be run",
  again: "Check again",
  deep: "Run the deep checks",
  running: "Running the deep checks",
  deepFailed: "The deep checks could not be run",
  note: "The deep checks also try the mail server, the payment gateway, the evidence store, the main database and the last backup. They send no mail and leave nothing behind.",
  at: (time: string, deep: boolean): string =>
    deep ? `Deep checks of ${time}.` : `Quick checks of ${time}, which only read.`,
  deepCommand: "rihla doctor --deep",
} as const;

export const SUMMARY: Readonly<Record<FindingState, (count: number) => string>> = {
  ok: () => "Everything that was checked is in order.",
  warn: (count) => `${checks(count)} with a warning; none failed.`,
  fail: (count) => `${checks(count)} failed.`,
};

interface StateWords {
  readonly label: string;
  readonly tone: "good" | "warning" | "bad";
  readonly alert: "info" | "warning" | "error";
}

export const STATES: Readonly<Record<FindingState, StateWords>> = {
  ok: { label: "OK", tone: "good", alert: "info" },
  warn: { label: "Warning", tone: "warning", alert: "warning" },
  fail: { label: "Failed", tone: "bad", alert: "error" },
};
