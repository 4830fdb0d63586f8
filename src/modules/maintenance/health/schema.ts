import { z } from "zod";

export const FINDING_STATES = ["ok", "warn", "fail"] as const;
export type FindingState = (typeof FINDING_STATES)[number];

export const finding = z.object({
  /** A short name, the same in every state. */
  check: z.string(),
  state: z.enum(FINDING_STATES),
  sentence: z.string(),
  /** What to do about it; not for what is in order. */
  remedy: z.string().optional(),
});
export type Finding = Readonly<z.output<typeof finding>>;

export const job = z.object({
  /** The path of its procedure. */
  id: z.string(),
  /** The pattern of its times; null for one that runs when there is something to do. */
  cron: z.string().nullable(),
  /** The instance that runs it now, and since when. */
  holder: z.string().nullable(),
  runningSince: z.date().nullable(),
  /** When its last run ended, and how many milliseconds it took. */
  endedAt: z.date().nullable(),
  durationMs: z.number().nullable(),
  succeededAt: z.date().nullable(),
  /** Failures since then, and the class of the last one. */
  failures: z.number().int(),
  error: z.string().nullable(),
  /** By its pattern, or when it is tried again. */
  nextAt: z.date().nullable(),
  /** Since when it is due by its pattern and does not run. */
  lateSince: z.date().nullable(),
});
export type JobState = Readonly<z.output<typeof job>>;

export const healthOutput = z.object({
  /** The worst of all findings. */
  state: z.enum(FINDING_STATES),
  checkedAt: z.date(),
  findings: z.array(finding),
});
