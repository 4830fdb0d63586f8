import { z } from "zod";

/** The newest audit entry that was seen, those before it that may still appear, and the version of the outbox. */
const CURSOR = /^\d{1,15}(\.\d{1,15}){0,100}(-[0-9a-f]{1,16})?$/;

export const changesInput = z.object({
  /** The `cursor` of the previous answer; without one, nothing counts as changed. */
  since: z.string().regex(CURSOR, "since must be a cursor of an earlier answer").optional(),
});

export const changesOutput = z.object({
  /** Opaque. */
  cursor: z.string(),
  /** The routers whose data has changed, such as `admin.waitlist`; only those that the caller's role may read. */
  changed: z.array(z.string()),
});
