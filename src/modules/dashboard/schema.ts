import { z } from "zod";

const days = z.array(z.object({ day: z.string(), count: z.number().int() }));

/** What the first screen of the back office shows. `days` are the last 30 in UTC, without those that had none. */
export const summaryOutput = z.object({
  signups: z.object({ total: z.number().int(), beta: z.number().int(), days }),
  inquiries: z.object({
    total: z.number().int(),
    waiting: z.number().int(),
    /** When the one that has waited longest came; null where none waits. */
    oldestWaiting: z.date().nullable(),
    days,
  }),
  heldBack: z.number().int(),
});
