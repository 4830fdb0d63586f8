import { z } from "zod";

/** Something about a person that stays after they were erased. */
export const keptData = z.object({
  what: z.string(),
  count: z.number().int(),
  why: z.string(),
  /** When the last of it is deleted; null where that is for a person to decide. */
  until: z.date().nullable(),
});
export type KeptData = z.output<typeof keptData>;

/** What a module did with the data of one email address. */
export interface Erasure {
  /** The rows that were deleted or cleared. */
  readonly ids: readonly string[];
  readonly kept: readonly KeptData[];
}
