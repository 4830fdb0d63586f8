import { z } from "zod";
import { idInPath, requiredText } from "../../../shared/fields.ts";
import type { MergedTable, MovedRows } from "../../../shared/places/facts.ts";
import { HALAL_STATUSES } from "../../../shared/places/places.ts";
import type { ProvenanceByField } from "../../../shared/places/sources.ts";

/** What an undo of a merge needs. */
export interface MergeUndo {
  readonly moved: Readonly<Record<MergedTable, MovedRows>>;
  /** The `seq` of the facts that were copied to the place that stays. */
  readonly facts: readonly number[];
  /** Likewise of what it says of prayer times; missing in merges from before that was recorded. */
  readonly prayer?: readonly number[];
  /** What the place that stays lacked and got from the duplicate. */
  readonly filled: Readonly<Record<string, unknown>>;
  /** Who had said its fields before; missing in merges from before that was kept. */
  readonly said?: ProvenanceByField;
  /** The owner that the place that stays got from the duplicate; null for none. */
  readonly owner: string | null;
  /** The places that had been merged into the duplicate before. */
  readonly earlier: readonly string[];
}

const duplicateId = requiredText("Duplicate");
export const mergeInput = z.object({
  /** The id of the place that stays. */
  id: idInPath,
  duplicateId,
  dryRun: z
    .boolean({ error: "dryRun must be true or false" })
    .default(false)
    .describe("report what a merge would do, and change nothing"),
});

const count = z.number().int();
export const mergeOutput = z.object({
  success: z.literal(true),
  dryRun: z.boolean(),
  /** The id of the merge, to undo it; null in a dry run. */
  id: z.string().nullable(),
  keptId: z.string(),
  keptName: z.string(),
  duplicateId: z.string(),
  duplicateName: z.string(),
  /** The last moment to undo it. */
  undoUntil: z.date(),
  /** What the place that stays lacked and gets from the duplicate. */
  filled: z.array(z.string()),
  /** Whether the place that stays gets the owner of the duplicate. */
  ownerMoves: z.boolean(),
  ownerName: z.string().nullable(),
  /** How much moves to the place that stays. */
  moved: z.object({
    claims: count,
    requests: count,
    proposals: count,
    transfers: count,
    reports: count,
    renewals: count,
    photos: count,
    facts: count,
    evidence: count,
  }),
  /** What waited for both places in the same matter, and ends for the duplicate. */
  ended: count,
  /** The tier of the place that stays; null for a masjid. */
  tierBefore: z.enum(HALAL_STATUSES).nullable(),
  tierAfter: z.enum(HALAL_STATUSES).nullable(),
});
export type MergeReport = z.input<typeof mergeOutput>;

export const undoInput = z.object({ id: idInPath });
export const undoOutput = z.object({
  success: z.literal(true),
  keptId: z.string(),
  duplicateId: z.string(),
  /** What was changed since the merge and stays as it is, in sentences. */
  left: z.array(z.string()),
});
export type UndoReport = z.input<typeof undoOutput>;

export const merges = z.array(
  z.object({
    id: z.string(),
    keptId: z.string(),
    keptName: z.string(),
    duplicateId: z.string(),
    duplicateName: z.string(),
    mergedBy: z.string().nullable(),
    mergedAt: z.date(),
    /** Null if it is undone or can no longer be. */
    undoUntil: z.date().nullable(),
    undoneAt: z.date().nullable(),
    undoneBy: z.string().nullable(),
  }),
);
export type Merges = z.input<typeof merges>;
