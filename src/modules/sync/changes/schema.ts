import { z } from "zod";
import { flagFilter } from "../../../shared/listing.ts";
import { CHOICES } from "../schema.ts";

/** What a run does with a place or its row, in the order of the list. */
export const CHANGE_KINDS = ["fail", "update", "insert", "unlink", "keep"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const count = z.number().int();

export const changesInput = z.object({
  full: flagFilter("full").default(false).describe("also compare synced places again"),
});

/** At most so many changes of each kind are listed. */
export const CHANGES_MAX = 200;

export const placeChange = z.object({
  kind: z.enum(CHANGE_KINDS),
  placeId: z.string(),
  name: z.string(),
  city: z.string(),
  /** The row of the main database; null for a new one and where none was found. */
  mainId: z.string().nullable(),
  mainName: z.string().nullable(),
  /** Why the place fails, or its row is unlinked. */
  message: z.string().nullable(),
  /** What staff have decided on the place. */
  decision: z.enum(CHOICES).nullable(),
  /** The columns that the run writes: our value, and the one in the main database. */
  fields: z.array(z.object({ name: z.string(), ours: z.string().nullable(), theirs: z.string().nullable() })),
});
export type PlaceChange = z.output<typeof placeChange>;

export const changesOutput = z.object({
  message: z.string(),
  counts: z.object({ fail: count, update: count, insert: count, unlink: count, keep: count }),
  /** Failed places that the next run does not take, as they wait for staff. */
  waiting: count,
  /** Failures first, 200 of each kind at most. */
  changes: z.array(placeChange),
});
export type SyncChanges = z.output<typeof changesOutput>;
