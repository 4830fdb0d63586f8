import { z } from "zod";
import { REPORT_KINDS } from "./report-kinds.ts";

/** What everyone sees of a report once staff have closed its case. */
export const closedReport = z.object({
  kind: z.enum(REPORT_KINDS),
  /** Null if it is not published. */
  text: z.string().nullable(),
  /** The owner's; null without one. */
  reply: z.string().nullable(),
  conclusion: z.string(),
  /** Days in the place's time zone. */
  openedOn: z.string(),
  closedOn: z.string(),
});
export type ClosedReport = z.output<typeof closedReport>;
