import { z } from "zod";

/** One of the places where the caller is signed in. */
export const ownSession = z.object({
  id: z.string(),
  /** The browser's own description of itself. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  current: z.boolean(),
});
