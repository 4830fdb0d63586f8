import { z } from "zod";

/** Data about a person that is kept after their erasure. */
export const keptData = z.object({
  what: z.string(),
  count: z.number().int(),
  why: z.string(),
  /** When the last of it is deleted; null if a person has to decide that. */
  until: z.date().nullable(),
});
export type KeptData = z.output<typeof keptData>;

/** The result of erasing one email address in one module. */
export interface Erasure {
  /** Ids of the rows that were deleted or cleared. */
  readonly ids: readonly string[];
  /** What is found again by the address. */
  readonly kept: readonly KeptData[];
  /** What stays and is not found by the address any more. */
  readonly unlinked?: readonly KeptData[];
  /** Ids of accounts that stay. */
  readonly accounts?: readonly string[];
  /** Deletes what is outside the database. */
  readonly afterCommit?: () => Promise<void>;
}

/** The ids of a person's records. */
export interface PersonRecords {
  readonly erased: readonly string[];
  /** Of accounts that stay, among others. */
  readonly kept: readonly string[];
}
