import { z } from "zod";

/** What several people may have open: the cases of the review screen, and places. */
const KINDS = ["claim", "request", "report", "proposal", "transfer", "reading", "place"] as const;
export type ViewedKind = (typeof KINDS)[number];

/** A case as the address of the review screen names it. A reading is named after its certificate. */
const caseKey = z
  .string({ error: "case is required" })
  .max(120, "case is too long")
  .regex(new RegExp(`^(${KINDS.join("|")}):[0-9A-Za-z_-]+$`), "case must be like claim:ID");

export const viewInput = z.object({
  case: caseKey,
  /** The case was closed on the screen. */
  leave: z.boolean({ error: "leave must be true or false" }).default(false),
});

export const viewOutput = z.object({
  /** The other staff members who have the case open, by name. */
  viewers: z.array(z.object({ id: z.string(), name: z.string() })),
});
