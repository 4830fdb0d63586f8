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

export const healthOutput = z.object({
  /** The worst of all findings. */
  state: z.enum(FINDING_STATES),
  checkedAt: z.date(),
  findings: z.array(finding),
});
