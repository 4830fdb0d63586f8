import { z } from "zod";

/** One of the caller's sessions. */
export const ownSession = z.object({
  id: z.string(),
  /** The browser's User-Agent. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  current: z.boolean(),
});
