import { z } from "zod";

/** What `ALERT_WEBHOOK_URL` gets, as JSON. */
export interface AlertMessage {
  /** The condition's name, or `test`. */
  readonly alert: string;
  readonly state: "firing" | "resolved";
  readonly since: string;
  readonly sentence: string;
  readonly remedy: string;
  /** The address of the site that it is about. */
  readonly site: string;
  /** The sentence once more, where chat programs look for it. */
  readonly text: string;
}

export const alert = z.object({
  alert: z.string(),
  /** `stale`: what it looks at cannot be read now, and it was not firing before. */
  state: z.enum(["firing", "resolved", "stale"]),
  since: z.date(),
  resolvedAt: z.date().nullable(),
  sentence: z.string(),
  remedy: z.string(),
});

export const alertList = z.array(alert);

/** Where the test message went, and why the webhook did not take it. The mail is queued, and goes out within seconds while mail works. */
export const testOutput = z.object({
  email: z.string().nullable(),
  webhook: z.enum(["taken", "refused"]).nullable(),
  reason: z.string().nullable(),
  /** Why the mail is not sent. */
  emailReason: z.string().nullable(),
});
