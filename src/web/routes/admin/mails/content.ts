import type { SUPPRESSION_REASONS } from "../../../../modules/mail/schema.ts";

export const STATE_NAMES = { waiting: "Waiting", sent: "Sent", failed: "Given up" } as const;

export const REASON_NAMES = {
  bounced: "Bounced",
  complained: "Reported as spam",
  manual: "Stopped manually",
} as const satisfies Record<(typeof SUPPRESSION_REASONS)[number], string>;

export const MAIL = {
  attempts: (count: number) => `${count} ${count === 1 ? "attempt" : "attempts"}`,
  again: "Send again",
  againFailed: "The mail was not queued again",
  againMany: (what: string) => `Send ${what} again with the next delivery?`,
  againManyDone: (what: string) => `${what} will go out with the next delivery`,
} as const;
